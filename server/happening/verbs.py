"""The command with which administrators list happenings and let them happen."""

from __future__ import annotations

from collections.abc import Callable

from late.late_dataclass import late_dataclass
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.happenings.engine import HappeningEngine
from world.happenings.happening import Happening
from world.happenings.performing import CannotHappen
from world.names import key_of
from world.nature import Nature


@late_dataclass(frozen=True, slots=True)
class HappeningVerbs:
    """Makes the commands about happenings."""

    engine: Callable[[], HappeningEngine]
    """Returns the engine, which is made after the commands."""

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            Command(
                name="@happen",
                run=self.run_happen,
                syntax="@happen [<happening>]",
                summary="List the happenings, or let one happen now",
                category="building",
                nature=Nature.DEED,
                help="It asks for no hour, chance or condition, only whether its changes can be "
                "made. Example: @happen the light that answers",
                permission=Permission.ADMINISTRATORS,
                privacy=Privacy.SILENT,
            ),
        )

    def run_happen(self, inv: Invocation) -> None:
        """Let a happening happen, or list them all."""
        engine = self.engine()
        if not inv.args:
            _list_happenings(inv, engine)
            return
        name = _find_name(inv, engine)
        try:
            events = engine.make_happen(name)
        except CannotHappen as cannot:
            inv.refuse_text("happen.cannot", name=name, why=str(cannot))
        places = [inv.world.thing(event.place) for event in events]
        rooms = ", ".join(sorted(place.name for place in places if place))
        if rooms:
            inv.reply_text("happen.seen", name=name, rooms=rooms)
        else:
            inv.reply_text("happen.unseen", name=name)


def _list_happenings(inv: Invocation, engine: HappeningEngine) -> None:
    if not engine.happenings:
        inv.refuse_text("happen.none")
    lines = [
        inv.say_text("happen.line", name=name, when=_describe_when(each))
        for name, each in engine.happenings.items()
    ]
    inv.reply("\n".join([inv.say_text("happen.head", count=len(lines)), *lines]))


def _find_name(inv: Invocation, engine: HappeningEngine) -> str:
    """Return the name that was typed, or the only one with these words in it; else refuse."""
    key, names = key_of(inv.args), list(engine.happenings)
    exact = [name for name in names if key_of(name) == key]
    found = exact or [name for name in names if key in key_of(name)]
    if len(found) != 1:
        listed = ", ".join(found or names) or "-"
        inv.refuse_text("happen.unknown", name=inv.args, names=listed)
    return found[0]


def _describe_when(each: Happening) -> str:
    if each.deed:
        return f"{each.deed.deed} {each.deed.thing}"
    hour, minute = divmod(each.minute or 0, 60)
    return f"{hour:02}:{minute:02}"
