"""What the page says of the sentences of a summary."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agents.memory.log.codec import encode
from agents.memory.log.segment import segment_path
from agents.memory.summarization.second_reading.standing import digest_sentence
from server.web.views.memory.sentences import open_sentences
from tests.agents.memory.summarization.test_agreement import make_speech, make_summary


def test_what_its_model_found_goes_before_rules(tmp_path: Path) -> None:
    heard = make_speech(1, "Ada", 'Ada says, "I keep 12 hens, and not one of them lays."')
    segment_path(tmp_path, 1).write_bytes(encode(heard))
    told = "Ada gets no eggs from her dozen hens."
    summary = make_summary(told, ((1,),))
    (by_rule,) = open_sentences(tmp_path, summary, {})
    assert by_rule["verdict"] == "cannot tell" and by_rule["why"]
    (read,) = open_sentences(tmp_path, replace(summary, borne_out=(digest_sentence(told),)), {})
    assert read["verdict"] == "supports" and not read["why"]
