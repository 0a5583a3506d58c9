"""The texts of a series: the texts of its current game, and the standing of the series."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from engine.game import Obs, Voice
from engine.series.record import list_standings
from engine.series.state import SeriesObservation
from engine.words import Message, lines, msg

T = TypeVar("T")


def voice_in_series(voice: Voice[Obs]) -> Voice[Obs | SeriesObservation[Obs]]:
    """Return a voice for single games and for series, made from the game's voice."""

    def about_game(say: Callable[[Obs], T]) -> Callable[[Any], T]:
        return lambda seen: say(find_game_view(seen))

    def prompt(seen: Obs | SeriesObservation[Obs]) -> Message:
        if not isinstance(seen, SeriesObservation):
            return voice.prompt(seen)
        if seen.outcome is not None:
            return seen.outcome.reason
        if seen.game.outcome is not None:
            return msg("Game {number} is about to be dealt.", number=seen.number + 1)
        return voice.prompt(seen.game)

    def standings(seen: Obs | SeriesObservation[Obs]) -> Sequence[Message]:
        if not isinstance(seen, SeriesObservation):
            return voice.standings(seen)
        return [*map(_with_standing, voice.standings(seen.game), list_standings(seen.record))]

    def tally(seen: Obs | SeriesObservation[Obs]) -> Message | None:
        if not isinstance(seen, SeriesObservation):
            return voice.tally(seen)
        account = voice.tally(seen.game)
        return lines(account, seen.record.standing) if account is not None and seen.record.games else account

    return Voice(
        call=about_game(voice.call),
        address=about_game(voice.address),
        situation=about_game(voice.situation),
        recall=about_game(voice.recall),
        prompt=prompt,
        placing=lambda seen, chosen: voice.placing(find_game_view(seen), chosen),
        menu_title=about_game(voice.menu_title),
        why=lambda seen, notation: voice.why(find_game_view(seen), notation),
        has_advantage=lambda seen, better, chosen: voice.has_advantage(find_game_view(seen), better, chosen),
        hint=lambda seen, choice: voice.hint(find_game_view(seen), choice),
        standings=standings,
        tally=tally,
        headline=about_game(voice.headline),
        rounds=voice.rounds,
        round_name=lambda seen, number: voice.round_name(find_game_view(seen), number),
        notes=about_game(voice.notes),
        facts=lambda seen, chapters: voice.facts(find_game_view(seen), chapters),
        highlight=about_game(voice.highlight),
        tour=about_game(voice.tour),
    )


def find_game_view(seen: Any) -> Any:
    """Return the observation of the current game, even within a series."""
    return seen.game if isinstance(seen, SeriesObservation) else seen


def _with_standing(current: Message, so_far: Message) -> Message:
    return msg("{current} · {so_far}", current=current, so_far=so_far)
