"""What axe finds in a page, in light and in dark."""

from __future__ import annotations

from importlib.resources import files

from tests.e2e.web.chromium import Chromium, Scheme

AXE = files("axe_core_python").joinpath("axe.min.js").read_text("utf-8")
"""The examiner; it has to be in the page before `examine`."""


def examine(browser: Chromium, where: str) -> list[str]:
    """Return a line for each serious or critical finding."""
    found = []
    schemes: dict[Scheme, str] = {"light": "", "dark": ", runOnly: ['color-contrast']"}
    for scheme, only in schemes.items():
        browser.prefer(scheme)
        # A colour that fades over from one scheme to the other is not looked at half-way.
        browser.until("document.getAnimations().every((each) => each.playState !== 'running')")
        violations = browser.evaluate(
            f"axe.run(document, {{resultTypes: ['violations']{only}}}).then((r) => r.violations"
            ".filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => [v.id,"
            " v.nodes.map((n) => `${n.html.slice(0, 150)} ${n.failureSummary}`)]))",
        )
        found += [
            f"{where} {scheme}: {name}: {node}" for name, nodes in violations for node in nodes
        ]
    return found
