"""What people read about a table of Draw or Block, made of nothing but what the viewer knows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.game import DEALER, Doubt, Seat, named
from engine.games.draw.actions import VERBS, Call
from engine.games.draw.observation import DrawObservation, Ending, OpenEnd, RoundResult
from engine.games.draw.options import Terms, terms
from engine.games.draw.scoring import penalty
from engine.tiles import Tile, tile_set
from engine.words import Join, Message, Who, count, lines, listed, msg, sentences

_TILE_AND_END = re.compile(r"([0-9]{1,2})\s*[-:|/]\s*([0-9]{1,2})\s*(.*)")
_ADDENDS = 9
"""A hand of more tiles is given as its number of tiles and their pips."""


def call(seen: DrawObservation) -> Message:
    """What is asked of the seat to act."""
    if seen.outcome is not None:
        return msg("game over")
    if not _playing(seen):
        return msg("next deal")
    if not seen.laid:
        return msg("you open")
    return msg("your turn")


def situation(seen: DrawObservation) -> Message:
    """What decides the next move."""
    result = seen.result
    if result is not None:
        return _how(result)
    if not _playing(seen):
        return msg("not dealt yet")
    if not seen.laid:
        return msg("round {round} begins", round=seen.round)
    ends = msg("ends {numbers}", numbers=listed([end.number for end in seen.ends]))
    if not _asked(seen):
        return ends
    number, seats = len(seen.confirmed), len(seen.sizes)
    passed = msg("{number} of {seats} passed", number=number, seats=seats)
    return listed([ends, passed], Join.DOT)


def _playing(seen: DrawObservation) -> bool:
    """Whether a seat is to act."""
    return seen.to_act is not None and seen.to_act != DEALER


def _terms(seen: DrawObservation) -> Terms:
    return terms(seen.options, len(seen.sizes))


def _asked(seen: DrawObservation) -> bool:
    """Whether others passed and the seat to act has not said yet that it can play."""
    return bool(seen.confirmed) and not seen.declared


def _how(result: RoundResult) -> Message:
    match result.ending:
        case Ending.OUT:
            return msg("{who} is out", who=Who(result.winners[0]))
        case Ending.BLOCKED:
            return msg("the round is blocked")
        case Ending.FORFEIT:
            return msg("a foul stopped the round")


def prompt(seen: DrawObservation) -> Message:
    """What the viewer can do now and why, or what is waited for."""
    if seen.outcome is not None:
        return seen.outcome.reason
    if not _playing(seen):
        return msg("The next round will be dealt.") if seen.result else msg("The tiles are being shuffled.")
    return _own_prompt(seen) if seen.viewer == seen.to_act else _waiting(seen)


def _waiting(seen: DrawObservation) -> Message:
    """What the channel and the other seats wait for."""
    who = Who(seen.to_act or 0)
    if not seen.laid:
        return msg("{who} opens the round.", who=who)
    if _asked(seen):
        return msg("{who} is to play or to pass. {passes}", who=who, passes=_passes(seen))
    return msg("{who} is to play.", who=who)


def _own_prompt(seen: DrawObservation) -> Message:
    """What the seat to act can do, and why."""
    if not seen.laid:
        return _opening_prompt(seen)
    if seen.playable:
        return _playing_prompt(seen)
    misses = msg("None of your tiles fits {numbers}.", numbers=_numbers(seen))
    if not seen.drawable:
        return sentences(misses, _inability_prompt(seen))
    if seen.drawn >= _terms(seen).draw_limit:
        return sentences(misses, msg("You have drawn all you may in a turn: pass."))
    return sentences(misses, _drawing_prompt(seen))


def _numbers(seen: DrawObservation) -> Message:
    return listed(sorted({end.number for end in seen.ends}, reverse=True), Join.OR)


def _opening_prompt(seen: DrawObservation) -> Message:
    rules = _terms(seen)
    if rules.forced_lead(seen.round):
        (tile,) = seen.playable
        if tile.double:
            return msg("The highest double opens: play your {tile}.", tile=str(tile))
        return msg("Nobody holds a double, so the heaviest tile opens: play your {tile}.", tile=str(tile))
    if len(seen.playable) < rules.hand_size:
        return msg("You open, with a double of your choice.")
    return msg("You open, with any tile.")


def _playing_prompt(seen: DrawObservation) -> Message:
    able = count("You can play 1 of your tiles.", "You can play {n} of your tiles.", len(seen.playable))
    if seen.confirmed:
        return sentences(able, msg("So you must play, and the round is not blocked."))
    may_draw = seen.options.voluntary_draw and seen.drawable
    if may_draw and seen.drawn < _terms(seen).draw_limit:
        return sentences(able, msg("You may draw a tile first."))
    return able


def _inability_prompt(seen: DrawObservation) -> Message:
    return sentences(msg("Nothing can be drawn: say that you cannot play."), _passes(seen))


def _passes(seen: DrawObservation) -> Message:
    """How near a block is (draw.md §6.2)."""
    number, seats = len(seen.confirmed), len(seen.sizes)
    if not number:
        return msg("If nobody can, the round is blocked.")
    return msg("{number} of {seats} have passed: if all do, the round is blocked.", number=number, seats=seats)


def _drawing_prompt(seen: DrawObservation) -> Message:
    most = min(seen.drawable, _terms(seen).draw_limit - seen.drawn)
    if most == 1:
        return msg("Draw a tile.")
    return msg("Draw until one fits, {most} tiles at most.", most=most)


def standings(seen: DrawObservation) -> tuple[Message, ...]:
    """One line a seat: its tiles and its points."""
    return tuple(
        listed([_tile_count(size), _points(score)], Join.COMMA)
        for size, score in zip(seen.sizes, seen.scores, strict=True)
    )


def _tile_count(number: int) -> Message:
    return count("1 tile", "{n} tiles", number)


def _points(number: int) -> Message:
    return count("1 point", "{points} points", number, points=str(number).replace("-", "−"))


def tally(seen: DrawObservation) -> Message | None:
    """The arithmetic of the round that was just scored: hands, gains, scores."""
    result = seen.result
    if result is None:
        return None
    hands = [_hand_line(seat, hand or ()) for seat, hand in enumerate(seen.hands)]
    gains = [_gain_line(seen, result, seat) for seat in result.winners] or [msg("Nobody scores.")]
    penalties = seen.penalties or (0,) * len(seen.scores)
    scores = [_score_line(seat, score, result.gains[seat], penalties[seat]) for seat, score in enumerate(seen.scores)]
    return lines(_heading(seen.round, result), *hands, result.rule, *gains, *fouls(seen.penalties), *scores)


def fouls(penalties: Sequence[int]) -> list[Message]:
    """What the fouls of a round cost, a line for each seat that committed any."""
    return [
        count("{who}'s fouls cost {n} point", "{who}'s fouls cost {n} points", penalty, who=Who(seat))
        for seat, penalty in enumerate(penalties)
        if penalty
    ]


def _heading(number: int, result: RoundResult) -> Message:
    heading = msg("Round {round}: {how}.", round=number, how=_how(result))
    if not result.confirmed:
        return heading
    names = listed([Who(seat) for seat in result.confirmed])
    return sentences(heading, msg("Confirmed by {names}.", names=names))


def _hand_line(seat: Seat, tiles: Sequence[Tile]) -> Message:
    who, pips = Who(seat), [tile.pips for tile in tiles]
    if not tiles:
        return msg("{who} holds nothing: 0", who=who)
    if len(tiles) > _ADDENDS:
        return msg("{who} holds {tiles}: {sum}", who=who, tiles=_tile_count(len(tiles)), sum=sum(pips))
    return msg("{who} holds {tiles}: {sum}", who=who, tiles=listed(tiles, Join.COMMA), sum=_sum(pips))


def _gain_line(seen: DrawObservation, result: RoundResult, seat: Seat) -> Message:
    """How a winner's points come about; each amount is a hand of the lines above."""
    options, who, gain = seen.options, Who(seat), result.gains[seat]
    shared = options.blocked_tie == "share" and len(result.winners) > 1
    losers = [other for other in range(len(result.residuals)) if other not in (result.winners if shared else (seat,))]
    others = [result.residuals[other] for other in losers]
    if shared:
        pot, winners = _sum(others), len(result.winners)
        return msg(
            "{who} scores a share of {pot}: 1 of {winners} is {gain}", who=who, pot=pot, winners=winners, gain=gain
        )
    minus_own = options.blocked_score == "others_minus_own" and result.ending is Ending.BLOCKED
    if not minus_own:
        return msg("{who} scores {sum}", who=who, sum=_sum(others))
    own = result.residuals[seat]
    difference = f"{' + '.join(map(str, others))} − {own} = {sum(others) - own}".replace("= -", "= −")
    if sum(others) < own:
        return msg("{who} scores {difference}, so 0", who=who, difference=difference)
    return msg("{who} scores {difference}", who=who, difference=difference)


def _score_line(seat: Seat, score: int, gain: int, penalty: int) -> Message:
    """What a seat had before the round, what it lost by fouls and gained, and what it has."""
    before = str(score - gain + penalty)
    lost, gained = f" − {penalty}" if penalty else "", f" + {gain}" if gain else ""
    total = f"{before}{lost}{gained} = {score}" if lost or gained else before
    return msg("{who} has {total}", who=Who(seat), total=total.replace("-", "−"))


def _sum(numbers: Sequence[int]) -> str:
    """ "9 + 4 = 13", or the number alone if there is only one."""
    total = str(sum(numbers))
    return f"{' + '.join(map(str, numbers))} = {total}" if len(numbers) > 1 else total


# --- what is asked before a false declaration: a slip of the thumb is no claim (draw.md §0)


def doubt(seen: DrawObservation, declared: str) -> Doubt | None:
    """The second question to the seat to act, where what it would declare is false: it tells of its own hand alone."""
    if declared == str(Call.CANNOT) and seen.playable:
        tiles = [str(tile) for tile in sorted(seen.playable)]
        truth = msg("You can play {tiles}.", tiles=listed(tiles, Join.OR))
    elif declared == str(Call.CAN) and not seen.playable:
        truth = msg("None of your tiles fits.")
    else:
        return None
    return Doubt(sentences(truth, _cost(seen)), msg("Declare anyway"))


def _cost(seen: DrawObservation) -> Message:
    assert seen.viewer is not None
    match seen.options.foul_action:
        case "none":
            return msg("A false declaration costs nothing, but all read it.")
        case "forfeit_round":
            return msg("A false declaration ends the round, and you cannot win it.")
        case "warning" if seen.fouls[seen.viewer] == 0:
            return msg("A false declaration is a foul: the first one is a warning.")
    points = penalty(_terms(seen), sum(tile.pips for tile in seen.hands[seen.viewer] or ()))
    return count("A false declaration costs {n} point.", "A false declaration costs {n} points.", points)


# --- why something cannot be done


def why_not(seen: DrawObservation, notation: str) -> Message:
    """Why the viewer, whose turn it is, cannot do this now."""
    if seen.outcome is not None:
        return msg("The game is over.")
    if not _playing(seen):
        return msg("The tiles have not been dealt yet.")
    if named((choice.notation for choice in seen.choices), notation) is not None:
        return msg("You can do this.")
    verb, _, rest = " ".join(notation.casefold().split()).partition(" ")
    if verb == "play":
        return _why_not_play(seen, rest)
    reason = {"draw": _why_not_draw, "cannot": _why_not_cannot, "can": _why_not_can, "pass": _why_not_pass}.get(verb)
    if reason is None:
        verbs = listed([known.name for known in VERBS], Join.COMMA)
        return msg("Draw Dominoes has no such move. There are: {verbs}.", verbs=verbs)
    if rest:
        return msg("Nothing follows “{verb}”: say it alone.", verb=verb)
    return reason(seen)


def _why_not_draw(seen: DrawObservation) -> Message:
    if seen.options.mode == "block":
        return msg("In Block nothing is drawn.")
    if not seen.laid:
        return msg("The first tile of a round is played, not drawn.")
    if not seen.drawable:
        return _nothing_to_draw(seen)
    if seen.drawn >= _terms(seen).draw_limit:
        return count(
            "You have drawn the one tile of this turn.", "You have drawn the {n} tiles of this turn.", seen.drawn
        )
    return msg("You can play, so you may not draw.")


def _nothing_to_draw(seen: DrawObservation) -> Message:
    if seen.boneyard:
        left = seen.boneyard
        return count("The last tile stays in the boneyard.", "The last {n} tiles stay in the boneyard.", left)
    return msg("The boneyard is empty.")


def _why_not_cannot(seen: DrawObservation) -> Message:
    if not seen.playable:
        return _draw_first(seen)
    if seen.declared:
        return msg("You have declared once in this turn: now play.")
    return msg("You can play, so you must.")


def _draw_first(seen: DrawObservation) -> Message:
    if seen.drawn >= _terms(seen).draw_limit:
        return msg("You have drawn in vain, but the boneyard is not used up: pass.")
    n = min(seen.drawable, _terms(seen).draw_limit - seen.drawn)
    return count("Draw first: 1 tile can be drawn.", "Draw first: {n} tiles can be drawn.", n)


def _why_not_can(seen: DrawObservation) -> Message:
    if seen.declared:
        return msg("You have declared once in this turn: now play.")
    if seen.confirmed:
        return msg("Here the table confirms a block by itself: just play.")
    return msg("Nobody proposes a block, so there is nothing to answer.")


def _why_not_pass(seen: DrawObservation) -> Message:
    if seen.playable:
        return msg("You can play, so you may not pass.")
    if seen.drawable:
        return _draw_first(seen)
    return msg("Nothing can be drawn any more: say “cannot”.")


def _why_not_play(seen: DrawObservation, what: str) -> Message:
    if not what:
        return msg("Say which tile to play, for example “play 6-2”.")
    read = _TILE_AND_END.fullmatch(what)
    if read is None:
        return msg("That is no tile. Write it as two numbers, for example “play 6-2 B”.")
    low, high = sorted((int(read[1]), int(read[2])))
    tile, end = Tile(high, low), read[3].upper()
    tiles = tile_set(seen.highest)
    if high > tiles.highest:
        return msg("There is no {tile}: the set ends at {last}.", tile=str(tile), last=str(tiles.tiles[-1]))
    if tile not in (seen.hands[seen.viewer or 0] or ()):
        return msg("You do not hold {tile}.", tile=str(tile))
    return _why_not_open(seen, tile) if not seen.laid else _why_not_there(seen, tile, end)


def _why_not_open(seen: DrawObservation, tile: Tile) -> Message:
    allowed = seen.playable
    if tile in allowed:
        return msg("The first tile has no end: say “play {tile}”.", tile=str(tile))
    if len(allowed) == 1:
        return msg("{tile} must open this round.", tile=str(allowed[0]))
    return msg("A double must open this round: {tiles}.", tiles=_tiles(allowed))


def _why_not_there(seen: DrawObservation, tile: Tile, end: str) -> Message:
    places = [end for end in seen.ends if end.number in tile]
    if not places:
        return _fits_nowhere(seen, tile)
    shown = {there.letter: there.number for there in seen.ends}
    fitting = listed([_place(there) for there in places], Join.OR)
    if not end:
        return msg("{tile} fits several ends: add {places}.", tile=str(tile), places=fitting)
    if end in shown:
        return msg(
            "{tile} does not fit {end}, which shows {number}. It fits {places}.",
            tile=str(tile),
            end=end,
            number=shown[end],
            places=fitting,
        )
    return msg("No such end is open. {tile} fits {places}.", tile=str(tile), places=fitting)


def _fits_nowhere(seen: DrawObservation, tile: Tile) -> Message:
    numbers = listed([place.number for place in seen.ends])
    return msg("{tile} does not fit: the ends show {numbers}.", tile=str(tile), numbers=numbers)


def _place(end: OpenEnd) -> Message:
    return msg("{end} ({number})", end=end.letter, number=end.number)


def _tiles(tiles: Sequence[Tile]) -> Message:
    return listed([str(tile) for tile in sorted(tiles)], Join.OR)
