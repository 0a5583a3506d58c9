"""The messages about deals and about rounds that were scored."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.model import Commitment, Reveal, Seen, Status
from bot.talk.card import stopped
from bot.talk.letter import Button, ControlId, Letter, Purpose, in_rows
from bot.talk.rematch import rematch_buttons
from bot.talk.title import AnyGame, headed
from bot.talk.words import said
from engine.words import Message, Who, Words, lines, listed, msg


def dealt(game: AnyGame, seen: Seen, opened: Sequence[Reveal], commitment: Commitment) -> Message:
    """Say what comes before a deal: who plays, that tiles are shuffled, or the score of the round before."""
    if seen.observation.scored:
        return scored(game, seen, opened, commitment)
    return reshuffle(game, seen, commitment) if seen.table.round else opening(game, seen, commitment)


def result(game: AnyGame, seen: Seen, opened: Sequence[Reveal], words: Words) -> Letter:
    """Build the last message of a game, yet without its pictures."""
    table = seen.table
    text = stopped(game, seen) if table.status is Status.CLOSED else scored(game, seen, opened, None)
    buttons = rematch_buttons(table, words)
    if table.status is Status.OVER:
        buttons.append(Button(words.text(msg("Analysis")), ControlId(Purpose.ANALYSIS, table.id)))
    return said(words, text, in_rows(buttons))


def opening(game: AnyGame, seen: Seen, commitment: Commitment) -> Message:
    """Say who plays, before the first deal of a table."""
    people = listed([Who(seat) for seat in range(len(seen.table.seats))])
    return lines(msg("{title} begins: {people}.", title=headed(game, seen), people=people), sealed(commitment))


def reshuffle(game: AnyGame, seen: Seen, commitment: Commitment) -> Message:
    """Say that tiles are shuffled in the middle of a round."""
    return lines(msg("{title}: tiles are shuffled.", title=headed(game, seen)), sealed(commitment))


def scored(game: AnyGame, seen: Seen, opened: Sequence[Reveal], commitment: Commitment | None) -> Message:
    """Tell how a round was scored, and promise the next deal if there is one."""
    return lines(
        msg("**{title}**", title=headed(game, seen)),
        msg("🏆 **{won}**", won=seen.observation.outcome.reason) if seen.observation.outcome else None,
        game.voice.tally(seen.observation),
        *(unsealed(reveal) for reveal in opened),
        sealed(commitment) if commitment else None,
    )


def sealed(commitment: Commitment) -> Message:
    """Promise a deal that is still to come."""
    return msg("-# Deal {round} is sealed: `{hash}`", round=commitment.round, hash=commitment.text)


def unsealed(opened: Reveal) -> Message:
    """Prove a deal that has been played."""
    return msg("-# Deal {round} opened: seed `{seed}`", round=opened.round, seed=opened.seed)
