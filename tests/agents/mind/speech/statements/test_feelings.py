"""Feelings, corrections and favours are known by what is said; nothing else is taken for them."""

from __future__ import annotations

import pytest

from agents.mind.speech.messages import find_message
from agents.mind.speech.questions import find_favour
from agents.mind.speech.statements.feelings import find_feeling


@pytest.mark.parametrize(
    ("words", "feeling"),
    [
        ("I am furious with all of you.", "anger"),
        ("I have told you twice now.", "anger"),
        ("My sister died in spring.", "grief"),
        ("I miss my old dog.", "grief"),
        ("I have buried two wives.", "grief"),
        ("Thora is dead.", "grief"),
        ("He knew every rock of that reef, and it drowned him.", "grief"),
        ("My uncle was lost at sea.", "grief"),
        ("The war took him from us.", "grief"),
        ("The ferry took him home.", ""),
        ("The last child died, and I think that it was my fault.", "grief"),
        ("I lost my wife's ring.", ""),
        ("She will never forgive me.", ""),
        ("It was my fault.", "apology"),
        ("My name is not Bertil, it is Bertram.", "correction"),
        ("You have been kind to me.", "praise"),
        ("Thank you kindly.", "thanks"),
        ("I am sorry about the cup.", "apology"),
        ("You are a liar.", "insult"),
        ("That was a lovely song.", "praise"),
        ("Ha, you are sweet on her.", "teasing"),
        ("I am rather frightened.", "fear"),
        ("I am so tired.", "weariness"),
        ("That was a lie.", "correction"),
        ("I made that up about the hat.", "correction"),
        ("No, it was Monday.", "correction"),
        ("I was wrong, he draws birds.", "correction"),
        ("No, it is not you.", ""),
        ("Forgive me, I spilt it.", "apology"),
        ("Hester, forgive me.", "apology"),
        ("I think that you will not leave, forgive me.", ""),
        ("Are you angry?", ""),
        ("The road was long and the bread was dry.", ""),
        ("My sister lives in Leeds.", ""),
        ("No, thank you, I have eaten.", "thanks"),
    ],
)
def test_what_somebody_shows(words: str, feeling: str) -> None:
    assert find_feeling(words) == feeling


@pytest.mark.parametrize(
    ("heard", "kind", "message"),
    [
        ("Could you tell Moss that I am looking for him?", "message",
         ("Moss", "I am looking for you.")),
        ("Please tell Wren the soup is ready.", "message", ("Wren", "The soup is ready.")),
        ("Could you tell me the way?", "", ("", "")),
        ("Would you keep my stick for me?", "keep", ("", "")),
        ("If anyone brings a hat, would you keep it for me?", "await", ("", "")),
        ("What did you tell Moss?", "", ("", "")),
    ],
)  # fmt: skip
def test_favours(heard: str, kind: str, message: tuple[str, str]) -> None:
    assert find_favour(heard) == kind
    assert find_message(heard) == message


@pytest.mark.parametrize(
    ("heard", "kind"),
    [
        ("Can you sing?", ""),
        ("Where will you sleep tonight?", ""),
        ("If you could leave this place, where would you go?", ""),
        ("Would you mind if I sat here until morning?", "leave"),
        ("My hands are cold, may I warm them?", "comfort"),
        ("Would you do me a favour?", "deed"),
        ("Would you write on your cuff that Ollie comes on Monday?", "remember"),
        ("Could you remember that I take no sugar?", "remember"),
        ("Would you remember your mother's voice?", ""),
        ("Shall we go and eat together?", "company"),
        ("Would you keep an eye out for my brother?", "lookout"),
        ("Please keep an eye on my boat.", "lookout"),
        ("Could you look out for a brown hat?", "lookout"),
        ("Could you keep my hat until noon?", "keep"),
    ],
)
def test_what_asks_for_a_favour_and_what_only_sounds_so(heard: str, kind: str) -> None:
    assert find_favour(heard) == kind
