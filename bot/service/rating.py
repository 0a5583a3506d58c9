"""Ratings of players, by the Plackett-Luce model as `openskill` has it.

- There are four classes of games: with 2 seats, with 3 or 4 seats, with 5 to 8 seats, and with partners. Each is rated
  on its own.
- The places are those of the game's own result; tied players share a place.
- A seat that several people played is as strong as their average, weighted by the moves that each of them made there.
  The change of the seat's strength is divided among them in the same proportion.
- If a user gave up a seat for good, all other seats are rated as if it weren't there. The people who played that seat
  are rated against all seats.
- A seat of a user who wants no rating is left out altogether.
- Partners are rated as teams. No seat of a team is left out, since the seat's partner played with it. The strength of
  a seat that was given up is that of the people who played it. A seat of a user who wants no rating counts too, but
  keeps its strength.
- Computer players have one rating for all servers, which ties the servers' own scales together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from openskill.models import PlackettLuce

from bot.table.log.rows import RatingRow, ResultRow, ScoreRow
from engine.sides import Sides, has_partners

HERE, EVERYWHERE, OUT = "here", "all", "out"
"""Keys of a score's rating: its change on the server, on all servers, and a mark that the seat is left out."""
ALL = 0
"""Stands in place of a server's id for ratings that count on all servers."""
COMPUTERS = 0
"""Stands in place of a user's id for computer players."""
SIZES = (2, 3, 5)
"""The classes of games without partners, each named by its fewest seats."""
PARTNERS = 4
"""The class of games with partners. They always have four seats, and no other class has this number."""
GAMES_UNTIL_SHOWN = 5
"""The fewest games with which a rating is shown."""
_SCALE, _SHOWN_TO_NEWCOMER = 24, 1000
"""The shown rating is _SCALE * (`mu` - 3 * `sigma`) + _SHOWN_TO_NEWCOMER. What is in brackets is 0 for a newcomer."""
_MODEL = PlackettLuce()

Player = tuple[int, str]
"""A user and "", or COMPUTERS and the strength of a computer player."""
Pool = tuple[int, str, int]
"""The server (or ALL), game and class of ratings that can be compared with each other."""


class Skill(NamedTuple):
    """The estimated strength of a player and its uncertainty, from `games` games."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown_rating(self) -> int:
        """The rating that players see. Their strength is almost certainly not below it."""
        return round(_SHOWN_TO_NEWCOMER + _SCALE * (self.mu - 3 * self.sigma))


class Effect(NamedTuple):
    """What a game does to a seat: the change of `mu`, and the factor of `sigma`."""

    mu: float
    sigma: float


def size_class(result: ResultRow) -> int:
    """Return the class of a game: the fewest seats in that class, or PARTNERS."""
    if result.sides is not None:
        return PARTNERS
    seats = max(result.seats, SIZES[0])  # there is no class for fewer seats
    return max(fewest_seats for fewest_seats in SIZES if fewest_seats <= seats)


def sides_of(result: ResultRow) -> Sides:
    """Return the sides of a game; partners sit opposite, so that turns alternate between the sides."""
    side_count = result.sides or result.seats
    return tuple(tuple(range(first, result.seats, side_count)) for first in range(side_count))


def rate_teams(places: Sequence[int], teams: Sequence[Sequence[Skill]]) -> list[list[Effect]]:
    """Return what a game does to each seat of each team, given the teams' `places`."""
    ratings_before = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma) for skill in team] for team in teams]
    ratings_after = _MODEL.rate(ratings_before, ranks=list(map(float, places)))
    return [
        [Effect(new.mu - skill.mu, new.sigma / skill.sigma) for new, skill in zip(new_team, team, strict=True)]
        for new_team, team in zip(ratings_after, teams, strict=True)
    ]


def playing_shares(rows: Sequence[ScoreRow]) -> list[float]:
    """Return what share of a seat each of its players played."""
    moves = sum(row.moves for row in rows)
    # if nobody moved, the last player has the whole share
    return [row.moves / moves if moves else float(row.final) for row in rows]


def combined_skill(rows: Sequence[ScoreRow], skills: Sequence[Skill]) -> Skill:
    """Return how strong a seat is: the average of its players, weighted by their shares."""
    weighted = list(zip(playing_shares(rows), skills, strict=True))
    mu = sum(share * skill.mu for share, skill in weighted)
    return Skill(mu, sum(share * skill.sigma for share, skill in weighted))


def new_skills(
    rows: Sequence[ScoreRow], skills: Sequence[Skill], excluded: Collection[int], sides: Sides
) -> list[Skill | None]:
    """Return the skill of each row's player after a game, or None if it is unchanged.

    Seats in `excluded` keep their skill. Without partners, they have no effect on the skill of others either.
    """
    with_partners = has_partners(sides)
    row_numbers = defaultdict[int, list[int]](list)
    for number, row in enumerate(rows):
        if with_partners or row.seat not in excluded:
            row_numbers[row.seat].append(number)
    given_up = {seat for seat, numbers in row_numbers.items() if any(rows[number].left for number in numbers)}
    # a seat that was given up is rated among all seats, and the others are rated without it
    effects_among_all = _seat_effects(rows, skills, row_numbers, sides)
    effects_among_staying = (
        effects_among_all if with_partners else _seat_effects(rows, skills, row_numbers, sides, left_out=given_up)
    )
    skills_after = list[Skill | None]([None] * len(rows))
    for seat, numbers in row_numbers.items():
        effect = (effects_among_all if seat in given_up else effects_among_staying).get(seat)
        if seat in excluded or effect is None:
            continue
        for number, share in zip(numbers, playing_shares([rows[number] for number in numbers]), strict=True):
            skill = skills[number]
            sigma = skill.sigma * (1 + share * (effect.sigma - 1))
            skills_after[number] = Skill(skill.mu + share * effect.mu, sigma, skill.games + 1)
    return skills_after


def _seat_effects(
    rows: Sequence[ScoreRow],
    skills: Sequence[Skill],
    row_numbers: Mapping[int, Sequence[int]],
    sides: Sides,
    left_out: Collection[int] = (),
) -> Mapping[int, Effect]:
    """Return what the game does to each seat that has rows and isn't in `left_out`.

    If fewer than two sides have such a seat, there is nothing to compare, and the result is empty.
    """
    rated_sides = [[seat for seat in side if seat in row_numbers and seat not in left_out] for side in sides]
    teams = [team for team in rated_sides if team]
    if len(teams) < 2:
        return {}
    team_skills = [
        [combined_skill([rows[n] for n in row_numbers[seat]], [skills[n] for n in row_numbers[seat]]) for seat in team]
        for team in teams
    ]
    places = [rows[row_numbers[team[0]][0]].place for team in teams]  # all rows of a team have the same place
    seats = [seat for team in teams for seat in team]
    return dict(zip(seats, chain.from_iterable(rate_teams(places, team_skills)), strict=True))


class Ladder:
    """The ratings of players while games are counted, one game after the other."""

    def __init__(self, rows: Sequence[RatingRow] = ()) -> None:
        self._skills: dict[tuple[Pool, Player], Skill] = {
            ((row.guild, row.game, row.size), (row.user, row.player)): Skill(row.mu, row.sigma, row.games)
            for row in rows
        }
        self._changed = set[tuple[Pool, Player]]()

    def count(self, result: ResultRow, rows: Sequence[ScoreRow], excluded: Collection[int]) -> list[ScoreRow]:
        """Count a game, and return its rows with the change of each rating.

        A change has `mu` and `sigma` before the game. If the game changed them, the new `mu` and `sigma` follow.
        Without partners, the row of a seat in `excluded` has no change. With partners, it has the values before the
        game. When games are counted again, the values that are stored in a row are used for a deleted user, and for a
        user who wanted no rating then.
        """
        sides = sides_of(result)
        changes = list[dict[str, Sequence[float]]]([{OUT: ()} if row.seat in excluded else {} for row in rows])
        for name, guild in ((HERE, result.guild), (EVERYWHERE, ALL)):  # only EVERYWHERE changes computers' ratings
            pool = (guild, result.game, size_class(result))
            skills_before = [self._skill_before(pool, row, name) for row in rows]
            for number, skill in enumerate(new_skills(rows, skills_before, excluded, sides)):
                if rows[number].seat not in excluded or has_partners(sides):
                    values_before = (skills_before[number].mu, skills_before[number].sigma)
                    values_after = () if skill is None else (skill.mu, skill.sigma)
                    changes[number][name] = values_before + values_after
            self._store_skills(pool, rows, skills_before, [change.get(name, ()) for change in changes])
        return [row._replace(rating=rating) for row, rating in zip(rows, changes, strict=True)]

    def _skill_before(self, pool: Pool, row: ScoreRow, name: str) -> Skill:
        """Return the skill of a row's player before the game."""
        if row.player is not None:
            _, game, size = pool
            return self._skills.get(((ALL, game, size), (COMPUTERS, row.player)), Skill())
        # when games are counted again, a row with OUT keeps its values: other games may have given the user a rating
        if row.user is not None and OUT not in (row.rating or {}):
            return self._skills.get((pool, (row.user, "")), Skill())
        stored = (row.rating or {}).get(name)
        return Skill(stored[0], stored[1]) if stored else Skill()

    def _store_skills(
        self,
        pool: Pool,
        rows: Sequence[ScoreRow],
        skills_before: Sequence[Skill],
        changes: Sequence[Sequence[float]],
    ) -> None:
        """Store the new skills. If several rows are of one player, their effects add up."""
        row_numbers = defaultdict[Player, list[int]](list)
        for number, row in enumerate(rows):
            has_changed = len(changes[number]) == 4  # values before and after the game
            if has_changed and (row.user or (row.player and pool[0] == ALL)):
                row_numbers[row.user or COMPUTERS, row.player or ""].append(number)
        for player, numbers in row_numbers.items():
            mu, sigma, games = skills_before[numbers[0]]
            for number in numbers:
                old_mu, old_sigma, new_mu, new_sigma = changes[number]
                mu, sigma = mu + (new_mu - old_mu), sigma * (new_sigma / old_sigma)
            self._skills[pool, player] = Skill(mu, sigma, games + 1)
            self._changed.add((pool, player))

    def rows(self) -> list[RatingRow]:
        """Return the ratings that games have changed."""
        return [self._rating_row(pool, player) for pool, player in sorted(self._changed)]

    def _rating_row(self, pool: Pool, player: Player) -> RatingRow:
        mu, sigma, games = self._skills[pool, player]
        return RatingRow(*pool, *player, mu, sigma, games)


def excluded_seats(rows: Sequence[ScoreRow]) -> set[int]:
    """Return the seats that were left out when a game was counted."""
    return {row.seat for row in rows if OUT in (row.rating or {})}
