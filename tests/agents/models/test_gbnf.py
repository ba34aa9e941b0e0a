from hypothesis import given, settings
from hypothesis import strategies as st

from agents.models.gbnf import quote_literal
from tests.agents.models.gbnf import matcher
from tests.examples import choose_count


@given(st.text(min_size=1, max_size=20))
@settings(max_examples=choose_count(80, 200), deadline=None)
def test_any_text_can_be_quoted(text: str) -> None:
    """A literal is one line of GBNF and stands for exactly its text."""
    assert "\n" not in quote_literal(text)
    assert matcher(f"root ::= {quote_literal(text)}").fullmatch(text)
