"""What goes wrong behind a reload reaches whoever asked for it."""

from __future__ import annotations

import socket
from pathlib import Path

from tests.e2e.harness import flat, write
from tests.e2e.worlds import llm, make_world, profile
from tests.limits import HANG_SECONDS


def test_what_fails_after_a_reload_is_told_to_who_typed_it(tmp_path: Path) -> None:
    """A model that does not answer, an index that cannot be written; both are in the log, too.

    If that person has left by then, the administrators who are here are told.
    """
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    index = world.vault / ".tarn" / "recall" / "Moss.sqlite"
    with world.server() as server, socket.create_server(("127.0.0.1", 0)) as silent:
        ada, bob = server.client().create("Ada"), server.client().create("Bob")
        ada.ask("@role Bob administrator", "Bob has the role")
        ada.ask("@reload", r"Nothing\s+changed(?s:.*)sentences\.")
        ada.say(1)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        write(world.config / "llm.yaml", llm(url))
        ada.ask("@reload", r"sentences\.\n")
        silent.settimeout(HANG_SECONDS)
        model, _ = silent.accept()
        assert "Since" not in bob.hears_all()
        model.close()
        told = flat(ada.expect(r"Since\s+the\s+reload:\s+npc:.*\n"))
        assert f"ollama tiny at {url}" in told
        server.logged(r"npc: ollama tiny at")
        assert "Since" not in bob.hears_all()

        write(world.config / "llm.yaml", llm(url.replace("127.0.0.1", "localhost")))
        ada.ask("@reload", r"sentences\.\n")
        model, _ = silent.accept()
        ada.ask("quit", "Goodbye")
        bob.hears_all()
        model.close()
        silent.close()  # a try that came after it would wait for an answer until it is given up
        assert "ollama tiny" in flat(bob.expect(r"Since\s+the\s+reload:\s+npc:.*\n"))
        assert server.stop() == 0
    for path in index.parent.iterdir():
        path.unlink()
    index.mkdir()
    with world.server() as server:
        ada = server.client().connect("Ada")
        server.logged("Moss.sqlite cannot be brought up to date")
        ada.ask("@reload", r"Since\s+the\s+reload:\s+Moss:\s+The\s+recall\s+index")
        index.rmdir()
        ada.ask("@reload", r"sentences\.\n")
        ada.ask("recall line", r"line|nothing")
        assert "Since" not in ada.hears_all()
        assert server.stop() == 0
