"""The server's own commands, for administrators: saving, reloading, showing, shutting down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from agents.mind.background_tasks import BackgroundTasks
from agents.mind.commands.admin_row import Notify
from late.late_dataclass import late_dataclass
from server.reload import Reloader
from world.commands.command import Command, Permission, Privacy
from world.commands.invocation import Invocation
from world.nature import Nature
from world.text import clean_line
from world.vault.texts import Texts, UnknownText


@late_dataclass(frozen=True, slots=True)
class ServerVerbs:
    """Makes the commands of administrators for the server."""

    texts: Texts
    reloader: Callable[[], Reloader]
    """Returns what saves and reloads, which is made after the commands."""
    describe_settings: Callable[[], str]
    upgrade: Callable[[str], None]
    notify: Notify
    background: BackgroundTasks

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            _row("@save", self.run_save, "@save", "Bring everything to disk now", Nature.DEED),
            _row(
                "@reload", self.run_reload, "@reload",
                "Read settings, texts, rooms, happenings, profiles and edited summaries again",
                Nature.DEED,
                aliases=("@reload-text",),
                help="What is broken stays as it was and is named with file and line. The port, "
                "the limits of connections and the vault's place change at a restart only.",
            ),
            _row(
                "@show-config", self.run_show, "@show-config", "Every setting in force",
                Nature.REPORT,
            ),
            _row(
                "@show-text", self.run_text, "@show-text [<key or page>]",
                "The sentences the server says, and where each stands",
                Nature.REPORT,
            ),
            self._upgrade_row(),
        )  # fmt: skip

    def _upgrade_row(self) -> Command:
        return _row(
            "@upgrade", self.run_upgrade, "@upgrade",
            "Let the program on the disk take over; nobody is dropped",
            Nature.DEED, exact=True,
            help="For a new version that was installed, or settings that need a restart. "
            "The program is tried first; if it could not start, all stays as it is. "
            "Connections over TLS have to be made again.",
        )  # fmt: skip

    def run_save(self, inv: Invocation) -> None:
        """Save, and report when it is done."""
        self.background.run(self._save(inv))

    async def _save(self, inv: Invocation) -> None:
        try:
            wrong = await self.reloader().save()
        except Exception as error:  # a defect of ours must not leave the person without an answer
            wrong = [repr(error)]
        failed = [inv.say_text("save.failed", why=each) for each in wrong]
        for line in failed or [self._describe_saved(inv)]:
            self.notify(inv.actor.id, line, "notice")

    def _describe_saved(self, inv: Invocation) -> str:
        lost = self.reloader().describe_losses()
        return inv.say_text("save.lost", what=lost) if lost else inv.say_text("save.done")

    def run_reload(self, inv: Invocation) -> None:
        """Reload, and report what changed."""
        inv.reply_text("reload.begun")
        self.background.run(self._reload(inv))

    async def _reload(self, inv: Invocation) -> None:
        models = self.reloader().settings.llm
        try:
            for line in await self.reloader().reload():
                self._tell(inv, line)
            for line in await self.reloader().follow_up(models):
                self._tell(inv, inv.say_text("reload.later", what=line), "fault")
        except Exception as error:  # who typed it must hear of it; the log does, too
            why = str(error) or repr(error)
            self._tell(inv, self.texts.say("reload.failed", why=why), "fault")
            raise

    def _tell(self, inv: Invocation, text: str, kind: str = "notice") -> None:
        """Tell the actor something late; administrators who are here, if the actor is gone."""
        world, actor = inv.world, inv.actor
        if world.is_present(actor) and not world.presence.is_lost(actor.id):
            self.notify(actor.id, text, kind)
        else:
            world.tell_administrators(text, kind)

    def run_show(self, inv: Invocation) -> None:
        """Show the settings."""
        inv.reply_text("config.shown", settings=self.describe_settings())

    def run_text(self, inv: Invocation) -> None:
        """Show a sentence or a page, or list both."""
        key = clean_line(inv.args, 80)
        keys = self.texts.keys()
        begun = [name for name in keys if key and name.startswith(key)]
        if not key:
            self._list_texts(inv)
        elif key in keys:
            inv.reply_text(
                "text.shown", key=key, where=self.texts.where(key), text=self.texts.raw(key)
            )
        elif begun:
            inv.reply_text("text.several", names=", ".join(begun))
        else:
            self._show_page(inv, key)

    def _list_texts(self, inv: Invocation) -> None:
        keys = self.texts.keys()
        groups = Counter(key.partition(".")[0] for key in keys)
        inv.reply_text(
            "text.which", count=sum(groups.values()), pages=", ".join(self.texts.pages()),
            groups=", ".join(sorted(groups)),
        )  # fmt: skip

    def _show_page(self, inv: Invocation, key: str) -> None:
        try:
            page = self.texts.page(key)
        except UnknownText:
            inv.refuse_text("text.unknown", name=key)
        inv.reply_text("text.shown", key=key, where=f"pages/{key}.md", text=page)

    def run_upgrade(self, inv: Invocation) -> None:
        """Begin the upgrade."""
        inv.reply_text("upgrade.tried")
        self.upgrade(inv.actor.name)


def _row(
    name: str,
    run: Callable[[Invocation], None],
    syntax: str,
    summary: str,
    nature: Nature,
    *,
    aliases: tuple[str, ...] = (),
    help: str = "",
    exact: bool = False,
) -> Command:
    return Command(
        name, run, syntax, summary, "admin", nature=nature, aliases=aliases, help=help,
        exact=exact, permission=Permission.ADMINISTRATORS, privacy=Privacy.SILENT,
    )  # fmt: skip
