"""A Discord on the loopback: HTTP and gateway, as far as tile games need them.

It keeps what a real one keeps (messages, threads, interactions and how they were answered), records every request, and
fails as it is told. What it refuses by itself is what a bot must get right: second answers, late ones, lost messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json as encoder
import re
import socket
import struct
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email.utils import formatdate
from itertools import count

from aiohttp import WSCloseCode, web
from discord import Permissions

from tests.wire.faults import FOREVER, Failing, Fault, Reset, json, rate_limit, refuse
from tests.wire.limits import Limits
from tests.wire.payloads import (
    ALLOWED,
    APP,
    APPLICATION,
    CHANNEL,
    LOADING,
    ME,
    MOST,
    Payload,
    apply_edit,
    channel_of,
    edit_message,
    guild,
    guild_of,
    message,
    thread,
)
from tests.wire.permissions import NO_ACCESS, refusal
from tests.wire.strict import wrong, wrong_commands

WINDOW = 3.0
"""Seconds in which Discord wants an interaction to be acknowledged."""
PATIENCE = 30.0
"""Seconds after which a test gives up what it waits for."""
PREFIX = "/api/v10"

BODY: web.RequestKey[Payload] = web.RequestKey("body", dict)
FILES = web.RequestKey("files", int)
CONTENTS: web.RequestKey[Iterable[bytes]] = web.RequestKey("contents", list)
Handler = Callable[[web.Request], Awaitable[web.Response]]
Handled = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Refusal(Exception):
    """Discord's own refusals."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(status, code, message)
        self.status, self.code, self.message = status, code, message


@dataclass
class Request:
    """What the bot asked of Discord."""

    method: str
    path: str
    body: Payload
    files: int
    at: float
    status: int = 0
    """0: no answer arrived."""


@dataclass
class Asked:
    """An interaction, and what the person sees of its answer."""

    id: int
    token: str
    kind: int
    pressed: Payload | None = None
    payload: Payload = field(default_factory=dict, repr=False)
    """As it was handed over."""
    original: Payload | None = None
    """The message of the first response, where that was a new one; who may read it does not change."""
    expired: bool = False
    """Whether its token is older than 15 minutes."""
    at: float = 0.0
    """When the bot was told."""
    acknowledged: int | None = None
    """The type of the first response."""
    waited: float = 0.0
    """Seconds until it was acknowledged; 0 before."""
    took: float = 0.0
    """Seconds until something was said; 0 before."""
    late: bool = False
    """Whether the first response came after Discord's three seconds, as on a machine that has too much to do."""
    said: list[Payload] = field(default_factory=list)
    """Messages, forms and suggestions, the newest last."""
    first: Payload = field(default_factory=dict, repr=False)
    """The first of them, as it was then."""
    told: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def text(self) -> str:
        """The newest thing that was said."""
        return str(self.said[-1].get("content", "")) if self.said else ""

    @property
    def thinking(self) -> bool:
        """Whether the person still reads "is thinking…"."""
        return self.acknowledged == 5 and not self.said

    def say(self, payload: Payload) -> None:
        self.first = self.first or copy.deepcopy(payload)
        self.took = self.took or time.monotonic() - self.at
        self.said.append(payload)
        self.told.set()

    async def answer(self) -> Payload:
        """Return what was said, as soon as there is something. Raises TooLate if the first response came too late."""
        async with asyncio.timeout(PATIENCE):
            await self.told.wait()
        if not self.said:
            raise TooLate
        return self.said[-1]


class TooLate(Exception):
    """The bot's first response came after Discord's three seconds: the machine has too much to do."""


class Loopback:
    """Servers with one channel each, shared out among the shards, and a bot on them."""

    def __init__(self, shards: int = 1, servers: int = 1) -> None:
        self.shards = shards
        self.served = range(CHANNEL, CHANNEL + max(shards, servers))
        """The channels of the servers."""
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.asked: dict[str, Asked] = {}
        self.channels: dict[int, dict[int, Payload]] = {channel: {} for channel in self.served}
        self.threads: dict[int, Payload] = {}
        self.commands: list[Payload] = []
        self.emojis: list[Payload] = []
        self._cdn: list[bytes] = []
        """The files of messages."""
        self._denied: dict[int, Permissions] = {}
        """What the bot may not do in a channel and its threads."""
        self.swept: set[int] = set()
        """Channels where another bot deletes every message at once."""
        self.limits: Limits | None = None
        """How often each route may be asked; None: as often as one likes."""
        self.window = WINDOW
        """Seconds in which an interaction must be acknowledged; more where a test is about something else."""
        self.turns_away = 0
        """The code with which the gateway is closed as soon as the bot introduces itself; 0: it is let in."""
        self.identified: list[float] = []
        """When the bot introduced itself at the gateway."""
        self.spacing = 0.0
        """Seconds between two introductions: one that comes sooner is turned away by op 9. Discord's are 5."""
        self.too_soon = 0
        """How many were turned away for that."""
        self.ago = 0
        """How many seconds ago people pressed and typed what they press and type from now on, by its ids."""
        self.clock_ahead = 0
        """How many seconds the date of each answer is ahead of this computer's clock."""
        self.ready = asyncio.Event()
        """Set while the bot is connected."""
        self.port = 0
        self.made: list[tuple[int, str]] = []
        """The channel and the nonce of each message that was really made."""
        self.problems: list[str] = []
        """What was refused because Discord does not take such a message."""
        self._missed: list[list[Payload]] = [[] for _ in range(shards)]
        """For each shard events since the bot was connected last; it gets them when it resumes."""
        self._gone: set[str] = set()
        """Private messages that were taken away."""
        self._newest = 0
        self._happened = asyncio.Condition()
        self._looking: dict[int, asyncio.Event] = {}
        """What is set when something was said in a channel or thread where it is waited for."""
        self._sockets: dict[web.WebSocketResponse, int] = {}
        """Open connections, each with its shard."""
        self._nonces: dict[tuple[int, str], int] = {}
        self._seq = count(1)

    @property
    def api(self) -> str:
        return f"http://127.0.0.1:{self.port}{PREFIX}"

    @property
    def gateway(self) -> str:
        return f"ws://127.0.0.1:{self.port}/gateway"

    # -- for tests -----------------------------------------------------------------------------------------------------

    def fail(self, method: str, path: str, how: Failing, times: int = 1) -> Fault:
        """Let the next requests of this kind fail."""
        fault = Fault(method, path, how, times)
        self.faults.append(fault)
        return fault

    def forbid(self, method: str, path: str, status: int, code: int = 0) -> Fault:
        """Refuse these requests until further notice."""
        return self.fail(method, path, refuse(status, code), FOREVER)

    def requests_to(self, method: str, path: str) -> list[Request]:
        """Return the requests of this kind."""
        return [r for r in self.requests if r.method == method and re.fullmatch(path, r.path)]

    def snowflake(self) -> int:
        """Return an id that tells the time, as Discord's do; each is newer than the one before."""
        self._newest = max(self._newest + (1 << 22), int((time.time() - 1420070400) * 1000) << 22)
        return self._newest

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until `holds()` is true; it is checked after each request."""
        async with asyncio.timeout(PATIENCE), self._happened:
            await self._happened.wait_for(holds)

    async def wait_for_request(self) -> None:
        """Wait for the next request."""
        async with self._happened:
            await self._happened.wait()

    async def wait_for_news_in(self, place: int) -> None:
        """Wait for the next request about this channel or thread."""
        await self._looking.setdefault(place, asyncio.Event()).wait()

    def guild_of(self, channel: int) -> int:
        """Return the server of a channel or thread."""
        parent = self.threads.get(channel, {}).get("parent_id")
        return guild_of(int(parent or channel))

    def is_private(self, channel: int) -> bool:
        """Return whether a channel is one of private messages."""
        return channel in self.channels and channel not in self.threads and channel >= CHANNEL + MOST

    def shard_of(self, data: Payload) -> int:
        """Return the shard that hears of something."""
        return (int(data.get("guild_id") or 0) >> 22) % self.shards

    async def dispatch(self, event: str, data: Payload, shard: int | None = None) -> None:
        """Tell the bot of an event."""
        told = {"op": 0, "s": next(self._seq), "t": event, "d": data}
        await self._send(told, self.shard_of(data) if shard is None else shard)

    async def deliver(self, asked: Asked, payload: Payload) -> Asked:
        """Deliver an interaction."""
        self.asked[asked.token] = asked
        asked.payload = payload
        asked.at = time.monotonic()
        await self.dispatch("INTERACTION_CREATE", payload)
        return asked

    async def redeliver(self, asked: Asked) -> None:
        """Deliver an interaction again, as after a broken connection."""
        await self.deliver(asked, asked.payload)

    def expire(self) -> None:
        """Let 15 minutes pass for the tokens of all that was asked."""
        for asked in self.asked.values():
            asked.expired = True

    async def reconnect(self, op: int, data: bool | None = None) -> None:
        """Ask the bot to connect again: by op 7, or by op 9 with or without (False) its session."""
        for shard in range(self.shards):
            await self._send({"op": op, "d": data, "s": None, "t": None}, shard)

    async def disconnect(self, code: int = WSCloseCode.GOING_AWAY) -> None:
        """Close the gateway with a code."""
        self.ready.clear()
        for ws in [*self._sockets]:
            await ws.close(code=code)

    def delete(self, channel: int, message: int) -> None:
        """Delete a message, as its user does."""
        del self.channels[channel][message]

    def dismiss(self, message: Payload) -> None:
        """Take a private message away, as its reader does."""
        self._gone.add(message["id"])

    async def deny(self, channel: int, **permissions: bool) -> None:
        """Take permissions away from everybody in one channel, or give all back, and tell the bot."""
        self._denied[channel] = denied = Permissions(**permissions)
        await self.dispatch("CHANNEL_UPDATE", channel_of(channel, denied.value))

    def allowed_in(self, channel: int) -> int:
        """Return what the bot may do in a channel or thread."""
        return int(ALLOWED) & ~self._denied_in(channel).value

    def _denied_in(self, channel: int) -> Permissions:
        parent = self.threads.get(channel, {}).get("parent_id")
        return self._denied.get(int(parent or channel), Permissions.none())

    async def moderate(self, channel: int, message: int) -> None:
        """Delete a message, as a moderator or another bot does; Discord tells of it."""
        self.delete(channel, message)
        gone = {"id": str(message), "channel_id": str(channel), "guild_id": str(self.guild_of(channel))}
        await self.dispatch("MESSAGE_DELETE", gone)

    # -- the gateway ---------------------------------------------------------------------------------------------------

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse()
        await ws.prepare(request)
        if self.shards == 1:
            self._sockets = {ws: 0}
        await ws.send_json({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        async for frame in ws:
            told = frame.json()
            match told["op"]:
                case 1:
                    await ws.send_json({"op": 11, "d": None, "s": None, "t": None})
                case 2:
                    too_soon = time.monotonic() < max(self.identified, default=0.0) + self.spacing
                    self.identified.append(time.monotonic())
                    if self.turns_away:
                        await ws.close(code=self.turns_away)
                    elif too_soon:
                        self.too_soon += 1
                        await ws.send_json({"op": 9, "d": False, "s": None, "t": None})
                    else:
                        await self._introduce(ws, told["d"].get("shard") or [0, 1])
                case 6:
                    await self._resume(ws, int(told["d"]["session_id"].rpartition(" ")[2]))
        self._sockets.pop(ws, None)
        self._update_ready()
        return ws

    async def _introduce(self, ws: web.WebSocketResponse, shard: list[int]) -> None:
        number, total = shard
        assert total == self.shards
        self._add_connection(ws, number)
        self._missed[number].clear()
        mine = self.served[number :: self.shards]
        ready = {
            "v": 10,
            "user": ME,
            "guilds": [{"id": str(guild_of(channel)), "unavailable": True} for channel in mine],
            "session_id": f"session {number}",
            "resume_gateway_url": self.gateway,
            "application": {"id": str(APPLICATION), "flags": 0},
            "shard": shard,
        }
        guilds = (guild(channel, self._denied_in(channel).value) for channel in mine)
        for event, data in (("READY", ready), *(("GUILD_CREATE", each) for each in guilds)):
            with contextlib.suppress(ConnectionError):
                await ws.send_json({"op": 0, "s": next(self._seq), "t": event, "d": data})
        self._update_ready()

    async def _resume(self, ws: web.WebSocketResponse, shard: int) -> None:
        self._add_connection(ws, shard)
        missed, self._missed[shard] = self._missed[shard], []
        for event in missed:
            await self._send(event, shard)
        await self.dispatch("RESUMED", {}, shard)
        self._update_ready()

    def _add_connection(self, ws: web.WebSocketResponse, shard: int) -> None:
        """Send events of a shard to this connection, beside its other open connections if there are several shards."""
        if self.shards == 1:
            self._sockets.clear()
        self._sockets[ws] = shard

    def _update_ready(self) -> None:
        if {shard for ws, shard in self._sockets.items() if not ws.closed} == {*range(self.shards)}:
            self.ready.set()
        else:
            self.ready.clear()

    async def _send(self, frame: Payload, shard: int) -> None:
        told = [ws for ws, number in self._sockets.items() if number == shard]
        if frame["op"] == 0 and not any(not ws.closed for ws in told):
            self._missed[shard].append(frame)
        for ws in told:
            with contextlib.suppress(ConnectionError):
                await ws.send_json(frame)

    # -- HTTP ----------------------------------------------------------------------------------------------------------

    @web.middleware
    async def answer(self, request: web.Request, handler: Handled) -> web.StreamResponse:
        """Record a request, and let it fail where that was asked for."""
        path = request.path.removeprefix(PREFIX)
        noted, contents = Request(request.method, path, {}, 0, time.monotonic()), list[bytes]()
        if path != "/gateway":
            noted.body, contents = await _body(request)
            noted.files = len(contents)
            self.requests.append(noted)
        request[BODY] = noted.body
        request[FILES], request[CONTENTS] = noted.files, contents

        async def answering() -> web.StreamResponse:
            try:
                self._permit(request, path)
                return await self._answer_within_limits(handler, request, path)
            except Refusal as refused:
                return json({"code": refused.code, "message": refused.message}, refused.status)
            except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as unknown:
                self.problems += [f"{request.method} {path} is unknown here"] if unknown.status == 405 else []
                return json({"code": 0, "message": f"{unknown.status}: {unknown.reason}"}, unknown.status)

        fault = next((fault for fault in self.faults if fault.matches(request.method, path)), None)
        try:
            response = await (fault(answering) if fault else answering())
            noted.status = response.status
        except Reset:
            _cut(request)
            response = web.Response()
        self._wake(int(request.match_info.get("channel", 0)))
        async with self._happened:
            self._happened.notify_all()
        return response

    async def date(self, _: web.Request, response: web.StreamResponse) -> None:
        """Date an answer by Discord's clock."""
        response.headers["Date"] = formatdate(time.time() + self.clock_ahead, usegmt=True)

    def _permit(self, request: web.Request, path: str) -> None:
        """Refuse what the bot may not do in this channel."""
        channel = int(request.match_info.get("channel", 0))
        denied, in_thread = self._denied_in(channel), channel in self.threads
        if code := refusal(denied, request.method, path, files=request[FILES] > 0, in_thread=in_thread):
            raise Refusal(403, code, "Missing Access" if code == NO_ACCESS else "Missing Permissions")

    def _wake(self, place: int) -> None:
        """Wake all that wait for news of a place."""
        if waits := self._looking.pop(place, None):
            waits.set()

    async def _answer_within_limits(self, handler: Handled, request: web.Request, path: str) -> web.StreamResponse:
        """Answer with the headers of the rate limit, or with 429 if it is exceeded."""
        if self.limits is None:
            return await handler(request)
        told, wait, everywhere = self.limits.take(request.method, path)
        if wait:
            return await rate_limit(wait, everywhere=everywhere, **told)(lambda: handler(request))
        response = await handler(request)
        response.headers.update(told)
        return response

    def routes(self) -> Sequence[web.RouteDef]:
        one = "/channels/{channel}/messages/{message}"
        hook = f"/webhooks/{APPLICATION}/{{token}}"
        routes: list[tuple[str, str, Handler]] = [
            ("GET", "/users/@me", _say(ME)),
            ("DELETE", "/users/@me/guilds/{guild}", self._leave),
            ("GET", "/oauth2/applications/@me", _say(APP)),
            ("GET", f"/applications/{APPLICATION}/emojis", self._tell_emojis),
            ("GET", f"/applications/{APPLICATION}/commands", self._commands),
            ("PUT", f"/applications/{APPLICATION}/commands", self._sync),
            ("GET", "/gateway/bot", self._gateway_url),
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("POST", hook, self._follow_up),
            ("GET", hook + "/messages/@original", self._look_at_original),
            ("PATCH", hook + "/messages/@original", self._edit_original),
            ("DELETE", hook + "/messages/@original", self._dismiss),
            ("POST", "/users/@me/channels", self._private),
            ("GET", "/channels/{channel}", self._channel),
            ("PATCH", "/channels/{channel}", self._channel),
            ("DELETE", "/channels/{channel}", self._delete_thread),
            ("GET", "/cdn/{file}", self._content),
            ("GET", "/channels/{channel}/messages", self._history),
            ("POST", "/channels/{channel}/messages", self._post),
            ("GET", one, self._message),
            ("PATCH", one, self._edit),
            ("DELETE", one, self._delete),
            ("POST", one + "/threads", self._thread),
        ]
        made = [web.route(method, PREFIX + path, handler) for method, path, handler in routes]
        return [*made, web.get("/gateway", self._gateway)]

    async def _gateway_url(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return json({"url": self.gateway, "shards": self.shards, "session_start_limit": limit})

    async def _sync(self, request: web.Request) -> web.Response:
        self._require_valid(wrong_commands(request[BODY]["list"]))
        self.commands = [as_kept(command, self.snowflake()) for command in request[BODY]["list"]]
        return json(self.commands)

    async def _leave(self, request: web.Request) -> web.Response:
        guild = int(request.match_info["guild"])
        if guild not in {self.guild_of(channel) for channel in self.channels}:
            raise Refusal(404, 10004, "Unknown Guild")
        await self.dispatch("GUILD_DELETE", {"id": str(guild)})
        return web.Response(status=204)

    async def _tell_emojis(self, _: web.Request) -> web.Response:
        return json({"items": self.emojis})

    async def _commands(self, _: web.Request) -> web.Response:
        return json(self.commands)

    # interactions

    def _token(self, request: web.Request) -> Asked:
        """Return the interaction whose webhook is asked: there is none before the first response."""
        asked = self.asked.get(request.match_info["token"])
        if asked is None or asked.acknowledged is None:
            raise Refusal(404, 10015, "Unknown Webhook")
        if asked.expired:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        return asked

    async def _callback(self, request: web.Request) -> web.Response:
        asked, body = self.asked[request.match_info["token"]], request[BODY]
        if asked.acknowledged is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        if time.monotonic() - asked.at > self.window:
            asked.late = True
            asked.told.set()
            raise Refusal(404, 10062, "Unknown interaction")
        self._require_valid(wrong(body.get("data") or {}, request[FILES]))
        if body["type"] == 7 and asked.pressed is not None and asked.pressed["id"] in self._gone:
            raise Refusal(404, 10008, "Unknown Message")
        asked.acknowledged, data = body["type"], body.get("data") or {}
        asked.waited = time.monotonic() - asked.at
        shown: Payload | None = None
        if body["type"] in (4, 5):
            flags = data.get("flags", 0) | (LOADING if body["type"] == 5 else 0)
            shown = self._mark_as_answer(asked, self._new_message({**data, "flags": flags}, CHANNEL, request[FILES]))
            asked.original = shown
        elif body["type"] == 7:
            assert asked.pressed is not None
            shown = edit_message(asked.pressed, data, request[FILES])
        if body["type"] not in (5, 6):
            asked.say(shown or data)
        about = {"id": str(asked.id), "type": asked.kind, "response_message_ephemeral": True}
        about |= {"response_message_id": shown["id"]} if shown else {}
        resource = {"type": body["type"], **({"message": shown} if shown else {})}
        return json({"interaction": about, "resource": resource})

    async def _follow_up(self, request: web.Request) -> web.Response:
        asked = self._token(request)
        shown = self._mark_as_answer(asked, self._new_message(request[BODY], CHANNEL, request[FILES]))
        asked.say(shown)
        return json(shown)

    async def _look_at_original(self, request: web.Request) -> web.Response:
        return json(self._original(self._token(request)))

    async def _edit_original(self, request: web.Request) -> web.Response:
        asked = self._token(request)
        original = self._original(asked)
        change = apply_edit if original["flags"] & LOADING else edit_message
        shown = change(original, request[BODY], request[FILES])
        self._require_valid(wrong(request[BODY], request[FILES]))
        asked.say(shown)
        return json(shown)

    async def _dismiss(self, request: web.Request) -> web.Response:
        self.dismiss(self._original(self._token(request)))
        return web.Response(status=204)

    def _mark_as_answer(self, asked: Asked, shown: Payload) -> Payload:
        """Mark a message as the answer to an interaction."""
        user = asked.payload.get("user") or asked.payload["member"].get("user", {})
        about = {"id": str(asked.id), "type": asked.kind, "user": user, "authorizing_integration_owners": {"0": "0"}}
        return shown | {"webhook_id": str(APPLICATION), "interaction_metadata": about}

    def _original(self, asked: Asked) -> Payload:
        """Return the message that says the first answer: a new one, or the one that was pressed."""
        shown = asked.original or asked.pressed
        assert shown is not None
        if shown["id"] in self._gone:
            raise Refusal(404, 10008, "Unknown Message")
        return shown

    # channels

    def _require_valid(self, problems: Sequence[str]) -> None:
        """Refuse a body that Discord doesn't accept."""
        self.problems += problems
        if problems:
            raise Refusal(400, 50035, f"Invalid Form Body: {', '.join(problems)}")

    def _new_message(self, body: Payload, channel: int, files: int) -> Payload:
        self._require_valid(wrong(body, files))
        return apply_edit(message(self.snowflake(), channel), body, files)

    def _messages_of(self, request: web.Request) -> dict[int, Payload]:
        found = self.channels.get(int(request.match_info["channel"]))
        if found is None:
            raise Refusal(404, 10003, "Unknown Channel")
        return found

    def _find_message(self, request: web.Request) -> Payload:
        found = self._messages_of(request).get(int(request.match_info["message"]))
        if found is None:
            raise Refusal(404, 10008, "Unknown Message")
        return found

    async def _private(self, request: web.Request) -> web.Response:
        user = int(request[BODY]["recipient_id"])
        self.channels.setdefault(user + 1, {})
        return json({"id": str(user + 1), "type": 1, "recipients": [{**ME, "id": str(user)}], "last_message_id": None})

    async def _channel(self, request: web.Request) -> web.Response:
        self._messages_of(request)
        id = int(request.match_info["channel"])
        return json(self.threads.get(id) or channel_of(id))

    async def _history(self, request: web.Request) -> web.Response:
        limit, after = int(request.query.get("limit", 50)), int(request.query.get("after", 0))
        if self._denied_in(int(request.match_info["channel"])).read_message_history:
            return json([])
        found = [message for id, message in sorted(self._messages_of(request).items()) if id > after]
        return json((found[:limit] if after else found[-limit:])[::-1])

    async def _post(self, request: web.Request) -> web.Response:
        there, body = self._messages_of(request), request[BODY]
        channel = int(request.match_info["channel"])
        key = channel, str(body.get("nonce"))
        if key in self._nonces and body.get("enforce_nonce") and self._nonces[key] in there:
            return json(there[self._nonces[key]])
        made = self._new_message(body, channel, request[FILES])
        for attached, content in zip(made["attachments"], request[CONTENTS], strict=False):
            attached |= {"size": len(content), "url": f"{self.api}/cdn/{len(self._cdn)}"}
            self._cdn.append(content)
        self._nonces[key] = int(made["id"])
        self.made.append(key)
        if channel not in self.swept:
            there[int(made["id"])] = made
        return json(made)

    async def _message(self, request: web.Request) -> web.Response:
        return json(self._find_message(request))

    async def _edit(self, request: web.Request) -> web.Response:
        self._require_valid(wrong(request[BODY], request[FILES]))
        return json(edit_message(self._find_message(request), request[BODY], request[FILES]))

    async def _content(self, request: web.Request) -> web.Response:
        return web.Response(body=self._cdn[int(request.match_info["file"])])

    async def _delete_thread(self, request: web.Request) -> web.Response:
        gone = self.threads.pop(int(request.match_info["channel"]))
        del self.channels[int(gone["id"])]
        return json(gone)

    async def _delete(self, request: web.Request) -> web.Response:
        del self._messages_of(request)[int(self._find_message(request)["id"])]
        return web.Response(status=204)

    async def _thread(self, request: web.Request) -> web.Response:
        id = int(self._find_message(request)["id"])
        self.threads[id] = thread(id, request.match_info["channel"], request[BODY]["name"])
        self._find_message(request)["thread"] = self.threads[id]
        self.channels[id] = {}
        return json(self.threads[id])


def as_kept(command: Payload, id: int) -> Payload:
    """Return a command as Discord gives it back: permissions as text, what is false left out, names for languages."""
    kept = {"id": str(id), "application_id": str(APPLICATION), "version": "1", "name_localizations": None, **command}
    allowed = command.get("default_member_permissions")
    options = [_option_as_kept(option) for option in command.get("options") or ()]
    return {**kept, "default_member_permissions": None if allowed is None else str(allowed), "options": options}


def _option_as_kept(option: Payload) -> Payload:
    kept = {name: value for name, value in option.items() if value not in (False, None, [])}
    if "choices" in kept:
        kept["choices"] = [{"name_localizations": None, **choice} for choice in kept["choices"]]
    return {"name_localizations": None, "description_localizations": None, **kept}


def _say(body: Payload) -> Handler:
    async def handler(_: web.Request) -> web.Response:
        return json(body)

    return handler


async def _body(request: web.Request) -> tuple[Payload, list[bytes]]:
    """Return the JSON of a request (a list is under "list"), and the files that came with it."""
    if request.content_type == "multipart/form-data":
        parts = await request.post()
        files = [part.file.read() for part in parts.values() if isinstance(part, web.FileField)]
        return encoder.loads(str(parts["payload_json"])), files
    text = await request.text()
    body = encoder.loads(text) if text else {}
    return (body if isinstance(body, dict) else {"list": body}), []


def _cut(request: web.Request) -> None:
    """Reset the connection: the other side reads ECONNRESET, not a polite end."""
    if request.transport is not None:
        end = request.transport.get_extra_info("socket")
        end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        request.transport.abort()


@asynccontextmanager
async def loopback(shards: int = 1, servers: int = 1) -> AsyncIterator[Loopback]:
    """Serve on a free port while the block runs."""
    here = Loopback(shards, servers)
    app = web.Application(middlewares=[here.answer], client_max_size=2**26)
    app.on_response_prepare.append(here.date)
    app.add_routes(here.routes())
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    here.port = runner.addresses[0][1]
    try:
        yield here
    finally:
        await here.disconnect()
        await runner.cleanup()
