"""Records every request that discord.py makes while a bot runs under SimCord.

with recording() as recorder:
    async with simcord.run(bot) as env:
        await ann.slash(channel, "board")
assert not recorder.problems()
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from simcord import BackendError
from simcord.http import router

from tests.discord.check import problems
from tests.discord.requests import EPHEMERAL, Callback, Interaction, Request, Upload, copy_json


class Recorder(logging.Handler):
    """The requests so far, and what discord.py only logged.

    discord.py logs what a dynamic item or an autocomplete callback raises and tells nobody else, so SimCord
    cannot report it either: `logged` holds these lines.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.requests: list[Request] = []
        self.logged: list[str] = []
        self._asked: dict[int, Any] = {}  # every interaction the simulated Discord knows, by id

    def emit(self, record: logging.LogRecord) -> None:
        self.logged.append(self.format(record))

    @property
    def about_games(self) -> list[Request]:
        """The requests but those for the emojis, which the bot looks at every ten minutes."""
        return [request for request in self.requests if not request.path.endswith("/emojis")]

    def unanswered_interactions(self) -> list[Any]:
        """Return the interactions that got no first response: their users saw "did not respond"."""
        return [asked for asked in self._asked.values() if not asked.responded]

    def problems(self) -> list[str]:
        """Return every reason to refuse a request, every error only logged, every press unanswered."""
        return [
            *problems(self.requests),
            *self.logged,
            *(
                f"interaction {asked.id} (type {asked.type}) was not answered"
                for asked in self.unanswered_interactions()
            ),
        ]

    def dispatch(self, send: Any, backend: Any, method: str, path: str, **sent: Any) -> Any:
        """Pass one request on to SimCord and note it with what came back."""
        self._asked = backend.interactions
        request = Request(
            method,
            path,
            body=copy_json(sent.get("json")),
            uploads=tuple(_upload(file) for file in sent.get("files") or ()),
            query=dict(sent.get("params") or {}),
            reason=sent.get("reason"),
            interaction=_interaction(backend, path),
            reader=_reader(backend, path, sent.get("json")),
            at=backend.clock.now(),
        )
        try:
            answer = send(backend, method, path, **sent)
        except BackendError as refused:
            request = replace(request, status=refused.status, code=refused.code, refusal=refused.message)
            raise
        finally:
            self.requests.append(request)
        return answer


@contextmanager
def recording() -> Iterator[Recorder]:
    """Record while the block runs; environments may start, restart their bot and end inside it."""
    recorder, send = Recorder(), router.dispatch
    logger = logging.getLogger("discord")

    def dispatch(backend: Any, method: str, path: str, **sent: Any) -> Any:
        return recorder.dispatch(send, backend, method, path, **sent)

    logger.addHandler(recorder)
    try:
        # Both of SimCord's transports, and those of a restarted bot, look this function up at each call.
        with patch.object(router, "dispatch", dispatch):
            yield recorder
    finally:
        logger.removeHandler(recorder)


def _upload(file: Any) -> Upload:
    position = file.fp.tell()
    data = file.fp.read()
    file.fp.seek(position)
    return Upload(file.filename, file.description, data)


def _interaction_of(backend: Any, path: str) -> Any | None:
    """SimCord's own note of the interaction whose token the path holds."""
    match path.strip("/").split("/"):
        case ["interactions", number, _, "callback"]:
            return backend.interactions.get(int(number))
        case ["webhooks", _, token, *_]:
            return backend.interactions.get(backend.interaction_tokens.get(token))
    return None


def _interaction(backend: Any, path: str) -> Interaction | None:
    asked = _interaction_of(backend, path)
    if asked is None:
        return None
    on_message = asked.source_message_id is not None
    # A snowflake counts milliseconds since the first second of 2015.
    at = backend.clock.now().fromtimestamp(((asked.id >> 22) + 1_420_070_400_000) / 1000, backend.clock.now().tzinfo)
    return Interaction(asked.token, int(asked.type), asked.user_id, on_message, at)


def _reader(backend: Any, path: str, body: Any) -> int | None:
    """Return the only user who will see this text; None if everyone in a channel can."""
    asked = _interaction_of(backend, path)
    if asked is not None and _is_private(backend, asked, path, body):
        return int(asked.user_id)
    match path.strip("/").split("/"):
        case ["channels", channel, *_]:
            return _recipient(backend, int(channel))
    return _recipient(backend, asked.channel_id) if asked is not None else None


def _is_private(backend: Any, asked: Any, path: str, body: Any) -> bool:
    match path.strip("/").split("/"):
        case ["interactions", *_] if body["type"] in (Callback.CHOICES, Callback.MODAL):
            return True
        case ["interactions", *_] if body["type"] in (Callback.DEFER_UPDATE, Callback.UPDATE):
            return _is_ephemeral(backend, asked.channel_id, asked.source_message_id)
        case ["interactions", *_]:
            return bool(int((body.get("data") or {}).get("flags") or 0) & EPHEMERAL)
        case ["webhooks", _, _] if asked.loading:  # a follow-up that fills the deferred answer
            return bool(asked.ephemeral)
        case ["webhooks", _, _]:
            return bool(int((body or {}).get("flags") or 0) & EPHEMERAL)
        case ["webhooks", _, _, "messages", "@original"]:
            return _is_gone(backend, asked, asked.message_id) or _is_ephemeral(
                backend, asked.channel_id, asked.message_id
            )
        case ["webhooks", _, _, "messages", number]:
            return _is_gone(backend, asked, int(number)) or _is_ephemeral(backend, asked.channel_id, int(number))
    return False


def _is_gone(backend: Any, asked: Any, message: int | None) -> bool:
    """Return whether an answer was deleted: what is written into it reaches nobody."""
    return message is not None and message not in backend.messages.get(asked.channel_id, {})


def _is_ephemeral(backend: Any, channel: int, message: int | None) -> bool:
    found = backend.messages.get(channel, {}).get(message)
    return found is not None and bool(found.is_ephemeral)


def _recipient(backend: Any, channel: int) -> int | None:
    """Return whose direct messages a channel is, if it is that."""
    return next((user for user, direct in backend.dm_channels.items() if direct == channel), None)
