"""What an agent is like at this moment: phase, intention, model, health."""

from __future__ import annotations

from agents.memory.status import MemoryStatus
from agents.mind.agent import Agent
from agents.mind.model_client import GenerationParams
from agents.mind.speech.decision_share import SLOW_SECONDS, describe_share
from agents.models.hub import ModelHub
from agents.models.profiles import SCENE
from late.late_dataclass import late_dataclass
from server.web.routing import Data
from world.world import World


@late_dataclass(frozen=True, slots=True)
class MindReport:
    """Describes the minds of a world with the models of a hub."""

    world: World
    hub: ModelHub

    async def describe(self, agent: Agent) -> Data:
        """Return the state of an agent. The memory is measured first, if it never was."""
        status = await agent.assess_memory()
        return {
            "name": agent.name,
            "character": agent.character,
            "place": self.world.find_place(agent.name),
            "state": name_state(agent),
            "paused": agent.paused,
            "interval": agent.pace.think_interval,
            "intention": _describe_intention(agent),
            "model": self._describe_model(agent),
            "memory": _describe_memory(status),
            "decided": describe_share(agent.state.decisions.count()),
            "went": _describe_went(agent),
            "prompts": _describe_prompts(status),
            "error": agent.last_error,
        }

    def _describe_model(self, agent: Agent) -> Data:
        params, profile = agent.generation_params, agent.profile.model_profile
        status = self.hub.dispatcher(profile).status()
        return {
            "profile": self.hub.profile(profile).name,
            "label": status.label,
            "prompting": params.prompting,
            "by_rule": params.by_rule,
            "decides": name_decider(params),
            "room": params.room,
            "circuit": status.circuit,
            "why": status.why,
        }


def name_decider(params: GenerationParams) -> str:
    """Return who decides an agent's turns: ``model``, ``rules``, or ``both``.

    Both: rules do, and the model is asked where a person wants a yes or no of the agent itself.
    """
    if params.by_rule or (params.prompting == SCENE and not params.may_speak):
        return "rules"
    return "both" if params.prompting == SCENE else "model"


def name_state(agent: Agent) -> str:
    """Return what an agent is at: the phase of its turn or its sleep; paused between turns."""
    if not agent.sleeper.awake:
        return agent.sleeper.state.value
    if agent.paused and not agent.hindrance:
        return "paused"
    return agent.phase.value


def _describe_intention(agent: Agent) -> Data | None:
    keeper = agent.intentions
    pursuit, intention = keeper.state.present, keeper.find_present()
    if pursuit is None or not agent.sleeper.awake:
        return None
    count = len(intention.steps) if intention else 0
    return {
        "name": pursuit.name,
        "step": min(pursuit.step + 1, count),
        "steps": count,
        "doing": keeper.describe_doing(),
    }


def _describe_went(agent: Agent) -> Data:
    measured = agent.state.decisions.measure()
    return {**measured, "slow_seconds": SLOW_SECONDS, "waiting": agent.state.list_owed()}


def _describe_prompts(status: MemoryStatus) -> Data:
    own = status.own
    return {
        "form": own.form if own else "",
        "last": own.last if own else None,
        "whole": status.prompt.whole if status.prompt.overhead is not None else None,
    }


def _describe_memory(status: MemoryStatus) -> Data:
    return {
        "health": status.health,
        "causes": list(status.causes),
        "memories": status.total,
        "summarised": status.covered[1] if status.covered else 0,
        "strategy": status.strategy.name,
        "next": status.strategy.condition,
        "band": status.prompt.band,
    }
