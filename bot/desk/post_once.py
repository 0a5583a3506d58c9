"""Posts public messages that a press of a player asks for, each once."""

from __future__ import annotations

from collections.abc import Collection

from bot.channel.port import OwnMessage, PrivateClosed, Refused, TryLater
from bot.channel.posting import MARGIN, NONCE_SECONDS, nonce
from bot.desk.ask import Ask
from bot.table.log.beacon import message_time
from bot.table.log.rows import QuizRow
from bot.table.posts import Post, PostKind
from bot.table.refusals import Refusal
from bot.talk.letter import Letter
from bot.talk.trouble import CANNOT_POST


async def post_once(
    ask: Ask, kind: PostKind, seq: int, letter: Letter, texts: Collection[str], quiz: QuizRow | None = None
) -> int:
    """Post a letter where its table is played, and return the id of the message.

    The post is stored first, with its `quiz`. If it is unknown whether the message arrived, a later press looks for a
    message with one of the `texts`, and sends the letter if there is none. Raises Refusal if it cannot be posted.
    """
    shares = ask.service.shares
    post = await shares.begin(ask.table_id, kind, seq, ask.table.place, quiz)
    try:
        message = post.message or await _find_or_send(ask, post, letter, texts)
    except (Refused, PrivateClosed) as error:
        await shares.mark_failed(post)
        raise Refusal(CANNOT_POST) from error
    except TryLater as error:
        raise Refusal(CANNOT_POST) from error
    await shares.mark_sent(post, message)
    return message


async def _find_or_send(ask: Ask, post: Post, letter: Letter, texts: Collection[str]) -> int:
    """Send a post, or find its message if that was sent but not recorded."""
    if ask.service.shares.is_older(post, NONCE_SECONDS):  # until then, the nonce keeps Discord from sending it twice
        newest = await ask.tools.postman.newest_messages(post.channel)
        if message := next((sent.message for sent in newest if sent.text in texts and _is_recent(sent, post)), None):
            return message
    return await ask.tools.postman.send(post.channel, letter, nonce(post))


def _is_recent(message: OwnMessage, post: Post) -> bool:
    """Return whether a message is recent enough to belong to a post.

    An older message with the same text is about something else.
    """
    return message_time(message.message) >= 1000 * (post.at - MARGIN)  # milliseconds
