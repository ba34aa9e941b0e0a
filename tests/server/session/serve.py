"""A tiny real server over the fakes, for real clients: ``python -m tests.server.session.serve``."""

from __future__ import annotations

import sys
from typing import Any

from twisted.internet import asyncioreactor


def main() -> None:
    asyncioreactor.install()  # type: ignore[no-untyped-call]
    from twisted.internet import reactor as chosen  # noqa: PLC0415  (chosen only now)

    from config.server import ConnectionLimits  # noqa: PLC0415
    from server.telnet.factory import TelnetFactory  # noqa: PLC0415
    from tests.server.session.fakes import MemoryAccounts, OneRoom  # noqa: PLC0415
    from tests.texts import shipped_texts  # noqa: PLC0415

    reactor: Any = chosen  # Twisted's interfaces are for run time only

    def log(event: str) -> None:
        sys.stderr.write(event + "\n")
        sys.stderr.flush()

    factory = TelnetFactory(
        reactor,
        OneRoom(),
        MemoryAccounts(Rowan="hazel"),
        shipped_texts(),
        limits=ConnectionLimits(),
        log=log,
    )
    port = reactor.listenTCP(0, factory, interface="127.0.0.1")
    sys.stdout.write(f"{port.getHost().port}\n")
    sys.stdout.flush()
    reactor.run()


if __name__ == "__main__":
    main()
