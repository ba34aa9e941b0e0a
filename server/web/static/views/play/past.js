// What has come so far, for a screen that is opened later: as it came, when, and at which width.
export class Past {
  // Keeps so many lines at least.
  constructor(most) {
    this.most = most;
    this.pieces = [];
    this.lines = 0;
  }

  add(text, at, columns) {
    const lines = text.split("\n").length - 1;
    this.pieces.push({ text, at, columns, lines });
    this.lines += lines;
    while (this.lines - this.pieces[0].lines > this.most) this.lines -= this.pieces.shift().lines;
  }

  tell(screen) {
    for (const { text, at, columns } of this.pieces) screen.write(text, at, columns);
  }
}
