"""Reads what a log records of its deals: what was promised, shown, and dealt.

Written from docs/DEALS.md, independently of the code that plays games. Anything that the protocol does not allow raises
`RecordRefused`.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.table.record.check.acts import MODERATOR, Acts
from bot.table.record.check.decks import find_sides
from bot.table.record.check.moves import MOVES, Moves
from bot.table.record.check.refused import RecordRefused, at_step
from bot.table.record.check.shown import ShownHead
from bot.table.record.check.shuffle import shuffle_items, words
from bot.table.record.check.start import StartNotation, read_start
from bot.table.record.check.votes import BEACON, ENDINGS, GIVE_UP, Voters
from bot.table.record.record import MOST_SEATS, Record, RecordedStep
from engine.words import msg

LINKS: Final = 4096
"""How many seeds a chain has."""
LEEWAY: Final = 120
"""By how many seconds the clocks of the bot's computer and of Discord may differ."""
DISCORD_EPOCH: Final = 1_420_070_400_000
MAX_ID: Final = 2**63 - 1

_HEX, _N, _ID = r"[0-9a-f]{64}", r"[1-9][0-9]{0,15}", r"[1-9][0-9]{0,18}"
_NEW = re.compile(
    rf'{{"deals":4,"root":"(?P<root>{_HEX})","beacon":(?P<beacon>true|false)'
    rf'(?:,"server":(?P<server>{_ID}))?(?:,"channel":(?P<channel>{_ID}))?(?:,"thread":(?P<thread>{_ID}))?}}'
)
_DUE = re.compile(rf'{{"deal":(?P<deal>{_N}),"salt":"[0-9a-f]{{32}}"(?:,"root":"(?P<root>{_HEX})")?}}')
_POSTED = re.compile(
    rf'{{"seq":(?P<seq>{_N}),"channel":(?P<channel>{_ID}),"message":(?P<message>{_ID}),'
    r'"head":"(?P<head>[A-Za-z0-9_-]{22})"}'
)
_GONE = re.compile(rf'{{"message":(?P<message>{_ID})}}')
_DEAL = re.compile(
    rf'{{"deal":(?P<deal>{_N})(?:,"round":(?P<round>{_N}),"signature":"(?P<signature>[0-9a-f]{{96}})")?}}'
)
_RESTORED = re.compile(r'{"copy":[1-9][0-9]{0,15},"until":[0-9]{1,19}(?P<looked>,"looked":true)?}')

RELEVANT_KINDS: Final = frozenset(
    {"new", "join", "leave", "seat", "start", "due", "end", "posted", "gone", "deal", "restored"}
    | {"vote", "nobeacon", "pause", "close", "undo", "moderation"}
    | MOVES
)
"""The kinds of steps that matter for deals and votes."""
BEGUN: Final = MOVES | {"due", "end", "gone", "vote", "nobeacon", "pause", "deal", "restored", "undo"}
"""The kinds of steps that come after the start."""
AFTER_END: Final = frozenset({"posted", "rematch"})
"""The only kinds of steps that may come after the end."""


class Post(NamedTuple):
    """A message in the channel. People have to compare it with what it should show."""

    message: int
    channel: int
    shows: ShownHead
    waits: bool
    """Whether it announces a deal that waits for the beacon."""

    @property
    def time(self) -> float:
        """When Discord received it, in UTC seconds, according to its id."""
        return message_time(self.message)


class CheckedDeal(NamedTuple):
    """A deal as the log has it: what was promised, its announcement, and the beacon."""

    seq: int
    due: ShownHead
    message: int | None
    """The announcement; None if one person sat alone."""
    round: int = 0
    signature: str = ""

    @property
    def randomness(self) -> str:
        """The text that the beacon adds to the seed of the shuffle."""
        return hashlib.sha256(bytes.fromhex(self.signature)).hexdigest() if self.signature else "-"


@dataclass
class Log:
    """What was read from the steps so far."""

    root: str = ""
    """The root of the first chain of seeds."""
    at: int = 0
    """When the table was opened."""
    server: int = 0
    channel: int = 0
    thread: int = 0
    """The server, channel and thread in which the table was opened. Each is 0 if the log doesn't name it."""
    beacon: bool = False
    """Whether deals that are announced wait for the beacon now."""
    opened_with_beacon: bool = False
    voted_away: int = 0
    """The step at which all agreed to go on without the beacon; 0 if they did not."""
    seated: list[bool] = field(default_factory=list)
    """For each seat that was taken before the start, whether a person took it."""
    shared: bool = False
    """Whether deals are announced: a second person sits at the table, or sat there at any time since the start."""
    start: StartNotation | None = None
    shown: dict[int, ShownHead] = field(default_factory=dict)
    """The heads that messages must show, by step."""
    posted: set[int] = field(default_factory=set)
    """The steps whose heads were posted in the channel."""
    posts: list[Post] = field(default_factory=list)
    deals: list[CheckedDeal] = field(default_factory=list)
    dues: list[ShownHead] = field(default_factory=list)
    """All deals that were due at any time, made or not."""
    due: ShownHead | None = None
    announced: Post | None = None
    """The message of the deal that is due."""
    set_aside: Post | None = None
    """The announcement of the deal that was never made, because all agreed to go on without the beacon."""
    voters: Voters = field(default_factory=Voters)
    moves: Moves = field(default_factory=Moves)
    handovers: int = 0
    """How many steps after the start gave a seat to another player, or back to its own player."""
    surrender: tuple[int, Sequence[int]] | None = None
    """The step at which partners gave the game up, and their seats."""
    closed: int = 0
    """The step at which the running game was closed; 0 if it was not."""
    closed_by_vote: bool = False
    acts: Acts = field(default_factory=Acts)
    gone: list[int] = field(default_factory=list)
    """The announcements that were deleted before their deals were made."""
    restored: list[tuple[int, int]] = field(default_factory=list)
    """The steps at which the bot was restored from an older copy, each with the number of the next deal."""
    ended: bool = False

    @property
    def waits(self) -> bool:
        """Whether a deal waits for the beacon."""
        return self.beacon and self.announced is not None

    @property
    def opened_seed_count(self) -> int:
        """How many seeds the record must have: one for each deal that was due and no longer is, made or not."""
        return len(self.dues) if self.due is None else len(self.dues) - 1

    def root_of(self, deal: int) -> str:
        """Return the root that the seed of a deal, counted from 1, must match; empty unless it begins a chain."""
        if deal == 1:
            return self.root
        return self.dues[deal - 2].root if deal % LINKS == 1 else ""


def message_time(message: int) -> float:
    """Return when a message was sent, according to its id, in UTC seconds."""
    return ((message >> 22) + DISCORD_EPOCH) / 1000


def shorten_hash(digest: str) -> str:
    """Return the short form of a head (a step's hash) or root, as messages show it."""
    return base64.urlsafe_b64encode(bytes.fromhex(digest)).decode()[:22]


def read_log(record: Record) -> Log:
    """Return what the steps of a record say about its deals. Raises RecordRefused."""
    log, head, at = Log(), "", 0
    for place, step in enumerate(record.steps, 1):
        if step.seq != place:
            raise at_step(step.seq, "stands where step {place} belongs.", place=place)
        if (head := _hash_of_step(head, record.table, step)) != step.hash:
            raise at_step(step.seq, "doesn't match its hash.")
        if (step.kind == "new") != (place == 1):
            raise at_step(step.seq, "opens the table, and isn't the first." if place > 1 else "doesn't open the table.")
        if step.at < at:
            raise at_step(step.seq, "is dated before the step before it.")
        at = step.at
        if log.ended and step.kind not in AFTER_END:
            raise at_step(step.seq, "comes after the end.")
        if log.closed and not log.ended and step.kind != "end":
            raise at_step(step.seq, "comes after the game was closed.")
        log.acts.begin_step(step, begun=log.start is not None)
        if step.kind in RELEVANT_KINDS:
            _read_step(log, step, record)
    if log.start is None:
        raise RecordRefused(msg("The game never starts."))
    log.acts.require_none_pending()
    if not log.ended and log.due is None:
        raise RecordRefused(msg("The record stops in the middle of a round: no deal is due and it isn't over."))
    return log


def _hash_of_step(head: str, table: int, step: RecordedStep) -> str:
    hashed = [head, table, step.seq, step.kind, step.seat, step.notation, step.at]
    return hashlib.sha256(json.dumps(hashed, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()


def _read_step(log: Log, step: RecordedStep, record: Record) -> None:
    """Read a step of one of `RELEVANT_KINDS`. Only in some of these kinds, a notation can have a backslash."""
    if log.start is None and step.kind in BEGUN:
        raise at_step(step.seq, "comes before the start.")
    if "\\" in step.notation and step.kind not in ("join", "leave", "seat", "vote", *MOVES):
        raise _unreadable_step(step)
    if step.kind == "deal":
        _read_deal(log, step, record)
    elif step.kind in MOVES:
        _note_move(log, step)
    else:
        _READERS[step.kind](log, step)


def _read_new(log: Log, step: RecordedStep) -> None:
    fields = _read_fields(_NEW, step)
    ids = [int(fields[name] or 0) for name in ("server", "channel", "thread")]
    if max(ids) > MAX_ID:
        raise _unreadable_step(step)
    log.root, log.at = fields["root"], step.at
    log.server, log.channel, log.thread = ids
    log.beacon = log.opened_with_beacon = fields["beacon"] == "true"


def _read_join(log: Log, step: RecordedStep) -> None:
    if log.start is not None:
        log.voters.take_seat(step, _require_seat(log, step))
        _note_handover(log, step)
        log.shared = True
    elif step.seat == len(log.seated) < MOST_SEATS:
        log.seated.append(True)
        log.voters.add_seat(person=True)
        log.shared = sum(log.seated) > 1
    else:
        raise _missing_seat(step)


def _read_leave(log: Log, step: RecordedStep) -> None:
    seat = _require_seat(log, step)
    if log.start is not None:
        log.voters.leave_seat(seat)
        _note_handover(log, step)
    else:
        del log.seated[seat]
        log.voters.drop_seat(seat)
        log.shared = sum(log.seated) > 1


def _read_seat(log: Log, step: RecordedStep) -> None:
    if log.start is None and step.seat == len(log.seated) < MOST_SEATS:
        log.seated.append(False)
        log.voters.add_seat(person=False)
    log.voters.seat(step, _require_seat(log, step))
    log.handovers += 1 if log.start is not None else 0


def _note_handover(log: Log, step: RecordedStep) -> None:
    """Note that a seat of the running game changed hands."""
    log.handovers += 1
    log.moves.hand_over(_require_seat(log, step))


def _note_move(log: Log, step: RecordedStep) -> None:
    log.moves.note(step)
    log.voters.note_move()


def _read_undo(log: Log, step: RecordedStep) -> None:
    log.moves.take_back(step, log.voters, shared=log.shared)


def _require_seat(log: Log, step: RecordedStep) -> int:
    if step.seat is None or step.seat >= len(log.seated):
        raise _missing_seat(step)
    return step.seat


def _missing_seat(step: RecordedStep) -> RecordRefused:
    return at_step(step.seq, "names a seat that isn't there.")


def _read_start_step(log: Log, step: RecordedStep) -> None:
    if log.start is not None:
        raise at_step(step.seq, "starts the game a second time.")
    log.start = read_start(step)
    if log.start.seats != (seat_count := len(log.seated)):
        raise at_step(step.seq, "starts with {n} seats, but {taken} are taken.", n=log.start.seats, taken=seat_count)


def _read_due(log: Log, step: RecordedStep) -> None:
    fields = _read_fields(_DUE, step)
    deal = len(log.dues) + 1
    if log.due is not None:
        raise at_step(step.seq, "promises a deal while deal {deal} is due.", deal=log.due.deal)
    if int(fields["deal"]) != deal:
        raise at_step(step.seq, "promises deal {n}, but deal {deal} is next.", n=int(fields["deal"]), deal=deal)
    if (fields["root"] is not None) != (deal % LINKS == 0):
        raise at_step(step.seq, "has a root where none belongs, or none where one belongs.")
    root = log.root if deal == 1 else fields["root"] or ""
    log.due = ShownHead(step.seq, step.kind, step.hash, step.at, deal, root)
    log.announced = None
    log.dues.append(log.due)
    log.shown[step.seq] = log.due


def _read_posted(log: Log, step: RecordedStep) -> None:
    fields = _read_fields(_POSTED, step)
    if max(int(fields["channel"]), int(fields["message"])) > MAX_ID:
        raise _unreadable_step(step)
    seq = int(fields["seq"])
    shows = log.shown.get(seq)
    if not log.channel:
        raise at_step(step.seq, "names a message of a table that was opened in no channel.")
    if not log.shared:
        raise at_step(step.seq, "names a message of a table where one person sits alone, which has none.")
    if shows is None:
        raise at_step(step.seq, "names a message of step {other}, which none shows.", other=seq)
    if shows.seq in log.posted:
        raise at_step(step.seq, "names a second message that shows step {other}.", other=shows.seq)
    if shows.kind == "due" and shows != log.due:
        raise at_step(step.seq, "announces deal {deal}, which isn't due any more.", deal=shows.deal)
    if fields["head"] != shorten_hash(shows.head):
        raise at_step(step.seq, "names a message that shows another head than that of step {other}.", other=shows.seq)
    waits = log.beacon and shows.kind == "due"
    post = Post(message=int(fields["message"]), channel=int(fields["channel"]), shows=shows, waits=waits)
    _require_post_time(log, step, post)
    log.posts.append(post)
    log.posted.add(shows.seq)
    if shows.kind == "due":
        log.announced = post


def _require_post_time(log: Log, step: RecordedStep, post: Post) -> None:
    """Refuse a message that is older than the step whose head it shows, or newer than the step that names it."""
    message = str(post.message)
    if log.posts and post.message <= log.posts[-1].message:
        raise at_step(step.seq, "names message {message}, which isn't newer than the one before.", message=message)
    if post.time < post.shows.at - LEEWAY:
        raise at_step(step.seq, "names message {message}, which is older than what it shows.", message=message)
    if post.time > step.at + LEEWAY:
        raise at_step(step.seq, "names message {message}, which is newer than this step.", message=message)


def _read_gone(log: Log, step: RecordedStep) -> None:
    fields = _read_fields(_GONE, step)
    post = log.announced
    if post is None or str(post.message) != fields["message"] or post.message in log.gone:
        raise at_step(step.seq, "takes away a message that no deal waits for.")
    log.gone.append(post.message)


def _read_nobeacon(log: Log, step: RecordedStep) -> None:
    _require_empty_notation(step)
    if not log.waits:
        raise at_step(step.seq, "goes on without the beacon, for which no deal waits.")
    log.voters.require_agreement(step, BEACON)
    log.beacon = False
    log.voted_away, log.set_aside = step.seq, log.announced
    log.due = log.announced = None


def _read_vote(log: Log, step: RecordedStep) -> None:
    log.voters.vote(step, waits=log.waits)


def _read_moderation(log: Log, step: RecordedStep) -> None:
    log.acts.read(step, begun=log.start is not None)


def _read_pause(log: Log, step: RecordedStep) -> None:
    if log.shared and not step.notation:
        log.voters.pause(step, moderated=bool(log.acts.current))


def _read_close(log: Log, step: RecordedStep) -> None:
    if log.start is None:
        return
    if step.notation == MODERATOR and not log.acts.current:
        raise at_step(step.seq, "closes the game for a moderator, and none did that.")
    log.closed, log.closed_by_vote = step.seq, step.notation in (*ENDINGS, GIVE_UP)
    if log.shared and step.notation in ENDINGS:
        log.voters.require_agreement(step, step.notation)
    elif log.shared and step.notation == GIVE_UP:
        log.surrender = step.seq, log.voters.require_surrender(step, find_sides(log.start))


def _read_restored(log: Log, step: RecordedStep) -> None:
    if _read_fields(_RESTORED, step)["looked"] is None:
        log.restored.append((step.seq, log.due.deal if log.due else len(log.dues) + 1))


def _read_deal(log: Log, step: RecordedStep, record: Record) -> None:
    fields = _read_fields(_DEAL, step)
    deal, due = int(fields["deal"]), log.due
    if due is None or due.deal != deal:
        raise at_step(step.seq, "makes deal {deal}, which isn't due.", deal=deal)
    if log.announced is None and log.shared:
        raise at_step(step.seq, "makes deal {deal}, which wasn't announced.", deal=deal)
    waits = log.beacon and log.shared
    if (fields["round"] is not None) != waits:
        ending = "without the beacon, for which it waits." if waits else "with a beacon that the table doesn't use."
        raise at_step(step.seq, "makes deal {deal} {unlike}", deal=deal, unlike=msg(ending))
    message = log.announced.message if log.announced else None
    log.deals.append(CheckedDeal(step.seq, due, message, int(fields["round"] or 0), fields["signature"] or ""))
    log.due = log.announced = None
    _note_move(log, step)
    log.voters.note_deal(_find_drawn_order(log, record) if len(log.deals) == 1 else None)


def _find_drawn_order(log: Log, record: Record) -> Sequence[int] | None:
    """Return the old seat of each new seat's player.

    Return None if the first deal did not draw the seats, or if the record lacks the seed of that deal.
    """
    first_deal, seeds = log.deals[0], record.seeds[log.deals[0].due.deal - 1 :]
    assert log.start is not None
    if log.start.options.get("drawseat") is not True or not seeds:
        return None
    stream = words(f"seats-v4|{record.table}|{seeds[0]}|{first_deal.randomness}")
    return shuffle_items(list(range(len(log.seated))), stream)


def _read_end(log: Log, step: RecordedStep) -> None:
    _require_empty_notation(step)
    log.ended, log.due, log.announced = True, None, None
    log.shown[step.seq] = ShownHead(step.seq, step.kind, step.hash, step.at)


def _read_fields(pattern: re.Pattern[str], step: RecordedStep) -> re.Match[str]:
    """Return the fields of a step's notation. Raises RecordRefused if it can't be read."""
    fields = pattern.fullmatch(step.notation)
    if fields is None:
        raise _unreadable_step(step)
    return fields


def _require_empty_notation(step: RecordedStep) -> None:
    if step.notation:
        raise _unreadable_step(step)


def _unreadable_step(step: RecordedStep) -> RecordRefused:
    return at_step(step.seq, "has a notation that can't be read.")


_READERS = {
    "new": _read_new,
    "join": _read_join,
    "leave": _read_leave,
    "seat": _read_seat,
    "start": _read_start_step,
    "due": _read_due,
    "posted": _read_posted,
    "gone": _read_gone,
    "nobeacon": _read_nobeacon,
    "vote": _read_vote,
    "pause": _read_pause,
    "close": _read_close,
    "moderation": _read_moderation,
    "undo": _read_undo,
    "restored": _read_restored,
    "end": _read_end,
}
