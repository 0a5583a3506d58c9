"""A position as one viewer may know it."""

from __future__ import annotations

from engine.game import Choice, Outcome, Seat, offered
from engine.games.chickenfoot import texts
from engine.games.chickenfoot.actions import CANNOT, KEEP, ChickenfootAction, Play
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.games.chickenfoot.position import Phase, Position
from engine.games.chickenfoot.scoring import totals
from engine.tiles import Tile
from engine.words import Message, msg


def observe(at: Position, viewer: Seat | None, outcome: Outcome | None) -> ChickenfootObservation:
    """What a seat, or with None the channel, may know; hands and yard lie face up once the round was scored."""
    setup, board = at.setup, at.board
    tiles = setup.tiles
    acts = viewer is not None and viewer == at.to_act
    number = setup.double_of_round(max(at.round, 1))
    return ChickenfootObservation(
        viewer=viewer,
        to_act=at.to_act,
        outcome=outcome,
        round=at.round,
        choices=_choices(at) if acts else (),
        call=texts.call(at),
        situation=texts.situation(at),
        prompt=texts.prompt(at, viewer),
        standings=texts.standings(at),
        tally=texts.tally(at),
        options=setup.options,
        highest=tiles.highest,
        rounds=setup.rounds,
        double=number,
        next_double=number - 1 if at.round < setup.rounds else None,
        searching=at.phase is Phase.SEARCH,
        laid=board.laid,
        ends=board.open_ends(),
        unfinished=board.unfinished(),
        dead_foot=board.dead_foot(),
        left=board.left(),
        hands=_hands(at, viewer),
        sizes=tuple(hand.bit_count() for hand in at.hands) or (0,) * setup.seats,
        scores=at.scores,
        totals=totals(at.scores, setup.seats),
        yard=len(at.yard),
        confirmed=at.confirmed,
        drew=at.drawn.bit_count(),
        drawn=tiles.of(at.drawn) if acts else (),
        signs=at.signs,
        playable=tiles.of(at.playable) if acts else (),
        unseen=tiles.of(sum(1 << t for t in at.yard)) if at.result else (),
        result=at.result,
    )


def _label(at: Position, action: ChickenfootAction) -> Message:
    """What the button says: a turn that can only end says no "keep", and where it counts towards a block it says so."""
    if action != KEEP or at.drawn & at.board.fits:
        return action.label
    return msg("End turn") if at.yard or at.playable else CANNOT.label


def _hands(at: Position, viewer: Seat | None) -> tuple[tuple[Tile, ...] | None, ...]:
    hands = at.hands or (0,) * at.setup.seats
    return tuple(at.setup.tiles.of(hand) if at.result or seat == viewer else None for seat, hand in enumerate(hands))


def _choices(at: Position) -> tuple[Choice, ...]:
    """The legal actions; a tile makes no difference on ends of the same number, so these point to the first."""
    choices, first = [], dict[tuple[Tile, int], str]()
    numbers = {end.letter: end.number for end in at.board.places}
    for action in at.legal_actions():
        same_as = None
        if isinstance(action, Play) and action.end:
            earlier = first.setdefault((action.tile, numbers[action.end]), str(action))
            same_as = earlier if earlier != str(action) else None
        choices.append(offered(action, same_as=same_as)._replace(label=_label(at, action)))
    return tuple(choices)
