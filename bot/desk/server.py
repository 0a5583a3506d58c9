"""The requirements of the caller's server for games there."""

from __future__ import annotations

from bot.desk.ask import Ask
from bot.table.refusals import Refusal
from bot.table.server_settings import ServerRow
from bot.talk.setup import allowed_channels_text
from bot.talk.venue import NotOnServer
from engine.words import Message, msg


def require_server(ask: Ask) -> None:
    """Raise NotOnServer if the bot isn't a member where the caller asks; it could not show tables there."""
    if ask.caller.invite:
        raise NotOnServer(ask.caller.invite)


async def require_permission_to_open(ask: Ask) -> ServerRow:
    """Return the settings of the caller's server for a new table.

    Raises Refusal if the caller may not open a table here.
    """
    require_server(ask)
    if message := await wrong_channel_message(ask):
        raise Refusal(message)
    server = await ask.service.servers.server(ask.caller.guild)
    if server.role and server.role not in ask.caller.roles and not ask.caller.manages:
        raise Refusal(msg("Here only <@&{role}> open tables. You can join any of them.", role=server.role))
    return server


async def wrong_channel_message(ask: Ask) -> Message | None:
    """Return a text with the channels in which the caller's server allows games; None if this is one of them."""
    server = await ask.service.servers.server(ask.caller.guild)
    if not server.channels or not {ask.caller.channel, ask.caller.parent}.isdisjoint(server.channels):
        return None
    return allowed_channels_text(server)


async def wants_threads(ask: Ask) -> bool:
    """Return whether both the caller's server and the operator want threads for games."""
    return ask.tools.threads and (await ask.service.servers.server(ask.caller.guild)).threads


async def gets_thread(ask: Ask) -> bool:
    """Return whether a game that begins here now gets a thread."""
    venue = ask.caller.venue
    return await wants_threads(ask) and venue.threads and not venue.missing_for_threads
