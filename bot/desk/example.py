"""Example positions of each game, for its rules and the welcome message.

They come from random play that is the same every time. If the caller has a table, the first page of the rules shows
that table's board instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from bot.table.clock.timing import Timing
from bot.table.log.model import Person, Seen, Status, Table
from bot.table.log.standing import Standing
from engine.game import DEALER, Deal, Game, Scene, Showcase

NAMES = ("Ana", "Ben", "Cid", "Dee")
DEFAULT = Showcase()
"""Enough choices for an interesting board, but too few to end the first round."""
PREFERRED_SEATS = 3
"""How many players a scene has, if the game and its options allow that number."""
MOST_GAMES, MOST_POSITIONS = 8, 400
"""How many games are searched for a scene, and how many positions of each."""


def example(game: Game[Any, Any], showcase: Showcase = DEFAULT) -> Seen:
    """Return the channel's view of a table in the middle of a round."""
    options = _options(game, showcase.preset)
    seats = _choose_seats(game, options, showcase.seats)
    seen = game.start(options, seats).observe(None)
    choices = 0
    for state in _play_at_random(game, options, seats, Random(showcase.luck or game.key)):
        view = state.observe(None)
        if view.outcome is not None or view.is_scored:
            break
        seen = view
        if choices == showcase.choices:
            break
        if len(state.legal_actions()) > 1:
            choices += 1
    return Seen(_table(game, options, seats, seen.to_act), None, seen)


def find_nearest_preset(game: Game[Any, Any], options: Any, seats: int) -> str:
    """Return the preset that plays most like these options, or "" for the usual options."""

    def distance(preset: str) -> tuple[bool, int]:
        known = _options(game, preset)
        return known.sides(seats) != options.sides(seats), len(options.list_differences(known))

    return min(("", *game.presets), key=distance)


def scene(game: Game[Any, Any], page: int, preset: str = "") -> Seen:
    """Return the position for a page of the rules, as the channel or a player sees it.

    It is played by `preset` if the scene names none, or by the usual options if no position of `preset` fits. Return an
    example if the game has no scene for the page, or no position fits it.
    """
    if page >= len(game.scenes):
        return example(game)
    wanted_scene = game.scenes[page]
    options = _options(game, wanted_scene.preset or preset)
    seats = _choose_seats(game, options, PREFERRED_SEATS)
    for seed in range(MOST_GAMES):
        for state in islice(_play_at_random(game, options, seats, Random(f"{game.key} {page} {seed}")), MOST_POSITIONS):
            if (seen := _match_scene(state, wanted_scene)) is not None:
                table = _table(game, options, seats, state.to_act, seq=page + 1)
                return Seen(table, seen.viewer, seen)
    return scene(game, page) if preset else example(game)


def _choose_seats(game: Game[Any, Any], options: Any, preferred: int) -> int:
    """Return the preferred number of players, or the first one that these options allow."""
    preferred = min(max(game.seats[0], preferred), game.seats[-1])
    return next((n for n in (preferred, *game.seats) if options.refusal(n) is None), preferred)


def _options(game: Game[Any, Any], preset: str) -> Any:
    return game.presets[preset].single() if preset else game.options()


def _match_scene(state: Any, scene: Scene) -> Any:
    """Return the view of a position if it fits the wanted scene, else None."""
    mover = state.to_act if state.to_act not in (None, DEALER) else None
    seen = state.observe(mover)
    if not scene.fits(seen):
        return None
    return seen if scene.shows_hand else state.observe(None)


def _play_at_random(game: Game[Any, Any], options: Any, seats: int, random: Random) -> Iterator[Any]:
    """Yield the positions of a game that is played at random, but without fouls."""
    state = game.start(options, seats)
    while state.outcome is None:
        if state.to_act == DEALER:
            order = tuple(random.sample(range(len(state.deck)), len(state.deck)))
            state = state.apply(Deal(order, random.randrange(state.picks))).state
        else:
            state = state.apply(state.automatic() or _choose_action(state, random)).state
        yield state


def _choose_action(state: Any, random: Random) -> Any:
    """Return a random action, or the one of an absent player in place of a foul."""
    action = random.choice(state.legal_actions())
    doubts = {choice.notation: choice.doubt for choice in state.observe(state.to_act).choices}
    doubt = doubts.get(str(action))
    return state.at_deadline() if doubt is not None and doubt.is_false_claim else action


def _table(game: Game[Any, Any], options: Any, seats: int, to_act: int | None, seq: int = 0) -> Table:
    return Table(
        id=0,
        number=0,
        game=game.key,
        guild=None,
        channel=0,
        threaded=False,
        thread=None,
        host=0,
        status=Status.RUNNING,
        options=options,
        seats=tuple(Person(0, name) for name in NAMES[:seats]),
        shown_seq=0,
        standing=Standing(seq=seq, round=1, to_act=to_act),
        timing=Timing(),
    )
