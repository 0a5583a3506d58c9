"""Ratings of players, by the Plackett-Luce model as `openskill` has it.

- A game counts in its class: of 2, of 3 or 4, of 5 to 8 seats, or with partners.
- The places are those of the game's own result; equals share one.
- A seat that several played is as strong as their average, weighted by the moves that each of them made there. What the
  game does to the seat, it does to each of them in proportion to these moves.
- A seat that a user gave up for good is left out when all others are rated. Those who played it are rated with all
  seats.
- A seat of a user who wants no rating is left out altogether.
- Partners are rated as teams. There, no seat is left out, since its partner played with it: one that was given up
  counts as strong as those who played it, and one without a rating keeps what it has.
- Computer players have one rating for all servers, which ties the servers' own scales together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

from bot.table.log.rows import RatingRow, ResultRow, ScoreRow
from engine.sides import Sides, has_partners

HERE, EVERYWHERE, OUT = "here", "all", "out"
"""Keys of a score's ratings: on its server, on all, and if its seat is left out."""
ALL = 0
"""Stands for all servers."""
SIZES, PARTNERS = (2, 3, 5), 4
"""The classes: the fewest seats of each, and the class of games with partners, of whom there are always four."""
SHOWN = 5
"""The fewest games with which a rating is shown."""
_SCALE, _BEGIN = 24, 1000
"""A newcomer is shown as 1,000."""
_MODEL = PlackettLuce()

Player = tuple[int, str]
"""A user, or 0 and the strength of a computer player."""


class Skill(NamedTuple):
    """The estimated strength of a player and its uncertainty, from `games` games."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0

    @property
    def shown_rating(self) -> int:
        """The rating that players see: almost surely, they are at least this strong."""
        return round(_BEGIN + _SCALE * (self.mu - 3 * self.sigma))


class Effect(NamedTuple):
    """What a game does to a seat: how much `mu` grows, and by which factor `sigma`."""

    mu: float
    sigma: float


def size(result: ResultRow) -> int:
    """Return the class of a game: the fewest seats in that class, or PARTNERS."""
    if result.sides is not None:
        return PARTNERS
    return max(least for least in SIZES if least <= max(result.seats, SIZES[0]))


def sides_of(result: ResultRow) -> Sides:
    """Return the sides of a game; partners sit opposite, so that turns alternate between the sides."""
    number = result.sides or result.seats
    return tuple(tuple(range(first, result.seats, number)) for first in range(number))


def effects(places: Sequence[int], teams: Sequence[Sequence[Skill]]) -> list[list[Effect]]:
    """Return what a game does to each seat of each team, whose places are given."""
    before = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma) for skill in team] for team in teams]
    after = _MODEL.rate(before, ranks=list(map(float, places)))
    return [
        [Effect(now.mu - skill.mu, now.sigma / skill.sigma) for now, skill in zip(team, skills, strict=True)]
        for team, skills in zip(after, teams, strict=True)
    ]


def shares(rows: Sequence[ScoreRow]) -> list[float]:
    """Return what share of a seat each of its players played."""
    moves = sum(row.moves for row in rows)
    return [row.moves / moves if moves else float(row.final) for row in rows]


def combined_skill(rows: Sequence[ScoreRow], skills: Sequence[Skill]) -> Skill:
    """Return how strong a seat is."""
    weighed = list(zip(shares(rows), skills, strict=True))
    return Skill(
        sum(share * skill.mu for share, skill in weighed), sum(share * skill.sigma for share, skill in weighed)
    )


def new_skills(
    rows: Sequence[ScoreRow], skills: Sequence[Skill], out: Collection[int], sides: Sides
) -> list[Skill | None]:
    """Return the skill of each row's player after a game, None if it is unchanged.

    Seats in `out` keep their skill. Of players without partners, they do not count either.
    """
    partners = has_partners(sides)
    seats = defaultdict[int, list[int]](list)
    for place, row in enumerate(rows):
        if partners or row.seat not in out:
            seats[row.seat].append(place)
    left = {seat for seat, places in seats.items() if any(rows[place].left for place in places)}
    everyone = _seat_effects(rows, skills, seats, sides)
    staying = everyone if partners else _seat_effects(rows, skills, seats, sides, without=left)
    after = list[Skill | None]([None] * len(rows))
    for seat, places in seats.items():
        if seat in out:
            continue
        effect = everyone.get(seat) if seat in left else staying.get(seat)
        parts = shares([rows[place] for place in places])
        for place, share in zip(places, parts, strict=True):
            if effect is not None:
                skill = skills[place]
                sigma = skill.sigma * (1 + share * (effect.sigma - 1))
                after[place] = Skill(skill.mu + share * effect.mu, sigma, skill.games + 1)
    return after


def _seat_effects(
    rows: Sequence[ScoreRow],
    skills: Sequence[Skill],
    seats: Mapping[int, Sequence[int]],
    sides: Sides,
    without: Collection[int] = (),
) -> Mapping[int, Effect]:
    """Return what the game does to each seat that is not left out.

    With fewer than two sides that have such a seat, the result is empty.
    """
    among = [[seat for seat in side if seat in seats and seat not in without] for side in sides]
    teams = [team for team in among if team]
    if len(teams) < 2:
        return {}
    strong = [
        [combined_skill([rows[n] for n in seats[seat]], [skills[n] for n in seats[seat]]) for seat in team]
        for team in teams
    ]
    places = [rows[seats[team[0]][0]].place for team in teams]
    found = effects(places, strong)
    return {
        seat: effect for team, after in zip(teams, found, strict=True) for seat, effect in zip(team, after, strict=True)
    }


class Ladder:
    """The ratings of a class, on all servers and on one, while games are counted."""

    def __init__(self, rows: Sequence[RatingRow] = ()) -> None:
        self._skills = {(row[:3], (row.user, row.player)): Skill(row.mu, row.sigma, row.games) for row in rows}
        self.touched = set[tuple[tuple[int, str, int], Player]]()

    def count(self, result: ResultRow, rows: Sequence[ScoreRow], out: Collection[int]) -> list[ScoreRow]:
        """Count a game: return its rows with the change of each rating.

        Seats in `out` get no rating; a partner's keeps its strength in the row. A former player's strength is the one
        in the row.
        """
        sides = sides_of(result)
        changes = list[dict[str, Sequence[float]]]([{OUT: ()} if row.seat in out else {} for row in rows])
        for name, guild in ((HERE, result.guild), (EVERYWHERE, ALL)):  # EVERYWHERE changes computer players' ratings
            pool = (guild, result.game, size(result))
            before = [self._before(pool, row, name) for row in rows]
            for place, skill in enumerate(new_skills(rows, before, out, sides)):
                if rows[place].seat not in out or has_partners(sides):
                    changes[place][name] = (*before[place][:2], *(skill[:2] if skill else ()))
            self._keep(pool, rows, before, [each.get(name, ()) for each in changes])
        return [row._replace(rating=rating) for row, rating in zip(rows, changes, strict=True)]

    def _before(self, pool: tuple[int, str, int], row: ScoreRow, name: str) -> Skill:
        if row.player is not None:
            return self._skills.get(((ALL, *pool[1:]), (0, row.player)), Skill())
        if row.user is not None and OUT not in (row.rating or {}):
            return self._skills.get((pool, (row.user, "")), Skill())
        stood = (row.rating or {}).get(name)
        return Skill(stood[0], stood[1]) if stood else Skill()

    def _keep(
        self,
        pool: tuple[int, str, int],
        rows: Sequence[ScoreRow],
        before: Sequence[Skill],
        changes: Sequence[Sequence[float]],
    ) -> None:
        """Keep the new skills; what several rows do to one player adds up."""
        mine = defaultdict[Player, list[int]](list)
        for n, row in enumerate(rows):
            if len(changes[n]) == 4 and (row.user or (row.player and pool[0] == ALL)):
                mine[row.user or 0, row.player or ""].append(n)
        for player, places in mine.items():
            mu, sigma, games = before[places[0]]
            for n in places:
                was_mu, was_sigma, is_mu, is_sigma = changes[n]
                mu, sigma = mu + (is_mu - was_mu), sigma * (is_sigma / was_sigma)
            self._skills[pool, player] = Skill(mu, sigma, games + 1)
            self.touched.add((pool, player))

    def rows(self) -> list[RatingRow]:
        """Return the ratings that games have changed."""
        return [self._row(pool, player) for pool, player in sorted(self.touched)]

    def _row(self, pool: tuple[int, str, int], player: Player) -> RatingRow:
        mu, sigma, games = self._skills[pool, player]
        return RatingRow(*pool, *player, mu, sigma, games)


def excluded_seats(rows: Sequence[ScoreRow]) -> set[int]:
    """Return the seats that did not count when a game was counted."""
    return {row.seat for row in rows if OUT in (row.rating or {})}
