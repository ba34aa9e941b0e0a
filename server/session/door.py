"""The login dialogue: name and password. Then the session takes over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from agents.event_line import tell_event
from agents.state_machine import StateMachine
from late.late_pattern import late_pattern
from server.boundaries import Account, Accounts, Gate, Refused, Role, make_account
from server.session.boundaries import Desk, Wire, quote_for_log
from server.session.entry.account_desk import AccountDesk
from server.session.entry.password_check import hide_password
from server.session.entry.repeated_secret import RepeatedSecret
from server.session.entry.rules import EntryRules
from server.session.entry.typed_command import complete_command, describe_surplus, refuses_words
from server.session.lost.cut_wire import CutWire
from server.session.session import Session
from server.session.states import VISIT_TRANSITIONS, VisitState
from server.session.who import list_visitors
from server.upgrade.handover import HandedPerson

TRIES = 3
"""Wrong passwords after which the connection is closed."""

STATUS_REQUEST = "MSSP-REQUEST"
"""What a listing of games types to learn what the server is."""

_WEB = late_pattern(r"(?:[A-Z]+ \S+ HTTP/\d)|SSH-\d|(?:EHLO|HELO) ")


class Door:
    """One visit's dialogue. Passwords are not echoed, logged or kept."""

    def __init__(
        self,
        wire: Wire,
        gate: Gate,
        accounts: Accounts,
        rules: EntryRules,
        desk: Desk,
        *,
        administrators_only: bool = False,
        known: Account | None = None,
    ) -> None:
        """`administrators_only`: every other place is taken, and this one is kept for them.

        `known` is who the page for browsers has let in, who is not asked for a password again.
        """
        self._wire: Wire = wire
        self._gate = gate
        self._accounts = accounts
        self._rules = rules
        self._entry = AccountDesk(
            wire.address, accounts, rules, desk, administrators_only=administrators_only
        )
        self._administrators_only = administrators_only
        self._known = known
        self._is_guest = False
        self._desk = desk
        self._machine = StateMachine("a visit", VisitState.GREETING, VISIT_TRANSITIONS)
        self._session: Session | None = None
        self._creating = False
        self._name = ""
        self._password = ""
        self._words = 0
        self._secrets = RepeatedSecret(desk.seconds)
        self._task: object = None

    # --- the connection ---------------------------------------------------------------

    def on_opened(self) -> None:
        """Greet at once, without waiting for the client's negotiation."""
        if self._known is None:
            self._show_banner()
        if self._administrators_only:
            self._say("door.kept")
        if self._known is not None:
            self._admit(self._known)

    def _show_banner(self) -> None:
        """Show how one comes in; who is known is told so only if they are refused."""
        # The empty line keeps the banner whole if a client shows our first bytes as junk.
        self._wire.show("\n" + self._desk.texts.page("banner").rstrip("\n"), "banner")
        self._known = None

    def on_line(self, text: str) -> None:
        """Handle one line according to the state of the dialogue."""
        if self._machine.state is VisitState.PLAYING:
            self._play(text)
            return
        handle = _BY_STATE.get(self._machine.state)
        if handle is not None:
            handle(self, text)

    def on_packages(self) -> None:
        """Tell the client how things stand, once the person is in the world."""
        if self._session is not None:
            self._session.introduce()

    def hand_over(self) -> HandedPerson | None:
        """Return the person in the world for the program to come; ask nothing more at the door."""
        if self._machine.state in (VisitState.PASSWORD, VisitState.AGAIN):
            self._give_up("upgrade.ask-again")
        elif self._machine.state is VisitState.CHECKING:
            self._say("upgrade.ask-again")
        return self._session.hand_over() if self._session is not None else None

    def ask_back(self, key: str) -> None:
        """Hang up: this connection cannot be carried over; the body waits for its person."""
        why = self._desk.texts.say(key)
        if self._session is not None:
            self._session.lose()
            waits = self._session.character is not None
            why = f"{why} {self._desk.texts.say('upgrade.body-waits')}" if waits else why
        self._wire.close(why)

    def on_carried(self, person: HandedPerson | None) -> None:
        """Go on with a visit of the program before this one."""
        if person is None:
            return
        account = make_account(person.account)
        session = Session(self._wire, self._gate, account, self._desk)
        try:
            session.resume(person)
        except Refused as refused:
            self._back_to_greeting(str(refused))
            return
        self._session = session
        self._is_guest = account.guest and self._rules.begin_guest(self._wire.address)
        self._machine.to(VisitState.PLAYING)
        self._wire.mark_admitted()
        self._say("upgrade.done")
        session.go_on(person.screen)

    def on_closed(self) -> None:
        """Tell the session, if the person is in the world: the connection is closed."""
        self._password = ""
        if self._is_guest:
            self._rules.end_guest(self._wire.address)
        if self._machine.state is not VisitState.GONE:
            self._machine.to(VisitState.GONE)
        if self._session is not None:
            self._session.lose()
        # The connection holds the door: without circles all of it is freed with the connection.
        self._wire, self._session = CutWire(self._wire.address), None

    def _close(self, key: str, **values: str) -> None:
        self._machine.to(VisitState.GONE)
        self._wire.close(self._desk.texts.say(key, **values))

    # --- the greeting -----------------------------------------------------------------

    def _greeting(self, text: str) -> None:
        if _WEB.match(text):
            self._close("door.web")
            return
        verb, _, rest = text.strip().partition(" ")
        if text.strip() == STATUS_REQUEST:
            self._wire.tell_status()
        elif verb:
            self._perform(complete_command(verb.casefold()), rest.strip())

    def _perform(self, command: str, rest: str) -> None:
        surplus = describe_surplus(command, rest, self._desk.texts)
        if surplus:
            self._wire.show(surplus, "result")
        if not (surplus and refuses_words(command)):
            _VERBS.get(command, Door._hint)(self, rest)

    def _connect(self, rest: str) -> None:
        self._begin("connect", rest, creating=False)

    def _create(self, rest: str) -> None:
        if self._administrators_only:
            self._say("door.kept")
            return
        self._begin("create", rest, creating=True)

    def _begin(self, verb: str, rest: str, *, creating: bool) -> None:
        self._name, _, password = rest.partition(" ")
        self._creating = creating
        self._words = len(password.split())
        if not self._name:
            self._say("door.need-name", verb=verb)
        elif password.strip():
            self._secrets.note(rest)
            self._check(password.strip())
        else:
            self._ask()

    def _guest(self, rest: str) -> None:
        try:
            self._count_guest()
            account = self._accounts.guest()
        except Refused as refused:
            self._wire.show(str(refused), "refusal")
        else:
            if rest.strip():
                self._say("door.guest-name")
            self._enter(account, newcomer=True)

    def _count_guest(self) -> None:
        if self._administrators_only:
            raise Refused(self._desk.texts.say("door.kept"))
        if self._is_guest:  # the world refused before; the visit is counted already
            return
        address = self._wire.address
        self._is_guest = self._rules.begin_guest(address)
        if not self._is_guest:
            count = str(self._rules.guests_from(address))
            raise Refused(self._desk.texts.say("door.guests-address", count=count))

    def _who(self, rest: str) -> None:
        for text in list_visitors(self._gate.visitors(), self._desk.texts):
            self._wire.show(text, "result")

    def _help(self, rest: str) -> None:
        self._say("door.help")

    def _hint(self, rest: str) -> None:
        self._say("door.hint")

    def _quit(self, rest: str) -> None:
        self._close("door.goodbye")

    # --- the password -----------------------------------------------------------------

    def _ask(self) -> None:
        self._machine.to(VisitState.PASSWORD)
        if not self._wire.hides_input:
            self._say("door.password-shows")
        self._wire.hide_input()
        self._prompt("door.password-new" if self._creating else "door.password")

    def _first_password(self, text: str) -> None:
        self._password = text.strip()
        if not self._password:
            self._give_up("door.cancelled")
        elif self._creating:
            self._machine.to(VisitState.AGAIN)
            self._new_line()
            self._prompt("door.password-again")
        else:
            self._stop_hiding()
            self._check(self._password)

    def _second_password(self, text: str) -> None:
        if text.strip() == self._password:
            self._stop_hiding()
            self._check(self._password)
        else:
            self._give_up("door.password-differs", name=self._name)

    def _give_up(self, key: str, **values: str) -> None:
        self._stop_hiding()
        self._password = ""
        self._machine.to(VisitState.GREETING)
        self._say(key, **values)

    def _stop_hiding(self) -> None:
        self._wire.show_input()
        self._new_line()

    def _new_line(self) -> None:
        # A client that hides input does not show the Enter key either.
        if self._wire.hides_input:
            self._wire.show("", "result")

    def _prompt(self, key: str) -> None:
        self._wire.prompt(self._desk.texts.say(key).rstrip() + " ")

    # --- checking ---------------------------------------------------------------------

    def _check(self, password: str) -> None:
        self._password = ""
        self._secrets.note(password)
        self._machine.to(VisitState.CHECKING)
        self._wire.hold()
        enter = self._entry.make if self._creating else self._entry.find
        self._task = self._desk.spawn(self._settle(enter(self._name, password)))

    def _admit(self, known: Account) -> None:
        """Let somebody in whom the page has checked; a guest of the page as a guest."""
        self._say("door.from-page", name=known.name)
        if known.guest:
            self._guest("")
            return
        self._name = known.name
        self._machine.to(VisitState.CHECKING)
        self._wire.hold()
        self._task = self._desk.spawn(self._settle(self._entry.trust(known)))

    async def _settle(self, work: Awaitable[Account]) -> None:
        """Await the password check; release the lines afterwards, even on an error."""
        try:
            account = await work
            await self._gate.prepare(account)
        except Refused as refused:
            if refused.fault:
                line = f"no account for {quote_for_log(self._name)}: {refused.fault}"
                self._desk.log(tell_event("visit.fault", line, "error", who=self._name))
            self._turn_away(str(refused))
        except Exception as fault:
            line = f"fault at the door for {quote_for_log(self._name)}"
            line = f"{line}: {quote_for_log(repr(fault))}"
            self._desk.log(tell_event("visit.fault", line, "error", who=self._name))
            self._turn_away(self._desk.texts.say("door.trouble"))
        else:
            self._let_in(account)
        finally:
            self._wire.release()

    def _turn_away(self, reason: str) -> None:
        who, address = hide_password(self._name), self._wire.address
        line = f"turned away {quote_for_log(who)} from {address}: {quote_for_log(reason)}"
        fields = {"who": who, "address": address, "why": reason}
        self._desk.log(tell_event("visit.turned-away", line, **fields))
        if self._machine.state is not VisitState.CHECKING:
            return
        self._machine.to(VisitState.GREETING)
        self._refuse(reason)
        if self._entry.wrong >= TRIES:
            self._close("door.too-many-tries", count=str(TRIES))

    def _let_in(self, account: Account) -> None:
        if self._machine.state is VisitState.CHECKING:
            self._enter(account, newcomer=self._creating)

    # --- in the world -----------------------------------------------------------------

    def _enter(self, account: Account, *, newcomer: bool) -> None:
        session = Session(self._wire, self._gate, account, self._desk)
        self._welcome(account, newcomer=newcomer)
        try:
            session.enter()
        except Refused as refused:
            self._back_to_greeting(str(refused))
            return
        self._session = session
        session.secrets = self._secrets
        self._machine.to(VisitState.PLAYING)
        self._wire.mark_admitted()
        role, address = account.role.value, self._wire.address
        self._desk.record("login", account.name, address=address, role=role)
        client = self._wire.terminal.client
        line = f"{quote_for_log(account.name)} in from {address}, client {quote_for_log(client)}"
        fields = {"who": account.name, "address": address, "role": role, "client": client}
        self._desk.log(tell_event("visit.login", line, **fields))

    def _back_to_greeting(self, reason: str) -> None:
        if self._machine.state is not VisitState.GREETING:
            self._machine.to(VisitState.GREETING)
        self._refuse(reason)

    def _refuse(self, reason: str) -> None:
        if self._known is not None:
            self._show_banner()
        self._wire.show(reason, "refusal")

    def _welcome(self, account: Account, *, newcomer: bool) -> None:
        kind = "" if account.role is Role.PLAYER else f"-{account.role}"
        self._wire.show(self._desk.texts.say("door.welcome" + kind, name=account.name), "notice")
        if newcomer and account.role is Role.ADMINISTRATOR:
            self._say("door.first-account")
        if self._creating and self._words > 1:
            self._say("door.password-words", count=str(self._words))
        if newcomer:
            self._wire.show(self._desk.texts.page("welcome").rstrip("\n"), "result")

    def _play(self, text: str) -> None:
        if self._session is not None:
            self._session.on_line(text)

    # --- small change -----------------------------------------------------------------

    def _say(self, key: str, **values: str) -> None:
        self._wire.show(self._desk.texts.say(key, **values), "result")


_BY_STATE: Mapping[VisitState, Callable[[Door, str], None]] = {
    VisitState.GREETING: Door._greeting,
    VisitState.PASSWORD: Door._first_password,
    VisitState.AGAIN: Door._second_password,
}
_VERBS: Mapping[str, Callable[[Door, str], None]] = {
    "connect": Door._connect,
    "create": Door._create,
    "guest": Door._guest,
    "who": Door._who,
    "help": Door._help,
    "quit": Door._quit,
}
