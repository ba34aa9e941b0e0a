"""All commands of people, in the order of help."""

from __future__ import annotations

from collections.abc import Callable

from server.people.opening import PeopleParts
from server.people.people import People
from server.people.verbs.channels import ChannelVerbs, Overhearing
from server.people.verbs.company import CompanyVerbs
from server.people.verbs.mail import MailVerbs
from server.people.verbs.own import OwnVisitVerbs
from server.people.verbs.preferences import PreferenceVerbs
from world.commands.command import Command


def make_people_rows(parts: Callable[[], PeopleParts], minds: Overhearing) -> tuple[Command, ...]:
    """Return the rows. What they use is made after the commands, hence the calls."""

    def people() -> People:
        return parts().people

    return (
        *CompanyVerbs(people).rows(),
        *ChannelVerbs(people, minds).rows(),
        *MailVerbs(people, lambda: parts().post).rows(),
        *PreferenceVerbs(people).rows(),
        *OwnVisitVerbs(people).rows(),
    )
