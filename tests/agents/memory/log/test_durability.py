"""What an archive acknowledges is on disk: synced in time, and there after a crash."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from agents.memory.core.records import Experience
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.log.reader import ArchiveReader
from tests.agents.memory.log.ledgers import ledger, note_of
from tests.agents.memory.support import Bench, PlainDisk, fill, log_of
from tests.limits import HANG_SECONDS
from tests.paths import ROOT


def reader(folder: Path) -> ArchiveReader:
    return ArchiveReader(folder, VirtualClock(), PlainDisk(), list[str]().append)


async def test_a_full_segment_that_could_not_be_synced_is_synced_later(tmp_path: Path) -> None:
    """A failed sync forgets no file that was written to."""
    disk = PlainDisk()
    made = ledger(tmp_path / "archive", disk, segment_bytes=200)
    for seq in range(1, 4):
        made.add(note_of(seq))
    files = len(list((tmp_path / "archive").glob("*.jsonl")))
    assert files > 1
    disk.sync_error = OSError(5, "Input/output error")
    with pytest.raises(ArchiveUnwritable):
        await made.sync()
    disk.sync_error = None
    await made.sync()
    assert disk.synced == files
    await made.close()


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    """By path and reason."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ArchiveUnwritable, match="archive cannot be opened: Not a directory"):
        ledger(tmp_path / "file" / "archive")


async def test_a_line_is_synced_within_a_second(tmp_path: Path) -> None:
    """Once for all lines of that second, and not without need."""
    bench = Bench(tmp_path)
    memory = bench.open()
    await bench.clock.advance(5)
    assert bench.disk.synced == 0
    fill(memory, 10)
    await bench.clock.advance(1)
    assert bench.disk.synced == 1
    await bench.clock.advance(60)
    assert bench.disk.synced == 1
    assert len(log_of(memory)) == 10


_APPENDER = """
    import os, sys
    from pathlib import Path
    from agents.clock import VirtualClock
    from agents.memory.log.disk import SystemDisk
    from agents.memory.log.ledger import Ledger
    from agents.memory.core.records import Experience
    clock = VirtualClock()
    made = Ledger(Path(sys.argv[1]), name="Moss", clock=clock, disk=SystemDisk(),
                  log=lambda line: None, segment_bytes=20_000)
    made.open()
    while True:
        seq = made.view.last_seq + 1
        made.add(Experience(seq, clock.now(), "Fern hums " + "la " * (seq % 50), "observation"))
        made.view = type(made.view)(last_seq=seq)
        os.write(1, b"%d\\n" % seq)
"""


def test_sigkill_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """A writing process is killed several times; every memory it had acknowledged is there."""
    folder, acknowledged = tmp_path / "Moss" / "archive", 0
    for target in (40, 400, 900):
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(_APPENDER), str(folder)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        output = _read_until(process, target)
        process.send_signal(signal.SIGKILL)
        assert process.stdout is not None
        output += process.stdout.read()
        process.wait()
        acknowledged = int(output.split(b"\n")[-2])
        seqs = [each.seq for each in reader(folder).iterate() if isinstance(each, Experience)]
        assert seqs == list(range(1, len(seqs) + 1))
        assert acknowledged <= len(seqs) <= acknowledged + 1
    assert acknowledged >= 900


def _read_until(process: subprocess.Popen[bytes], target: int) -> bytes:
    assert process.stdout is not None
    output = b""
    while f"\n{target}\n".encode() not in output:
        ready, _, _ = select.select([process.stdout], [], [], HANG_SECONDS)
        assert ready, "the writer fell silent"
        output += os.read(process.stdout.fileno(), 65536)
    return output
