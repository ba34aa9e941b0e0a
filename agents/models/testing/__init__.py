"""A model to rehearse with: it does what agents need of one, or fails them as models do.

`ScriptedModelServer` puts it behind a real socket with Ollama's and OpenAI's interfaces,
`RehearsalModel` into this process.  `modes` says how it may behave, `planted` makes facts
whose survival can be checked mechanically.  Below them: `prompts` (what is asked),
`retelling` (a faithful answer), `misbehaving` (the others), `lines` (what agents say),
`rehearsal` (all of it together), `protocols` and `http` (the wire), `thread`.
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
