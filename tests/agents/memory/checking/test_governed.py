"""What is only thought of, wished, tried or doubted is not told as done."""

from __future__ import annotations

import pytest

from agents.memory.checking.verdict import judge_sentence
from benchmarks.truth.cases import read_memory


def judge(sentence: str, *memories: str) -> str:
    sources = [read_memory(each) for each in memories]
    return judge_sentence(sentence, sources, ["Wenzel", "Agda"]).judgement


@pytest.mark.parametrize(
    ("sentence", "memory"),
    [
        ("Wenzel has sold the brewery.", 'Wenzel says, "I am thinking about selling the brewery."'),
        ("Wenzel moved to the coast.", 'Wenzel says, "I dream of moving to the coast."'),
        ("Wenzel hid the crown.", 'Wenzel says, "I was tempted to hide the crown."'),
        ("Wenzel has rented the attic.", 'Wenzel says, "I like the idea of renting the attic."'),
        ("Wenzel bolted the hatch.", 'Wenzel says, "I forgot to bolt the hatch."'),
        ("Wenzel caught the pike.", 'Wenzel says, "I tried to catch the pike."'),
        ("Wenzel mended the oar.", 'Agda says, "I asked Wenzel to mend the oar."'),
        ("Agda forged the seal.", 'Wenzel says, "I doubt that Agda forged the seal."'),
        ("Agda forged the seal.", 'Wenzel says, "I don\'t believe Agda forged the seal."'),
        ('Wenzel said: "Agda forged a seal."', 'Wenzel says, "I doubt that Agda forged a seal."'),
    ],
)  # fmt: skip
def test_a_thought_is_no_deed(sentence: str, memory: str) -> None:
    assert judge(sentence, memory) == "contradicts"


@pytest.mark.parametrize(
    ("sentence", "memories"),
    [
        ("Wenzel is thinking of selling the brewery.", ('Wenzel says, "I may sell the brewery."',)),
        ("Wenzel sold the brewery.", ('Wenzel says, "I meant to sell the brewery, I sold it."',)),
        ("Wenzel had to sell the mare.", ('Wenzel says, "I had to sell the mare."',)),
        ("Wenzel regrets having sold the mare.", ('Wenzel says, "I wish I had never sold it."',)),
        (
            "Wenzel and Agda are to be married in May.",
            ('Wenzel says, "I plan to marry Agda in May."',),
        ),
        ('Wenzel said: "Agda forged a seal."', ('Wenzel says, "I saw it. Agda forged a seal."',)),
    ],
)  # fmt: skip
def test_what_was_done_too_or_is_told_as_meant_stands(
    sentence: str, memories: tuple[str, ...]
) -> None:
    assert judge(sentence, *memories) != "contradicts"
