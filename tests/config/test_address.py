import pytest

from config.address import format_address, parse_address


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:4000", ("127.0.0.1", 4000)),
        (" localhost:0 ", ("localhost", 0)),
        ("[::1]:65535", ("::1", 65535)),
        ("[::]:23", ("::", 23)),
    ],
)
def test_addresses_people_write_are_understood(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address
    assert parse_address(format_address(*address)) == address


@pytest.mark.parametrize(
    "text",
    ["", "4000", ":4000", "host", "host:", "host:65536", "host:-1", "::1:4000", "[x]:1", "a b:1"],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_address(text)


@pytest.mark.parametrize("text", ["host:٤٠", "[::1]", "host:1:2", "a\nb:1"])
def test_lookalikes_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_address(text)
