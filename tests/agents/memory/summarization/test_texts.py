"""Validation, the deterministic summariser, prose, transcript, masking and token counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.clock import VirtualClock
from agents.memory.core import masking, transcript
from agents.memory.core.records import Experience
from agents.memory.core.tokens import HeuristicCounter, TiktokenCounter
from agents.memory.core.view import View, fold
from agents.memory.language import deterministic
from agents.memory.log.natures import find_old_nature
from agents.memory.summarization.validation import SummaryRefused, check_merge, check_summary
from agents.prose import shorten, split_sentences, tidy_reply
from tests.examples import choose_count
from world.nature import Nature

NOW = VirtualClock().now()

SOURCE = [
    '~Moss> say Good morning, Fern. | be kind You say, "Good morning, Fern."',
    'Fern says, "Good morning! Have you seen my lantern?"',
    "~Moss> look The Hall A long stone hall, cold even in June. Exits: garden, stair.",
    "~Moss> go garden You go garden. The Garden. Beds of moss under old apple trees.",
    "~Moss> get lantern You pick up the brass lantern.",
    "~Moss> give lantern to Fern You give the brass lantern to Fern.",
    'Fern says, "You are a treasure. Meet me at the well at dusk."',
]

GOOD = [
    "I greeted Fern in The Hall, found her brass lantern in the garden and gave it back.",
    "I spent the morning with Fern. She had lost her lantern; I found it and she thanked me."
    " We agreed to meet at the well at dusk.",
    'I met Fern, who asked "Have you seen my lantern?", and I brought it to her.\n'
    "I should be at the well at dusk.",
    "My morning began with Fern. Of course I helped her. I cannot forget the well at dusk.",
    "I cannot help smiling when I think of Fern. She has her lantern back.",
    "Sure of my way, I went to the garden. The memories of June stayed with me.",
    "Here in the hall it was cold, so I went to the garden, where I found a lantern.",
    "The passage from the hall to the garden was dark. I gave Fern her lantern.",
    "I'm sorry I kept Fern waiting; the lantern lay in the garden, and I found it late.",
    "I can't answer what Fern wants at the well, but I promised her to be there at dusk.",
    "I do not have enough light in the hall, so I took the lantern to Fern at once.",
    "I apologised to Fern for being late. She said I am a treasure.",
    "- I greeted Fern.\n- I found her lantern in the garden.\n- I must be at the well at dusk.",
    'Fern said: "Of course. Let me know if you find it." I found it in the garden.',
    "My day was quiet. I found a lantern for Fern. In summary, I am to be at the well at dusk.",
    "Meine Laterne? Nein, Ferns Laterne war es.",
    "Great winds kept us in the hall. Fern asked for her lantern, and I brought it.",
]

BAD = {
    "it is empty": ["", "  \n", "...", ">"],
    "it answers instead of summarising": [
        "I'm happy to help! Please share the memories.",
        "Sure! I met Fern and found a lantern.",
        "Certainly. In these memories Moss meets Fern.",
        "Here is a summary of the memories: I met Fern.",
        "Here's a first-rate summary: I met Fern.",
        "This is a summary of what happened.",
        "Summary: I met Fern.",
        "Of course! I met Fern.",
        "The summary of the text is that I met Fern.",
        "“Sure, I met Fern.”",
        "Here's a concise first-hand account of what you shared:\n\nI met Fern.",
        "Based on the provided memories, I met Fern.",
        "Thank you for the memories! I met Fern.",
        "The memories reveal that I met Fern.",
        "[Summary] I met Fern.",
        "assistant\nI met Fern.",
    ],
    "it is a refusal": [
        "I cannot summarize this conversation.",
        "I'm sorry, but I can't do that.",
        "As an AI, I have no memories.",
        "As a large language model I do not remember.",
        "I can’t help with that request.",
        "Unfortunately, I don't have access to the memories.",
        "As a helpful assistant, I cannot take part in this.",
        "I apologize, but there is too little to go by.",
        "I do not have enough information for that.",
    ],
    "it speaks as a language model": [
        "I met Fern, but as an AI I do not have feelings.",
        "<think>They want it short.</think> I met Fern.",
        "I was told that the user met Fern.",
    ],
    "it speaks to its reader": [
        "I met Fern.\n\nLet me know if you'd like it shorter!",
        "I met Fern. Is there anything else you would like to know?",
        "I met Fern.\n\n(Note: this was written in the first person.)",
    ],
    "it is not in the first person": [
        "Moss met Fern and found her lantern. He goes to the well at dusk.",
        "You met Fern and found her lantern.",
    ],
    "it is an error message": [
        "Error: model not found",
        '{"error":"overloaded"}',
        "<html><body>502 Bad Gateway</body></html>",
        "Traceback (most recent call last):",
    ],
    "it has headings": ["# Summary\nI met Fern.", "I met Fern.\n## Later\nI slept."],
    "it echoes the prompt": [
        "(first-person perspective, I/me/my, no meta-commentary): I met Fern."
    ],
    "it continues the transcript": [
        "~Moss> look",
        "I met Fern.\n~Moss> go well",
        'Fern says, "Good evening, Moss."',
        'I met Fern.\nMoss says, "I am here."',
        'You say, "Hello."',
        "go garden\nlook\nsay Hello, Fern.",
    ],
    "it repeats the memories word for word": [
        "A long stone hall, cold even in June. Beds of moss under old apple trees.",
        "I met Fern. A long stone hall, cold even in June. You pick up the brass lantern.",
    ],
    "it says the same again and again": ["I met Fern. " * 6],
}


@pytest.mark.parametrize("summary", GOOD)
def test_a_good_summary_passes(summary: str) -> None:
    """Plain first-person prose, with a quotation or in several lines."""
    check_summary(summary, SOURCE)


@pytest.mark.parametrize(
    ("why", "summary"), [(why, each) for why, texts in BAD.items() for each in texts]
)
def test_what_is_no_summary_is_refused_with_the_reason(why: str, summary: str) -> None:
    """The reason is what the log shows."""
    with pytest.raises(SummaryRefused, match=why):
        check_summary(summary, SOURCE)


def test_a_summary_larger_than_its_source_is_refused() -> None:
    """By how much is said."""
    with pytest.raises(SummaryRefused, match="11 characters larger"):
        check_summary("I saw rain falling.", ["It rains"])


def test_a_merge_may_use_the_sentences_but_must_use_both() -> None:
    """Keeping words is fine; keeping only one of the texts is not."""
    recent, older = "I gave Fern her lantern.", "I came to the hall in winter. It was cold."
    check_merge("I came to the hall in winter. I gave Fern her lantern.", recent, older)
    with pytest.raises(SummaryRefused, match="leaves out the older"):
        check_merge(recent, recent, older)
    with pytest.raises(SummaryRefused, match="leaves out the recent"):
        check_merge("It was cold.", recent, older)


def action(seq: int, line: str, result: str, **more: object) -> Experience:
    command = line.partition(" ")[0]
    text = f"~Moss> {line}\n{result}"
    made = Experience(
        seq,
        NOW,
        text,
        "action",
        command=command,
        line=line,
        place="The Hall",
        nature=find_old_nature(command, ""),
    )
    return replace(made, **more)  # type: ignore[arg-type]


def heard(seq: int, speaker: str, words: str) -> Experience:
    text = f'{speaker} says, "{words}"'
    return Experience(
        seq,
        NOW,
        text,
        "observation",
        "say",
        "The Garden",
        (speaker,),
        speaker=speaker,
        nature=find_old_nature("", "say"),
    )


LIFE = [
    action(1, "look", "The Hall\nA long stone hall, cold even in June.\nExits: garden"),
    action(2, "say Good morning, Fern.", 'You say, "Good morning, Fern."', reason="be kind"),
    heard(3, "Fern", "Have you seen my lantern?"),
    action(4, "go cellar", "There is no way to the cellar.", ok=False, event="refusal"),
    action(5, "get brass lantern", "You pick up the brass lantern."),
    heard(6, "Fern", "Meet me at the well at dusk."),
    action(7, "go garden", "You go garden.", reason="Fern waits for me"),
]


def test_the_deterministic_summary_tells_who_where_what_and_what_failed() -> None:
    """In the first person, from the labels of the memories, the same every time."""
    told = deterministic.summarise_memories(LIFE * 3)
    assert told == deterministic.summarise_memories(LIFE * 3)
    assert told == (
        "I was in The Hall and The Garden. I met Fern. I picked up brass lantern."
        ' I said "Good morning, Fern." I heard Fern say "Meet me at the well at dusk."'
        ' I tried "go cellar", which failed: There is no way to the cellar.'
        " What moved me last: Fern waits for me. I looked around 3 times and moved on 3 times."
    )
    check_summary(told, [each.text for each in LIFE * 3])


texts = st.text(max_size=60)
lives = st.lists(
    st.builds(
        Experience,
        st.integers(1, 9),
        st.just(NOW),
        st.text(min_size=1, max_size=80),
        st.sampled_from(["action", "observation", "thought"]),
        event=texts,
        place=texts,
        occupants=st.lists(texts, max_size=3).map(tuple),
        speaker=texts,
        command=st.sampled_from(["say", "look", "get", "go", ""]),
        line=texts,
        reason=texts,
        ok=st.booleans(),
        nature=st.sampled_from(Nature),
    ),
    min_size=1,
    max_size=12,
)


@settings(max_examples=choose_count(60, 150), deadline=None)
@given(lives, st.integers(20, 900))
def test_the_deterministic_summary_is_bounded_whatever_happened(
    life: list[Experience], limit: int
) -> None:
    """Never above the limit, never larger than the memories."""
    told = deterministic.summarise_memories(life, limit)
    assert len(told) <= limit
    assert len(told) <= sum(len(each.text) + 1 for each in life)


@settings(max_examples=choose_count(60, 150), deadline=None)
@given(st.text(max_size=400), st.text(max_size=400), st.integers(1, 300))
def test_merging_is_bounded(older: str, recent: str, limit: int) -> None:
    """Below the cap and below both texts together."""
    merged = deterministic.merge_texts(older, recent, limit)
    assert len(merged) <= min(limit, len(older) + len(recent) + 1)


def test_merging_keeps_the_earliest_and_the_latest() -> None:
    """However often it is done: the story still begins at its beginning."""
    text = "I was born in the reeds."
    for n in range(40):
        text = deterministic.merge_texts(text, f"I did deed {n}. I rested after deed {n}.", 400)
    assert text.startswith("I was born in the reeds.")
    assert text.endswith("I rested after deed 39.")
    assert len(text) <= 400 and len(split_sentences(text)) > 10


def test_tidying_drops_the_quote_mark_and_the_unfinished_end() -> None:
    """What the length limit cut off is not half a memory; lines stay lines."""
    assert tidy_reply("> I met Fern. I was going to the") == "I met Fern."
    assert (
        tidy_reply("I met Fern\x1b[31m.\r\n\r\n\r\n\r\nI slept.") == "I met Fern [31m.\n\nI slept."
    )
    assert tidy_reply("I met Fern. I met Fern. I slept") == "I met Fern."
    assert tidy_reply("just words without an end") == "just words without an end"


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("I am. You are!", ["I am.", "You are!"]),
        ('Ada said, "It rains. I go." I stayed.', ['Ada said, "It rains. I go."', "I stayed."]),
        ("Ada said, “It rains. I go.” I stayed.", ["Ada said, “It rains. I go.”", "I stayed."]),
        ('I found a 3" nail. It was bent.', ['I found a 3" nail.', "It was bent."]),
        ("", []),
    ],
)
def test_sentences_are_split_but_never_inside_a_quotation(text: str, parted: list[str]) -> None:
    """Half a quotation, kept where the other half was said before, would be nobody's words."""
    assert split_sentences(text) == parted


def test_shortening_keeps_whole_sentences() -> None:
    """Unless even the first one is too long."""
    assert shorten("I am. You are. He is.", 14) == "I am. He is."
    assert shorten("Incomprehensibilities abound.", 10) == "Incompreh…"


def view_of(*memories: Experience) -> View:
    return fold(replace(each, seq=n) for n, each in enumerate(memories, 1))


def test_the_transcript_folds_consecutive_repeats() -> None:
    """In the words of the reference, and nothing else is changed."""
    wind = Experience(1, NOW, "The wind blows.", "observation")
    view = view_of(LIFE[1], wind, wind, wind, LIFE[2], wind)
    assert transcript.render_transcript(view) == (
        '~Moss> say Good morning, Fern.\nYou say, "Good morning, Fern."\n'
        "The wind blows.\n(repeated 2 more times)\n"
        'Fern says, "Have you seen my lantern?"\nThe wind blows.'
    )


@settings(max_examples=choose_count(40, 100), deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "c\nd"]), min_size=1, max_size=20))
def test_a_new_memory_changes_only_the_transcripts_end(words: list[str]) -> None:
    """All but the count of the last repeats stays the prefix it was."""
    memories = [Experience(1, NOW, each, "observation") for each in words]
    before = transcript.render_transcript(view_of(*memories[:-1])) if memories[1:] else ""
    after = transcript.render_transcript(view_of(*memories))
    stable = before.rpartition("\n(repeated")[0] if before.endswith("times)") else before
    assert after.startswith(stable)


def test_masking_takes_bulky_old_output_oldest_first() -> None:
    """Not speech, not refusals of other kinds, not the newest, and no more than is needed."""
    bulky = action(1, "look", "A long stone hall, cold even in June. " * 10)
    speech = action(1, "say so", 'You say, "' + "So it is. " * 40 + '"')
    short = action(1, "look", "Dark.")
    newest = [bulky] * masking.KEPT_NEWEST
    view = view_of(speech, bulky, short, bulky, bulky, *newest)
    counter = HeuristicCounter()
    assert masking.choose_masked(view, counter, 10_000) == (2, 4, 5)
    assert masking.choose_masked(view, counter, 20) == (2,)
    assert masking.choose_masked(view, counter, 0) == ()
    masked = replace(view, masked=frozenset({2}))
    assert masking.choose_masked(masked, counter, 10_000) == (4, 5)
    assert transcript.show_memory(view.tail[1], masked) == (
        "~Moss> look\n[look output archived, #2]"
    )


def test_tiktoken_counts_offline() -> None:
    """The plug-in's ranks give the counts of cl100k_base."""
    counter = TiktokenCounter()
    assert counter.count("hello world") == 2
    assert counter.count("") == 0
    assert counter.count("~Moss> look | to see\nThe Hall\n" * 500) > 4000
    assert counter.name == "tiktoken cl100k_base"


def test_without_tiktoken_the_heuristic_says_so() -> None:
    """Counting goes on; the name tells how."""

    def broken() -> None:
        raise OSError("the ranks are not there")

    counter = TiktokenCounter(broken)  # type: ignore[arg-type]
    assert counter.count("four") == 1 and counter.count("fours") == 2
    assert counter.name == (
        "heuristic (4 characters): tiktoken cannot be used (the ranks are not there)"
    )


def test_a_summary_by_rule_tells_what_the_world_did() -> None:
    """The first and the last such thing; what bystanders do stays untold."""
    texts = ["Fog comes up the valley.", "A bell is struck.", "A light answers.", "Ada coughs."]
    memories = [
        Experience(
            seq, NOW, text, "observation", event="happening", place="The Landing",
            nature=Nature.HAPPENING if seq < 4 else Nature.DEED,
        )
        for seq, text in enumerate(texts, 1)
    ]  # fmt: skip
    talk = Experience(5, NOW, 'Ada says, "' + "So it goes. " * 20 + '"', "observation",
                      speaker="Ada", place="The Landing", nature=Nature.SPEECH)  # fmt: skip
    told = deterministic.summarise_memories([*memories, talk])
    assert 'I saw this: "Fog comes up the valley." I saw this: "A light answers."' in told
    assert "bell" not in told and "coughs" not in told
