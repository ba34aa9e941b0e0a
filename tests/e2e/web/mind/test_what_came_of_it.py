"""What came of a turn begins, and is whole at a press."""

from __future__ import annotations

from tests.e2e.web.chromium import Chromium, be_logged_in
from tests.e2e.web.mind.scene import Scene

#: A story with a result of so many lines, drawn where the view's styles are.
DRAW = """(async (lines) => {
  const { render } = await import('preact');
  const { html } = await import('tarn/html.js');
  const { Story } = await import('tarn/views/mind/story.js');
  const story = { number: 1, at: new Date().toISOString(), command: 'look', reason: '', new: [],
    result: Array.from({ length: lines }, (_, n) => `Line ${n}.`).join('\\n') };
  document.querySelector('#drawn')?.remove();
  const place = document.createElement('div');
  place.id = 'drawn';
  document.querySelector('main').append(place);
  render(html`<${Story} story=${story} name="Moss" turn=${1} decided=${null} />`, place);
})"""
MORE = "document.querySelector('#drawn .more')"


def test_a_long_result_ends_with_more(scene: Scene, browser: Chromium) -> None:
    """The rest is opened by keyboard; a short one has no button."""
    be_logged_in(browser, scene.server.web)
    browser.go("#/mind/Moss")
    browser.until("!!document.querySelector('main.mind .state')")
    browser.evaluate(f"{DRAW}(2)")
    browser.until("!!document.querySelector('#drawn .result')")
    assert browser.evaluate(MORE) is None
    browser.evaluate(f"{DRAW}(30)")
    browser.until(f"{MORE}?.innerText === '… more'")
    height = "document.querySelector('#drawn .result').offsetHeight"
    before = browser.evaluate(height)
    browser.evaluate(f"{MORE}.focus()")
    browser.press("Enter")
    browser.until(f"{height} > {3 * before}")
    assert browser.evaluate(MORE + ".ariaExpanded") == "true"


def test_words_of_the_side_say_what_they_mean(scene: Scene, browser: Chromium) -> None:
    """What the orders do, and what prompts are, without pointing at them."""
    be_logged_in(browser, scene.server.web)
    browser.go("#/mind/Moss")
    browser.until("document.querySelectorAll('.now .means').length >= 2")
    told = browser.evaluate("document.querySelector('.now').innerText")
    assert "of llm.yaml" in told and "takes one turn" in told
