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

  // A screen that folds by itself gets what has one width at once: a line may have come in two pieces.
  tell(screen) {
    const told = screen.isFolding ? joinPieces(this.pieces) : this.pieces;
    for (const { text, at, columns } of told) screen.write(text, at, columns);
  }
}

function joinPieces(pieces) {
  const joined = [];
  for (const each of pieces) {
    const last = joined.at(-1);
    if (last?.columns === each.columns) last.texts.push(each.text);
    else joined.push({ ...each, texts: [each.text] });
  }
  return joined.map((each) => ({ ...each, text: each.texts.join("") }));
}
