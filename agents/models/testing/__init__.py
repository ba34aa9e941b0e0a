"""A model for tests and benchmarks. It answers faithfully, or fails as real models fail.

`ScriptedModelServer` serves it on a real socket with Ollama's and OpenAI's interfaces;
`RehearsalModel` runs it in this process.  `modes` lists its behaviours; `planted` makes facts
whose survival a test can check.  The parts below: `prompts` parses a prompt, `retelling` writes
faithful answers, `misbehaving` the wrong ones, `lines` gives agents' lines, `performing` and
`rehearsal` combine them, `protocols`, `http` and `thread` serve them.
"""

from agents.models.testing.model import RehearsalModel
from agents.models.testing.modes import MODES, Mode, Modes, ModesRefused
from agents.models.testing.planted import PlantedFact, find_fact_keys, plant_facts
from agents.models.testing.retelling import write_combination, write_recollection
from agents.models.testing.server import ScriptedModelServer

__all__ = [
    "MODES",
    "Mode",
    "Modes",
    "ModesRefused",
    "PlantedFact",
    "RehearsalModel",
    "ScriptedModelServer",
    "find_fact_keys",
    "plant_facts",
    "write_combination",
    "write_recollection",
]
