"""Every question that people can ask.

`ROUTES` has the function that answers each control, `COMMANDS` the commands in the order in which Discord shows them,
and `PERSON_COMMANDS` the commands in the menu of a person.
To add a feature, add a file to this folder, and the feature's lines to the present file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.desk import (
    away,
    blocks,
    board_troubles,
    challenge,
    checks,
    clock,
    computers,
    face_up,
    games,
    help,
    hints,
    invitations,
    lobby,
    moderation,
    options,
    play,
    practice,
    premoves,
    privacy,
    quiz,
    ready,
    record,
    rematch,
    replay,
    rules,
    seats,
    settings,
    setup,
    sharing,
    stats,
    tour,
    votes,
    welcome,
)
from bot.desk.ask import Games, Handler
from bot.desk.command import Command, PersonCommand
from bot.desk.languages import with_choice
from bot.locales.languages import OFFERED, Languages
from bot.talk import hint
from bot.talk import replay as talk
from bot.talk.letter import ControlId, Purpose
from engine.words import Message

ROUTES: Mapping[Purpose, Handler] = {
    Purpose.ACT: play.act,
    Purpose.SURE: play.act_confirmed,
    Purpose.MENU: play.menu,
    Purpose.CHOOSE: play.my_hand,
    Purpose.HAND: play.my_hand,
    Purpose.BOARD: play.board,
    Purpose.TEXT: play.text,
    Purpose.STORY: play.story,
    Purpose.RULES: rules.page,
    Purpose.HELP: help.help,
    Purpose.NEW: welcome.open_table,
    Purpose.CHALLENGE: challenge.press,
    Purpose.DECLINE: challenge.decline,
    Purpose.JOIN: lobby.join,
    Purpose.LEAVE: seats.leave,
    Purpose.START: ready.start,
    Purpose.READY: ready.confirm_presence,
    Purpose.BOTS: computers.press,
    Purpose.HINT: hints.hint,
    Purpose.ANALYSIS: hints.analysis,
    Purpose.REPLAY: replay.replay,
    Purpose.FACEUP: face_up.face_up,
    Purpose.SHARE: sharing.share,
    Purpose.QUIZ: quiz.answer,
    Purpose.REOPEN: lobby.reopen,
    Purpose.REMATCH: rematch.agree,
    Purpose.COUNTED: checks.explain_score,
    Purpose.DEALS: checks.deals,
    Purpose.NEXT: games.next_hand,
    Purpose.PRACTICE: practice.press,
    Purpose.SHOW: practice.show,
    Purpose.DEAL: practice.try_same_deal,
    Purpose.TOUR: tour.skip,
    Purpose.RECORD: record.record,
    Purpose.PROPOSE: votes.propose,
    Purpose.VOTE: votes.answer,
    Purpose.RESUME: votes.resume,
    Purpose.UNDO: votes.undo,
    Purpose.STANDIN: clock.stand_in,
    Purpose.LEND: clock.add_hour,
    Purpose.AWAY: away.press,
    Purpose.PLAN: premoves.press,
    Purpose.HERE: board_troubles.continue_here,
    Purpose.OPTIONS: options.show,
    Purpose.SET: options.set_values,
    Purpose.ASK: options.show,
    Purpose.RETURN: seats.take_back,
    Purpose.CLOCK: clock.clock,
    Purpose.CLAIM: seats.claim,
    Purpose.SETUP: setup.press,
    Purpose.SETTINGS: settings.press,
    Purpose.TOP: stats.top,
    Purpose.STATS: stats.stats,
    Purpose.MODERATE: moderation.press,
    Purpose.PRIVACY: privacy.press,
}

_PROGRESS: Mapping[Purpose, Message] = {
    Purpose.REPLAY: talk.MAKING,
    Purpose.FACEUP: talk.OPENING,
    Purpose.ANALYSIS: hint.LOOKING,
}


def progress_text(press: ControlId) -> Message | None:
    """Return the text to show while the answer to a press is prepared; None if the answer is never slow."""
    return sharing.progress_text(press.data) if press.purpose is Purpose.SHARE else _PROGRESS.get(press.purpose)


COMMANDS = (
    lobby.NEW,
    options.OPTION,
    *options.SERIES,
    practice.PRACTICE,
    rules.RULES,
    settings.SETTINGS,
    computers.BOT,
    clock.CLOCK,
    lobby.JOIN,
    invitations.INVITE,
    seats.LEAVE,
    ready.START,
    play.HAND,
    play.BOARD,
    votes.VOTE,
    votes.UNDO,
    rematch.REMATCH,
    record.RECORD,
    stats.STATS,
    stats.TOP,
    setup.SETUP,
    moderation.MODERATE,
    privacy.PRIVACY,
    games.GAMES,
    help.HELP,
)

PERSON_COMMANDS: Sequence[PersonCommand] = (challenge.CHALLENGE, blocks.PERSON, moderation.REPORT)


def commands(games: Games, languages: Languages = OFFERED) -> list[Command]:
    """Return all commands: the fixed ones, and one for each move of these games.

    Some of them take a language if there is a choice of several.
    """
    return [*(with_choice(command, languages) for command in COMMANDS), *play.move_commands(games)]
