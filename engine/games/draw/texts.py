"""What a table of Draw or Block says about itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.game import Seat
from engine.games.draw.observation import Ending, RoundResult
from engine.tiles import Tile
from engine.words import Join, Message, Who, count, lines, listed, msg, sentences

if TYPE_CHECKING:
    from engine.games.draw.state import DrawState

_ADDENDS = 9
"""A hand of more tiles is given as its number of tiles and their pips."""


def call(state: DrawState) -> Message:
    """What is asked of the seat to act."""
    if state.outcome is not None:
        return msg("game over")
    if not state.playing:
        return msg("next deal")
    if state.opening:
        return msg("you open")
    return msg("your turn")


def situation(state: DrawState) -> Message:
    """What decides the next move."""
    result = state.match.result
    if result is not None:
        return _how(result)
    if not state.playing:
        return msg("not dealt yet")
    if state.opening:
        return msg("round {round} begins", round=state.match.round)
    ends = msg("ends {numbers}", numbers=listed([end.number for end in state.layout.ends]))
    if not _asked(state):
        return ends
    number, seats = len(state.confirmed), state.match.terms.seats
    passed = msg("{number} of {seats} passed", number=number, seats=seats)
    return listed([ends, passed], Join.DOT)


def _asked(state: DrawState) -> bool:
    """Whether others passed and the seat to act has not said yet that it can play."""
    return bool(state.confirmed) and not state.declared


def _how(result: RoundResult) -> Message:
    match result.ending:
        case Ending.OUT:
            return msg("{who} is out", who=Who(result.winners[0]))
        case Ending.BLOCKED:
            return msg("the round is blocked")
        case Ending.FORFEIT:
            return msg("a foul stopped the round")


def prompt(state: DrawState) -> Message:
    """What the channel and the other seats wait for."""
    if state.outcome is not None:
        return state.outcome.reason
    if not state.playing:
        return msg("The next round will be dealt.") if state.match.result else msg("The tiles are being shuffled.")
    who = Who(state.seat)
    if state.opening:
        return msg("{who} opens the round.", who=who)
    if _asked(state):
        return msg("{who} is to play or to pass. {passes}", who=who, passes=_passes(state))
    return msg("{who} is to play.", who=who)


def own_prompt(state: DrawState) -> Message:
    """What the seat to act can do, and why."""
    plays = {action.tile for action in state.placements()}
    if state.opening:
        return _opening_prompt(state, plays)
    if plays:
        return _playing_prompt(state, len(plays))
    misses = msg("None of your tiles fits {numbers}.", numbers=_numbers(state))
    if not state.drawable:
        return sentences(misses, _inability_prompt(state))
    if state.drawn >= state.match.terms.draw_limit:
        return sentences(misses, msg("You have drawn all you may in a turn: pass."))
    return sentences(misses, _drawing_prompt(state))


def _numbers(state: DrawState) -> Message:
    return listed(sorted({end.number for end in state.layout.ends}, reverse=True), Join.OR)


def _opening_prompt(state: DrawState, plays: set[Tile]) -> Message:
    terms = state.match.terms
    if terms.forced_lead(state.match.round):
        (tile,) = plays
        if tile.double:
            return msg("The highest double opens: play your {tile}.", tile=str(tile))
        return msg("Nobody holds a double, so the heaviest tile opens: play your {tile}.", tile=str(tile))
    if len(plays) < terms.hand_size:
        return msg("You open, with a double of your choice.")
    return msg("You open, with any tile.")


def _playing_prompt(state: DrawState, tiles: int) -> Message:
    able = count("You can play 1 of your tiles.", "You can play {n} of your tiles.", tiles)
    if state.confirmed:
        return sentences(able, msg("So you must play, and the round is not blocked."))
    may_draw = state.match.terms.options.voluntary_draw and state.drawable
    if may_draw and state.drawn < state.match.terms.draw_limit:
        return sentences(able, msg("You may draw a tile first."))
    return able


def _inability_prompt(state: DrawState) -> Message:
    return sentences(msg("Nothing can be drawn: say that you cannot play."), _passes(state))


def _passes(state: DrawState) -> Message:
    """How near a block is (draw.md §6.2)."""
    number, seats = len(state.confirmed), state.match.terms.seats
    if not number:
        return msg("If nobody can, the round is blocked.")
    return msg("{number} of {seats} have passed: if all do, the round is blocked.", number=number, seats=seats)


def _drawing_prompt(state: DrawState) -> Message:
    most = min(state.drawable, state.match.terms.draw_limit - state.drawn)
    if most == 1:
        return msg("Draw a tile.")
    return msg("Draw until one fits, {most} tiles at most.", most=most)


def standings(state: DrawState) -> tuple[Message, ...]:
    """One line a seat: its tiles and its points."""
    return tuple(
        listed([_tile_count(hand.bit_count()), _points(score)], Join.COMMA)
        for hand, score in zip(state.hands, state.match.scores, strict=True)
    )


def _tile_count(number: int) -> Message:
    return count("1 tile", "{n} tiles", number)


def _points(number: int) -> Message:
    return count("1 point", "{points} points", number, points=str(number).replace("-", "−"))


def tally(state: DrawState) -> Message | None:
    """The arithmetic of the round that was just scored: hands, gains, scores."""
    result, match = state.match.result, state.match
    if result is None:
        return None
    hands = [_hand_line(seat, match.terms.left(hand)) for seat, hand in enumerate(state.hands)]
    gains = [_gain_line(state, result, seat) for seat in result.winners] or [msg("Nobody scores.")]
    penalties = match.penalties or (0,) * len(match.scores)
    scores = [_score_line(seat, score, result.gains[seat], penalties[seat]) for seat, score in enumerate(match.scores)]
    return lines(_heading(match.round, result), *hands, result.rule, *gains, *fouls(match.penalties), *scores)


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


def _gain_line(state: DrawState, result: RoundResult, seat: Seat) -> Message:
    """How a winner's points come about; each amount is a hand of the lines above."""
    options, who, gain = state.match.terms.options, Who(seat), result.gains[seat]
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
