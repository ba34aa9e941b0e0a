"""``python -m tools.replies.kinds FOLDER``: write the kinds of the lines that were replied to.

``kinds.jsonl`` has for each line of the judged replies, behind what was said before it, how likely
it is of each kind, by the kinds' names.  It needs the sentence model; some 200 s.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from agents.models.embedding.sentence import SentenceEmbedder
from server.shipped.voice_vectors import KIND_ADAPTER
from tools.replies.judged import read_judged, read_visits


async def _main(folder: Path) -> None:
    teller = SentenceEmbedder(kinds=KIND_ADAPTER)
    said = {(each.before, each.line) for each in read_judged()}
    said |= {(each.before, each.line) for each in read_visits()}
    with (folder / "kinds.jsonl").open("w", encoding="utf-8") as file:
        for before, line in sorted(said):
            likely = await teller.read_kinds(line, before)
            short = {name: round(share, 4) for name, share in sorted(likely.items())}
            file.write(json.dumps({"before": before, "line": line, "kinds": short}) + "\n")


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1])))
