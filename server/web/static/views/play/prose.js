// The world as prose: paragraphs in the page's letters, which the browser folds. It has the same form as terminal.js.
import { formatHour } from "tarn/time.js";
import { Escapes, textOf } from "tarn/views/play/escapes.js";
import { setLine } from "tarn/views/play/setting.js";
import { unfold } from "tarn/views/play/unfolding.js";

// The server folds at no greater width.
const WIDEST = 250;
// For who wants long texts in screenfuls: a line takes about two rows of so many pixels.
const ROW = 28;
const ROWS_EACH = 2;
const FEWEST_ROWS = 5;
const NEAR_END = 24;
// So many lines are laid out, and go, together: play.css lets a browser leave out what is out of sight.
const STRETCH = 100;
const PAGE = 0.85;

export class Prose {
  // `follow` takes the command of a link, `onKey` a key that is pressed here, `findPerson` is for setting.js.
  constructor({ follow, onKey, findPerson, most }) {
    Object.assign(this, { findPerson, most });
    this.host = make("div", "screen");
    this.scroller = make("div", "prose");
    this.set = make("div", "set");
    // What comes is read aloud, whether or not the button Screen reader asks for other words, too.
    Object.assign(this.scroller, { role: "log", ariaLabel: "What happens", tabIndex: 0 });
    this.newer = make("button", "newer");
    Object.assign(this.newer, { type: "button", textContent: "Newer lines below", hidden: true });
    this.scroller.append(this.set);
    this.host.append(this.scroller, this.newer);
    this.columns = WIDEST;
    this.escapes = new Escapes();
    this.follows = true;
    this.top = 0;
    this.reachable = [];
    this.sizes = new ResizeObserver(() => this.follows && this.goToEnd());
    this.sizes.observe(this.set);
    this.scroller.addEventListener("scroll", () => this.look());
    this.scroller.addEventListener("keydown", onKey);
    this.newer.addEventListener("click", () => this.toEnd());
    this.set.addEventListener("click", ({ target }) => target.dataset.command !== undefined && follow(target.dataset.command));
  }

  // --- lines ----------------------------------------------------------------------------

  // `columns` is the width that the server was told.
  write(text, at, columns) {
    this.at = at;
    for (const line of this.escapes.read(text)) this.add(line, columns);
    this.showOpen();
    while ((this.set.childElementCount - 1) * STRETCH > this.most) this.set.firstChild.remove();
    if (this.follows) this.goToEnd();
    else this.newer.hidden = false;
  }

  add(line, columns) {
    const open = this.takeOpen();
    if (!textOf(line).trim()) {
      this.gap = true;
      return;
    }
    const whole = this.last && !this.gap && !open ? unfold(this.last, line, columns) : null;
    const element = this.draw(whole || line);
    if (whole) {
      element.dataset.time = this.lastElement.dataset.time;
      this.lastElement.replaceWith(element);
    } else {
      this.place(element, open);
    }
    [this.last, this.lastElement, this.gap] = [whole || line, element, false];
  }

  draw(line) {
    const element = setLine(line, this.findPerson);
    if (element.classList.contains("own")) this.forgetReachable();
    this.reachable.push(...element.querySelectorAll("button"));
    return element;
  }

  // Adds it, or puts it where its beginning stood.
  place(element, open) {
    if (this.gap) element.classList.add("gap");
    if (open) {
      open.replaceWith(element);
      element.dataset.time = open.dataset.time;
      return;
    }
    const hour = formatHour(this.at);
    element.dataset.time = hour === this.hour ? "" : hour;
    this.hour = hour;
    this.findStretch().append(element);
  }

  findStretch() {
    const stretch = this.set.lastElementChild;
    if (stretch && stretch.childElementCount < STRETCH) return stretch;
    return this.set.appendChild(make("div", "stretch"));
  }

  // A line whose end has not come, such as a question, is shown as far as it goes.
  showOpen() {
    if (!textOf(this.escapes.line).trim()) return;
    const element = this.draw(this.escapes.line);
    this.place(element, this.takeOpen());
    this.open = element;
  }

  takeOpen() {
    const open = this.open;
    this.open = null;
    return open;
  }

  // The Tab key goes to links of the latest answer alone, not to hundreds.
  forgetReachable() {
    for (const each of this.reachable) each.tabIndex = -1;
    this.reachable = [];
  }

  // --- where one reads --------------------------------------------------------------------

  // Stays at the end unless the reader has scrolled back; lines may have come since a scrolling that is told late.
  look() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    if (!clientHeight) return;
    this.follows = scrollHeight - scrollTop - clientHeight < NEAR_END || (this.follows && scrollTop >= this.top);
    this.top = scrollTop;
    if (this.follows) this.newer.hidden = true;
  }

  // Once for all that comes before it is drawn.
  goToEnd() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.follows) this.scroller.scrollTop = this.scroller.scrollHeight;
    });
  }

  toEnd() {
    this.follows = true;
    this.newer.hidden = true;
    this.goToEnd();
  }

  turnPage(pages) {
    this.scroller.scrollBy(0, pages * this.scroller.clientHeight * PAGE);
    this.look(); // the scrolling is told late: until then what comes would lead back to the end
  }

  // Where it was read is lost when it leaves the page.
  fit() {
    if (this.follows) this.goToEnd();
    else if (this.scroller.scrollTop === 0) this.scroller.scrollTop = this.top;
  }

  size() {
    return [this.columns, Math.max(FEWEST_ROWS, Math.floor(this.scroller.clientHeight / ROW / ROWS_EACH))];
  }

  listen() {}

  close() {
    cancelAnimationFrame(this.frame);
    this.sizes.disconnect();
    this.host.remove();
  }
}

function make(name, kind) {
  const element = document.createElement(name);
  element.className = kind;
  return element;
}
