"""What a server's start does not load, since it takes time and memory that most never need."""

import subprocess
import sys

import pytest

HEAVY = ("OpenSSL", "cryptography", "httpx", "numpy", "snowballstemmer", "tiktoken", "xllamacpp")


@pytest.fixture(scope="module")
def loaded() -> frozenset[str]:
    check = (
        "import sys\n"
        "from server.cli.light_twisted import import_reactor_kind\n"
        "import_reactor_kind()\n"
        "import server.app, server.cli.running, server.cli.start, server.wiring.entrance\n"
        "print(*sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", check], check=True, capture_output=True, text=True)
    return frozenset(done.stdout.split())


@pytest.mark.parametrize("package", HEAVY)
def test_a_start_does_not_load(loaded: frozenset[str], package: str) -> None:
    assert "server.app" in loaded
    assert package not in loaded
