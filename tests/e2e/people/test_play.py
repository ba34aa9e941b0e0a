"""`tarn play`, the small client: on a terminal of its own, in a pipe, and over TLS."""

from __future__ import annotations

import asyncio
import os
import ssl
import subprocess
import sys
import time

import pexpect
import pytest

from server.play.playing import find_fingerprint
from tests.e2e.harness import PASSWORD, Server, until
from tests.limits import HANG_SECONDS
from tests.paths import ROOT

PLAY = [sys.executable, "-m", "server", "play"]
PEM = ROOT / "tests" / "server" / "play"
CERTIFICATE = (PEM / "certificate.pem").read_text(encoding="ascii")


def test_a_visit_on_a_terminal(server: Server) -> None:
    """Login with a hidden password, colours, the size and a new one, ^C, and ^D to leave."""
    child = pexpect.spawn(
        PLAY[0],
        [*PLAY[1:], f"127.0.0.1:{server.port}"],
        cwd=str(ROOT),
        env={**os.environ, "TERM": "xterm-256color", "NO_COLOR": "", "COLUMNS": "80"},
        dimensions=(24, 60),
        timeout=HANG_SECONDS,
        encoding="utf-8",
    )
    child.expect("guest: just visit")
    child.sendline("create Juniper")
    child.expect("Choose a password:")
    child.sendline(PASSWORD)
    child.expect("same password again:")
    child.sendline(PASSWORD)
    child.expect("Welcome, Juniper")
    assert PASSWORD not in child.before and "*" * len(PASSWORD) in child.before
    child.expect("Exits:")
    child.sendline("say Grüß dich")
    child.expect('You say, "Grüß dich"')
    child.send("say nonsense")
    child.sendintr()
    child.expect("Ctrl-D, to leave")
    child.sendline("help examine")
    child.expect(NARROW)
    child.setwinsize(24, 120)
    until(lambda: is_told_wide(child), "the new size")
    child.sendline("look")
    child.expect("A long stone hall")
    assert "nonsense" not in server.errors()
    leave(child, "Goodbye")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


NARROW = r"See all there is[^\n]*\n +[^\n]*here\."
WIDE = r"See all there is to know about someone, something or an exit here\."


def is_told_wide(child: pexpect.spawn[str]) -> bool:
    """Ask for help; return whether its line is whole. The size may be told after what is typed."""
    child.sendline("help examine")
    return bool(child.expect([WIDE, NARROW]) == 0)


def leave(child: pexpect.spawn[str], shown: object) -> None:
    """Press ^D until this is shown: between two lines the terminal is not the editor's."""
    end = time.monotonic() + HANG_SECONDS
    child.sendeof()
    while child.expect([shown, pexpect.TIMEOUT], timeout=5) and child.isalive():
        assert time.monotonic() < end, f"{shown} never came"
        child.sendeof()


def test_the_world_of_this_folder_is_found_on_whatever_port_it_listens(server: Server) -> None:
    """Asked for port 0 it has another one than the settings say."""
    told = run("--vault", str(server.vault), typed="quit\n")
    assert (told.returncode, told.stderr) == (0, "")
    assert "guest: just visit" in told.stdout


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PLAY, *arguments],
        input=typed,
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=HANG_SECONDS,
        check=False,
    )


def test_a_visit_in_a_pipe(server: Server) -> None:
    """What is typed is carried out in order, and the end of it leaves."""
    done = run(f"127.0.0.1:{server.port}", typed="guest\nsay From a pipe.\n")
    assert done.returncode == 0
    assert 'You say, "From a pipe."' in done.stdout and "Goodbye" in done.stdout


def test_tls_at_a_port_without_it_is_named(server: Server) -> None:
    done = run("--tls", f"127.0.0.1:{server.port}")
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert "over TLS: what answers there speaks none" in done.stderr
    assert "leave --tls out, or name the port of telnet: tls" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("127.0.0.1:1",), 1, "tarn: cannot connect to 127.0.0.1:1:"),
        (("nowhere",), 2, "tarn: the address is nowhere, allowed:"),
        (("127.0.0.1:0",), 2, "the port not 0"),
        (("--fingerprint", "abc", "--tls"), 2, "tarn: --fingerprint is abc, allowed: 64"),
        (("--fingerprint", "ab" * 32), 2, "tarn: --fingerprint is for --tls alone"),
        (("--colour",), 2, "--colour"),
    ],
)
def test_what_cannot_be_is_one_line(arguments: tuple[str, ...], status: int, told: str) -> None:
    done = run(*arguments)
    assert done.returncode == status and told in done.stderr
    assert len(done.stderr.splitlines()) == 1


async def test_over_tls_only_the_expected_certificate_is_trusted() -> None:
    """In a pipe nobody can be asked, so without a fingerprint nothing is sent at all."""
    heard: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"Hello.\r\n")
        heard.append(await reader.read(100))
        writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(PEM / "certificate.pem", PEM / "key.pem")
    listening = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    port = listening.sockets[0].getsockname()[1]
    right = find_fingerprint(ssl.PEM_cert_to_DER_cert(CERTIFICATE))
    place = f"127.0.0.1:{port}"

    def visit(*more: str) -> subprocess.CompletedProcess[str]:
        return run(place, "--tls", *more, typed="hello\n")

    trusted = await asyncio.to_thread(visit, "--fingerprint", right)
    assert trusted.returncode == 0 and "Hello." in trusted.stdout
    assert heard[0].startswith(b"hello\r\n")
    wrong = await asyncio.to_thread(visit, "--fingerprint", "00" * 32)
    asked = await asyncio.to_thread(visit)
    for refused in (wrong, asked):
        assert refused.returncode == 1 and right in refused.stdout + refused.stderr
    assert b"".join(heard[1:]) == b""
    refusing = await asyncio.to_thread(answer_on_a_terminal, place, "maybe")
    assert right in refusing and "Hello." not in refusing
    accepting = await asyncio.to_thread(answer_on_a_terminal, place, "yes")
    assert accepting.index(right) < accepting.index("Hello.")
    listening.close()


def answer_on_a_terminal(place: str, answer: str) -> str:
    """Answer the question about a certificate, leave, and return all that was shown."""
    command = [*PLAY[1:], place, "--tls"]
    child = pexpect.spawn(
        PLAY[0], command, cwd=str(ROOT), timeout=HANG_SECONDS, encoding="utf-8",
        dimensions=(24, 120),
    )  # fmt: skip
    child.expect("yes or no")
    shown = child.before
    child.sendline(answer)
    if answer == "yes":
        child.expect("Hello.")
        shown += child.before + child.after
        leave(child, pexpect.EOF)
    else:
        child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == (0 if answer == "yes" else 1)
    return str(shown + child.before)
