"""Small sums that somebody sets, as visitors do to see who answers: "What is 17 times 3?" """

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from late.late_pattern import late_pattern

#: Nobody reckons with more digits in their head.
_NUMBER = r"\d{1,6}"
_SUM = late_pattern(
    rf"^\W*(?:(?:so|and|now|quick)\W+)*(?:what(?:['’]s| is| does| would be)|how much is"
    rf"|can you (?:reckon|calculate|add up|work out)|do you know what)? ?"
    rf"(?P<first>{_NUMBER}) ?(?P<how>\+|-|\*|x|×|/|÷|plus|and|minus|less|times|multiplied by"
    rf"|divided by|over) ?(?P<last>{_NUMBER})(?: (?:is|make|makes|come to))?\W*$",
    re.IGNORECASE,
)
_WAYS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    **dict.fromkeys(("+", "plus", "and"), lambda one, two: one + two),
    **dict.fromkeys(("-", "minus", "less"), lambda one, two: one - two),
    **dict.fromkeys(("*", "x", "×", "times", "multiplied by"), lambda one, two: one * two),
    **dict.fromkeys(("/", "÷", "divided by", "over"), lambda one, two: one / two),
}


def work_out(heard: str) -> str:
    """Return what a sum comes to, as one writes it; empty if none is set, or nothing comes of it.

    What is no whole number is a fraction: ``7/2``.
    """
    found = _SUM.search(heard)
    if found is None:
        return ""
    first, last = Fraction(found["first"]), Fraction(found["last"])
    how = found["how"].casefold()
    if not last and how in ("/", "÷", "divided by", "over"):
        return ""
    result = _WAYS[how](first, last)
    return f"{result.numerator:,}" if result.denominator == 1 else str(result)
