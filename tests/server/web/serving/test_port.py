"""Where the page is served: by option, by settings, or at a free port."""

from __future__ import annotations

import pytest

from config.web import WebSettings
from server.web.serving.port import WebAddressRefused, WebWish, choose_web

PLAIN = WebSettings()
OWN = WebSettings(("127.0.0.1", 8080))


@pytest.mark.parametrize(
    ("option", "settings", "telnet_port", "wish"),
    [
        (None, PLAIN, 4000, WebWish("127.0.0.1", 4001, asked=False)),
        (None, OWN, 4000, WebWish("127.0.0.1", 8080, asked=True)),
        (("localhost", 81), PLAIN, 4000, WebWish("localhost", 81, asked=True)),
        (("localhost", 81), PLAIN, 0, WebWish("localhost", 81, asked=True)),
        (None, PLAIN, 0, WebWish("127.0.0.1", 0, asked=False)),
        (None, WebSettings(None), 0, None),
        ("off", OWN, 4000, None),
        (("0.0.0.0", 81), WebSettings(public=True), 4000, WebWish("0.0.0.0", 81, asked=True)),
    ],
)
def test_the_option_goes_before_the_settings(
    option: object, settings: WebSettings, telnet_port: int, wish: WebWish | None
) -> None:
    """Only what somebody wrote down counts as asked for: without it, a start is an error."""
    assert choose_web(option, settings, telnet_port) == wish  # type: ignore[arg-type]


def test_an_option_opens_nothing_to_the_network_by_itself() -> None:
    with pytest.raises(WebAddressRefused, match=r"--web is '0\.0\.0\.0:80', allowed: .*TLS"):
        choose_web(("0.0.0.0", 80), PLAIN, 4000)
