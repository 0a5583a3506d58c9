"""The replay of a finished game: the captions of its frames, and its message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from bot.table.log.model import Person, SeatName, Seen, ShownStep, Table
from bot.table.log.settled.halt import RestoredFromCopy
from bot.table.record.film import MAX_FRAMES, Shot, sample_evenly
from bot.table.refusals import Refusal
from bot.talk import result
from bot.talk.letter import MOST_OPTIONS, Button, ControlId, Letter, Option, Picture, Purpose, Row, Select, Style
from bot.talk.story import StoryLine, build_lines, is_interruption
from bot.talk.title import AnyGame, table_title
from bot.talk.words import plain_names, text_letter
from engine.game import Seat
from engine.words import (
    SOMEBODY,
    Message,
    Value,
    Who,
    Words,
    count,
    join_items,
    join_with_dots,
    lines,
    msg,
    replace_seats,
)

_MOST_CHOSEN = MAX_FRAMES - 9
"""The most frames to choose.

The remaining nine are for the last lap before a block: one for each of 8 seats, and one before them.
"""
NAME = "replay.gif"
MOMENT = "moment"
"""The data of the control that shares the best moment."""
POST, NOT_NOW = "post ", "not now"
"""The data of the answers to a preview; after the first follows the data of what is posted."""
ROUND = "round "
"""The prefix of a round's number, for the first frame of that round."""
MAKING = msg("Drawing the replay. A long game takes about 20 seconds.")
FINDING = msg("Looking for the best moment. A long game takes a few seconds.")
OPENING = msg("Going through the game. A long one takes a few seconds.")
NOTHING = msg("Nothing was played in this game.")


@dataclass(frozen=True, slots=True)
class CaptionedShot:
    """A position as everybody saw it, with the caption above it."""

    shot: Shot
    caption: Message | None
    ends: bool = field(default=False)
    """Whether a round ends with this frame."""


def build_frames(game: AnyGame, seen: Seen, shots: Sequence[Shot]) -> Sequence[CaptionedShot]:
    """Return the frames of a whole game, one for each line of its log.

    `seen` is the end of the game.
    """
    rounds = [list(each) for _, each in groupby(shots, lambda shot: shot.round)]
    frames = [frame for each in rounds for frame in _round_frames(game, seen, each)]
    if not frames:
        return ()
    ending = result.end_title(game, seen)
    if frames[-1].ends:
        return [*frames[:-1], replace(frames[-1], caption=ending)]
    return [*frames, CaptionedShot(shots[-1], ending, ends=True)]


def require_frames(frames: Sequence[CaptionedShot]) -> Sequence[CaptionedShot]:
    """Return the frames. Raises Refusal if there are none."""
    if not frames:
        raise Refusal(NOTHING)
    return frames


def _round_frames(game: AnyGame, seen: Seen, shots: Sequence[Shot]) -> Iterator[CaptionedShot]:
    """Yield the frames of one round; the last caption says how the round ended."""
    shots_by_step = {shot.happened.seq: shot for shot in shots}
    end = shots[-1]
    moves = [shot.happened for shot in shots if not _names_time(shot.happened)]
    # without names, since `_line_with_names` inserts them in the form for pictures
    for line in build_lines(game, [replace(step, names={}) for step in moves], scores=False):
        first, last = shots_by_step[line.steps[0].seq], shots_by_step[line.steps[-1].seq]
        yield CaptionedShot(last, _line_with_names(line, first.happened, seen.table))
    if end.seen.is_scored:
        yield CaptionedShot(end, game.voice.headline(end.seen), ends=True)


def _names_time(step: ShownStep) -> bool:
    """Return whether the sentences about a step name a time of day, which only a message can show."""
    return is_interruption(step) or any(isinstance(event, RestoredFromCopy) for event in step.events)


def _line_with_names(line: StoryLine, first: ShownStep, table: Table) -> Message:
    """Insert the names that players had at that time, in the form for pictures."""
    message = join_items([line.message])
    renaming = replace_seats(message, lambda who: _name(first.names.get(who, who), table))
    assert isinstance(renaming, Message)
    return renaming


def _name(name: SeatName, table: Table) -> Value:
    if not isinstance(name, Person):
        return name
    seat = table.seat_of(name.user)
    if not name.name and seat is not None:
        return Who(seat)
    return plain_names([name])[0] if name.name else SOMEBODY


def select_frames(frames: Sequence[CaptionedShot], number: int) -> Sequence[CaptionedShot]:
    """Choose the frames that fit into a replay.

    `number` is a round, or 0 for the whole game. If the game is too long, choose the ends of its rounds, and the whole
    last round.
    """
    if number:
        return sample_evenly([frame for frame in frames if frame.shot.round == number], _MOST_CHOSEN)
    if len(frames) <= _MOST_CHOSEN:
        return frames
    last_number = frames[-1].shot.round
    ends = [frame for frame in frames if frame.ends and frame.shot.round != last_number]
    earlier_rounds = sample_evenly(ends, _MOST_CHOSEN // 2)
    last_round = [frame for frame in frames if frame.shot.round == last_number]
    return [*earlier_rounds, *sample_evenly(last_round, _MOST_CHOSEN - len(earlier_rounds))]


def find_lap_frames(frames: Sequence[CaptionedShot], seats: int) -> set[int]:
    """Return the indexes of frames before which a block's last lap fits.

    Each is the first frame that shows a round as scored. If there is no room for all of them, return the newest.
    """
    frames_a_lap = seats + 1  # one for each seat, and one before them
    most_laps = (MAX_FRAMES - len(frames)) // frames_a_lap
    ends = [index for index, frame in enumerate(frames) if frame.ends]
    return {_first_scored_frame(frames, index) for index in ends[-most_laps:]} if most_laps else set()


def _first_scored_frame(frames: Sequence[CaptionedShot], end: int) -> int:
    """Return the index of the first frame that shows the round as scored."""
    index = end
    while index and frames[index - 1].shot.seen.is_scored and frames[index - 1].shot.round == frames[end].shot.round:
        index -= 1
    return index


def parse_round(data: str, rounds: int = 99_999) -> int:
    """Return the round that a control names, if there is such a round.

    Otherwise return 0, which means the whole game.
    """
    number = int(data) if data.isdecimal() and len(data) < 6 else 0
    return number if number <= rounds else 0


def letter(game: AnyGame, table: Table, number: int, rounds: int, words: Words, *, seated: bool) -> Letter:
    """Build the message for a replay, without the replay itself.

    It is for one round, or for the whole game (0).
    """
    rows = _round_menu(table, number, rounds, words)
    share = Button(words.text(msg("Share the replay")), ControlId(Purpose.SHARE, table.id, data=str(number)))
    open_ = Button(words.text(msg("All hands face up")), ControlId(Purpose.FACEUP, table.id, data=ROUND + str(number)))
    best = Button(words.text(msg("Share best moment")), ControlId(Purpose.SHARE, table.id, data=MOMENT))
    buttons = (share, best, open_) if seated else (open_,)
    return text_letter(words, msg("**{title}**", title=_title(game, table, number)), (*rows, buttons))


def public_letter(game: AnyGame, table: Table, number: int, seat: Seat, words: Words) -> Letter:
    """Build the message in which a player shares a replay, without the replay itself."""
    return text_letter(words, msg("**{title}** · shared by {who}", title=_title(game, table, number), who=Who(seat)))


def with_picture(letter: Letter, picture: Picture) -> Letter:
    """Return a message with the replay as its picture."""
    return replace(letter, pictures=(picture,))


CONFIRM = msg("Only you see this. Post it for everyone here?")


def preview(letter: Letter, question: Message, table: Table, what: str, words: Words) -> Letter:
    """Return a message as a preview for the player who may post it, below a question.

    `what` names the message in the data of *Post it*.
    """
    post = Button(words.text(msg("Post it")), ControlId(Purpose.SHARE, table.id, data=POST + what), Style.MAIN)
    not_now = Button(words.text(msg("Not now")), ControlId(Purpose.SHARE, table.id, data=NOT_NOW))
    return replace(letter.with_first_paragraph(words.text(question)), rows=((post, not_now),))


def not_posted(table: Table, words: Words) -> Letter:
    """Say that nothing was posted, with a button back to the replay."""
    back = Button(words.text(msg("Replay")), ControlId(Purpose.REPLAY, table.id))
    return text_letter(words, msg("Nothing is posted."), ((back,),))


def share_notice(link: str) -> Message:
    """Say where the shared message is now."""
    return msg("It's shared: {link}", link=link)


def link(table: Table) -> str:
    """Return a link to a table's channel; for one message append a slash and its id."""
    return f"https://discord.com/channels/{table.guild or '@me'}/{table.place}"


def _title(game: AnyGame, table: Table, number: int) -> Message:
    which = msg("Replay of round {n}", n=number) if number else msg("Replay")
    return join_with_dots(which, table_title(game, table))


def _round_menu(table: Table, number: int, rounds: int, words: Words) -> tuple[Row, ...]:
    """Build the menu of rounds, or of the newest ones if there are too many."""
    if rounds < 2:
        return ()
    options = [Option(words.text(msg("The whole game")), _round_id(table, 0), is_chosen=not number)]
    first = max(1, rounds - (MOST_OPTIONS - 1) + 1)  # one option is the whole game
    for n in range(first, rounds + 1):
        options.append(Option(words.text(msg("Round {n}", n=n)), _round_id(table, n), is_chosen=n == number))
    choose = ControlId(Purpose.CHOOSE, table.id, data="replay")
    return (Select(words.text(msg("Which round?")), choose, tuple(options)),)


def _round_id(table: Table, number: int) -> ControlId:
    return ControlId(Purpose.REPLAY, table.id, data=str(number))


def alt(game: AnyGame, seen: Seen, frames: int) -> Message:
    """Describe a replay: its game, and how it ended."""
    line = count(
        "Replay of {title} in {n} picture.",
        "Replay of {title} in {n} pictures.",
        frames,
        title=table_title(game, seen.table),
    )
    return lines(line, result.alt(game, seen))
