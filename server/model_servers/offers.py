"""What people in the world are told about model servers, and how one is used from there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from agents.models.discovery import FoundServer
from late.late_dataclass import late_dataclass
from server.model_servers.choice import ChoiceRefused, ModelChooser
from world.vault.texts import Texts


@late_dataclass(frozen=True, slots=True)
class ModelOffers:
    """Words for a `ModelChooser`."""

    texts: Texts
    chooser: Callable[[], ModelChooser]
    apply: Callable[[], Awaitable[Sequence[str]]]
    """Put written settings in force; return what is wrong with them."""

    async def describe_found(self) -> str:
        """Return a line for each server found; empty if there is none."""
        found = await self.chooser().find_servers()
        return "\n".join(self._describe(server) for server in found)

    async def describe_servers(self) -> str:
        """Return a line for each server found, or where they were looked for."""
        chooser = self.chooser()
        if not chooser.places:
            return self.texts.say("llm.not-looked")
        asked = ", ".join(f"{place.name} {place.port}" for place in chooser.places)
        return await self.describe_found() or self.texts.say("llm.none-found", asked=asked)

    async def use_model(self, server: str, model: str) -> str:
        """Use a model and say what came of it."""
        try:
            profile = await self.chooser().use_model(server, model, self.apply)
        except ChoiceRefused as refused:
            return self.texts.say("llm.not-used", why=refused)
        known = {"model": profile.model, "provider": profile.provider.name}
        if profile.provider.has_slots:  # the model inside Tarn itself
            return self.texts.say("llm.used-own", prompting=profile.prompting, **known)
        return self.texts.say("llm.used", prompting=profile.prompting, **known)

    def _describe(self, server: FoundServer) -> str:
        models = ", ".join(each.name for each in server.models)
        best = max(server.models, key=lambda each: each.parameters).name
        name = server.place.name
        return self.texts.say("llm.found", server=name, url=server.url, models=models, best=best)
