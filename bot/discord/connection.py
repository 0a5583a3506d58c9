"""Connects to Discord, and stays connected.

Temporary failures are retried; for other failures the operator gets one sentence. The library itself restores a broken
connection; this module handles the first connection, and a final refusal.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import aiohttp
import discord
import structlog

log = structlog.get_logger()

FIRST_PAUSE, LONGEST_PAUSE = 2.0, 300.0
"""Seconds between attempts; they double each time, from the first to the longest."""
OUTAGE_LOGGERS = ("discord.client", "discord.shard")
"""The library's loggers that log an unreachable Discord as an error."""
FAILURES = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, OSError, TimeoutError)
"""The exceptions of a failed attempt. Refusals of the token or the intents have exceptions of their own."""
WRONG_TOKEN = "Discord does not accept the token: check DISCORD_TOKEN in the settings."
NOT_ALLOWED = "Discord refuses this bot's intents. It should ask for no privileged ones: was the program changed?"


class NotOnDiscord(Exception):
    """The bot cannot be on Discord until its operator changes something; the text is one sentence for them."""


async def be_on_discord(client: discord.Client, token: str) -> None:
    """Log in and stay until the client is closed. Raises NotOnDiscord."""
    for pause in _pauses():
        try:
            await client.login(token)
            await client.connect()
            return
        except discord.LoginFailure:
            raise NotOnDiscord(WRONG_TOKEN) from None
        except discord.PrivilegedIntentsRequired:
            raise NotOnDiscord(NOT_ALLOWED) from None
        except discord.ConnectionClosed as closed:  # 4004 is "authentication failed"
            raise NotOnDiscord(WRONG_TOKEN if closed.code == 4004 else _describe_closing(closed)) from None
        except FAILURES as error:
            reason = describe_failure(error)
            if not _may_be_temporary(error):
                raise NotOnDiscord(reason) from None
            log.warning("not on Discord yet, trying again", reason=reason, seconds=pause)
        await client.http.close()
        client.http.connector = discord.utils.MISSING  # closed with its session; the next login makes new ones
        await asyncio.sleep(pause)


def log_outages_as_warnings() -> None:
    """Turn the library's errors about an unreachable Discord into warnings in the log."""
    for name in OUTAGE_LOGGERS:
        logger = logging.getLogger(name)
        if _replace_outage_line not in logger.filters:
            logger.addFilter(_replace_outage_line)


def _replace_outage_line(record: logging.LogRecord) -> bool:
    """Log a warning in place of a line about an unreachable Discord; return whether to keep the line."""
    error = record.exc_info[1] if record.exc_info else None
    if record.levelno < logging.ERROR or not isinstance(error, (*FAILURES, discord.ConnectionClosed)):
        return True
    log.warning("not on Discord, trying again", reason=describe_failure(error))
    return False


def describe_failure(error: BaseException) -> str:
    """Return a sentence for the operator about a failed request or connection."""
    match error:
        case discord.HTTPException():
            return f"Discord answers {error.status} (code {error.code})."
        case discord.GatewayNotFound():
            return describe_failure(error.__cause__) if error.__cause__ else "Discord's gateway cannot be found."
        case aiohttp.WSServerHandshakeError():
            return f"Discord's gateway answers {error.status}."
        case discord.ConnectionClosed():
            return f"Discord ended the connection (code {error.code})."
        case aiohttp.ClientConnectorDNSError():
            return "Discord's name cannot be looked up: is there a network, and does its DNS work?"
        case _:
            return "Discord cannot be reached: is there a network?"


def _may_be_temporary(error: BaseException) -> bool:
    """Return whether a failure may be temporary.

    An error without a Discord code comes from a proxy in front of Discord, which may block an address for a while. Any
    other refused request would be refused again.
    """
    return not isinstance(error, discord.HTTPException) or error.code == 0 or error.status >= 500


def _describe_closing(closed: discord.ConnectionClosed) -> str:
    return f"Discord ended the connection for good (code {closed.code})."


def _pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
