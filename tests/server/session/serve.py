"""A tiny real server over the fakes, for real clients: ``python -m tests.server.session.serve``."""

from __future__ import annotations

import sys

from twisted.internet import asyncioreactor


def main() -> None:
    asyncioreactor.install()
    from twisted.internet import reactor  # noqa: PLC0415  (only once the reactor is chosen)

    from config.server import ConnectionLimits  # noqa: PLC0415
    from server.telnet.factory import TelnetFactory  # noqa: PLC0415
    from tests.server.session.fakes import MemoryAccounts, OneRoom, texts  # noqa: PLC0415

    def log(event: str) -> None:
        sys.stderr.write(event + "\n")
        sys.stderr.flush()

    factory = TelnetFactory(
        reactor,
        OneRoom(),
        MemoryAccounts(Rowan="hazel"),
        texts(),
        limits=ConnectionLimits(),
        log=log,
    )
    port = reactor.listenTCP(0, factory, interface="127.0.0.1")
    sys.stdout.write(f"{port.getHost().port}\n")
    sys.stdout.flush()
    reactor.run()


if __name__ == "__main__":
    main()
