from config.errors import ConfigError, ConfigErrors, raise_for


def wrong(line: int, key: str = "limits.burst") -> ConfigError:
    allowed = "a whole number of 0 or more"
    return ConfigError("config/server.yaml", line, key, "'many'", allowed)


def test_an_error_is_one_line_with_the_place_what_was_read_and_what_is_allowed() -> None:
    assert str(wrong(3)) == (
        "config/server.yaml:3: limits.burst is 'many', allowed: a whole number of 0 or more"
    )


def test_an_error_of_a_whole_file_has_no_line() -> None:
    error = ConfigError("server.yaml", None, "the file", "unreadable", "a text file")
    assert str(error) == "server.yaml: the file is unreadable, allowed: a text file"


def test_what_was_written_never_breaks_the_line() -> None:
    assert str(wrong(3, "a\nb\x1b[2J\u2028")).splitlines() == [
        "config/server.yaml:3: a\\nb\\x1b[2J\\u2028 is 'many', allowed: a whole number of 0 or more"
    ]


def test_several_errors_are_a_line_each_in_the_order_of_the_file() -> None:
    try:
        raise_for([wrong(9), wrong(2)])
    except ConfigErrors as errors:
        assert [error.line for error in errors.errors] == [2, 9]
        assert str(errors).count("\n") == 1
        assert errors.line == 2


def test_nothing_wrong_raises_nothing() -> None:
    raise_for([])
