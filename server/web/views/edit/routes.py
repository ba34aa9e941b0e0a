"""What the view Edit is answered: the files, their texts, and whether a text was written.

Builders are answered about rooms, administrators about everything.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from http import HTTPStatus

from server.boundaries import Role
from server.web.api import read_body
from server.web.boundaries import NotAnswered, Reply
from server.web.routing import Data, Route, RouteCall
from server.web.sources import PageSources
from server.web.stream import encode_json
from server.web.views.edit.desk import (
    DraftRefused,
    FileChanged,
    FileDesk,
    FileEditor,
    compare_texts,
)
from server.web.views.edit.draft import DraftError
from server.web.views.edit.files import EditableFile, FileText

CHANGED = (
    "The file has changed since you opened it. Nothing was written; your text is still here. "
    "Look at what differs, then save yours over it or take the file's."
)

REFUSED = "The text does not pass its check, so nothing was written."

MOST_COMPARED = 5000
"""Lines of a difference that are answered."""


class EditRoutes:
    """Answers from the files of the vault and the settings."""

    def __init__(self, sources: PageSources) -> None:
        self._files = FileDesk(sources.reloader, sources.desk, sources.budgets)

    @property
    def routes(self) -> Sequence[Route]:
        """What can be asked."""
        return (
            Route("/files", self._list_files, Role.BUILDER),
            Route("/files/text", self._show_text, Role.BUILDER),
            Route("/files/text", self._write_text, Role.BUILDER, "PUT"),
            Route("/files/before", self._show_before, Role.BUILDER),
            Route("/files/new", self._show_template, Role.BUILDER),
        )

    async def _list_files(self, asked: RouteCall) -> Data:
        files = await self._files.list_all(_find_editor(asked))
        return {"files": [_describe(each) for each in files]}

    async def _show_text(self, asked: RouteCall) -> Data:
        return await self._describe_text(await self._find(asked))

    async def _show_before(self, asked: RouteCall) -> Data:
        return {"text": await self._files.read_before(await self._find(asked))}

    async def _show_template(self, asked: RouteCall) -> Data:
        name = asked.call.query.get("path", "")
        file = await self._files.plan(name, _find_editor(asked))
        found = await self._describe_text(file)
        if found["digest"]:
            raise NotAnswered(409, f"{name} is there already.")
        return found

    async def _find(self, asked: RouteCall) -> EditableFile:
        return await self._files.find(asked.call.query.get("path", ""), _find_editor(asked))

    async def _describe_text(self, file: EditableFile) -> Data:
        found = await self._files.read(file)
        return {**_describe(file), "text": found.text, "digest": found.digest}

    async def _write_text(self, asked: RouteCall) -> Data | Reply:
        said = read_body(asked.call)
        path, text, digest = (said.get(each) for each in ("path", "text", "digest"))
        if not (isinstance(path, str) and isinstance(text, str) and isinstance(digest, str)):
            raise NotAnswered(400, 'Send {"path": …, "text": …, "digest": …}.')
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        editor = _find_editor(asked)
        # Without a digest it is a file that was not there: if it is by now, both are shown.
        file = await (self._files.find if digest else self._files.plan)(path, editor)
        try:
            messages = await self._files.write(file, text, digest, editor)
        except DraftRefused as refused:
            errors = [describe_error(file, each) for each in refused.errors]
            return _refuse(HTTPStatus.UNPROCESSABLE_ENTITY, {"error": REFUSED, "errors": errors})
        except FileChanged as changed:
            return await _show_conflict(changed.present, text)
        return {**await self._describe_text(file), "messages": messages}


def _find_editor(asked: RouteCall) -> FileEditor:
    return FileEditor(asked.account, asked.call.address)


async def _show_conflict(present: FileText, own: str) -> Reply:
    difference = await asyncio.to_thread(compare_texts, present.text, own)
    return _refuse(
        HTTPStatus.CONFLICT,
        {
            "error": CHANGED,
            "text": present.text,
            "digest": present.digest,
            "difference": difference[:MOST_COMPARED],
        },
    )


def _refuse(status: HTTPStatus, data: Data) -> Reply:
    return Reply(status.value, encode_json(data).encode("utf-8", "replace"))


def describe_error(file: EditableFile, error: DraftError) -> Data:
    """Return an error of a file; its text does not say once more which file and line it is of."""
    place = re.match(rf"{re.escape(file.name)}(?::\d+)*[:,] ", error.text)
    return {"line": error.line, "text": error.text[place.end() if place else 0 :]}


def _describe(file: EditableFile) -> Data:
    return {"path": file.name, "kind": file.kind, "agent": file.agent}
