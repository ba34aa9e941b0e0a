"""A value that is found when it is first asked for."""

from __future__ import annotations

from late.late_dataclass import late_dataclass
from late.late_property import late_property

_found: list[str] = []


@late_dataclass(frozen=True)
class _Remark:
    text: str

    @late_property
    def loud(self) -> str:
        """The text in capitals."""
        _found.append(self.text)
        return self.text.upper()


def test_each_object_finds_its_own_value_once() -> None:
    one, other = _Remark("tarn"), _Remark("brook")
    assert [one.loud, one.loud, other.loud] == ["TARN", "TARN", "BROOK"]
    assert _found == ["tarn", "brook"]
    assert vars(one) == {"text": "tarn", "loud": "TARN"}


def test_a_kept_value_makes_no_difference_to_what_is_compared() -> None:
    one = _Remark("tarn")
    assert one.loud and one == _Remark("tarn") and hash(one) == hash(_Remark("tarn"))


def test_the_class_has_the_property_itself() -> None:
    assert _Remark.loud.__doc__ == "The text in capitals."
