"""What the view Edit is answered: the files, their texts, and whether a text was written."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus

from server.boundaries import Role
from server.web.api import read_body
from server.web.boundaries import NotAnswered, Reply
from server.web.routing import Data, Route, RouteCall
from server.web.sources import PageSources
from server.web.stream import encode_json
from server.web.views.edit.desk import DraftRefused, FileChanged, FileDesk, compare_texts
from server.web.views.edit.files import EditableFile, FileText

CHANGED = (
    "The file has changed since you opened it. Nothing was written; your text is still here. "
    "Look at what differs, then save yours over it or take the file's."
)

REFUSED = "The text does not pass its check, so nothing was written."

MOST_COMPARED = 5000
"""Lines of a difference that are answered."""


class EditRoutes:
    """Answers from the files of the vault and the settings; all of it is for administrators."""

    def __init__(self, sources: PageSources) -> None:
        self._files = FileDesk(sources.reloader, sources.desk)

    @property
    def routes(self) -> Sequence[Route]:
        """What can be asked."""
        return (
            Route("/files", self._list_files, Role.ADMINISTRATOR),
            Route("/files/text", self._show_text, Role.ADMINISTRATOR),
            Route("/files/text", self._write_text, Role.ADMINISTRATOR, "PUT"),
        )

    async def _list_files(self, asked: RouteCall) -> Data:
        return {"files": [_describe(each) for each in await self._files.list_all()]}

    async def _show_text(self, asked: RouteCall) -> Data:
        file = await self._files.find(asked.call.query.get("path", ""))
        found = await self._files.read(file)
        return {**_describe(file), "text": found.text, "digest": found.digest}

    async def _write_text(self, asked: RouteCall) -> Data | Reply:
        said = read_body(asked.call)
        path, text, digest = (said.get(each) for each in ("path", "text", "digest"))
        if not (isinstance(path, str) and isinstance(text, str) and isinstance(digest, str)):
            raise NotAnswered(400, 'Send {"path": …, "text": …, "digest": …}.')
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        file = await self._files.find(path)
        try:
            messages = await self._files.write(file, text, digest, asked.account)
        except DraftRefused as refused:
            errors = [{"line": each.line, "text": each.text} for each in refused.errors]
            return _refuse(HTTPStatus.UNPROCESSABLE_ENTITY, {"error": REFUSED, "errors": errors})
        except FileChanged as changed:
            return await _show_conflict(changed.present, text)
        now = await self._files.read(file)
        return {**_describe(file), "digest": now.digest, "text": now.text, "messages": messages}


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


def _describe(file: EditableFile) -> Data:
    return {"path": file.name, "kind": file.kind, "agent": file.agent}
