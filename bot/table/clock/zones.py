"""Finds time zones as people type them: a name, a city, an abbreviation or an offset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final
from zoneinfo import available_timezones

MAX_ZONES: Final = 25
"""How many suggestions Discord allows."""
MIN_LETTERS: Final = 2
"""How many letters of a name must be typed. A single letter, typed by mistake, finds no zone."""

ABBREVIATIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "pst pdt pt": ("America/Los_Angeles",),
    "mst mdt mt": ("America/Denver",),
    "cst cdt ct": ("America/Chicago",),
    "est edt et": ("America/New_York",),
    "akst akdt": ("America/Anchorage",),
    "hst": ("Pacific/Honolulu",),
    "ast": ("America/Halifax", "America/Puerto_Rico", "Asia/Riyadh"),
    "nst ndt": ("America/St_Johns",),
    "brt": ("America/Sao_Paulo",),
    "art": ("America/Argentina/Buenos_Aires",),
    "bst": ("Europe/London", "Asia/Dhaka"),
    "wet west": ("Europe/Lisbon",),
    "cet cest met mest": ("Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Rome"),
    "eet eest": ("Europe/Kyiv", "Europe/Athens", "Europe/Helsinki"),
    "msk": ("Europe/Moscow",),
    "trt": ("Europe/Istanbul",),
    "get": ("Asia/Tbilisi",),
    "gst": ("Asia/Dubai",),
    "pkt": ("Asia/Karachi",),
    "ist": ("Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"),
    "ict": ("Asia/Bangkok",),
    "wib": ("Asia/Jakarta",),
    "sgt": ("Asia/Singapore",),
    "hkt": ("Asia/Hong_Kong",),
    "pht": ("Asia/Manila",),
    "awst": ("Australia/Perth",),
    "kst": ("Asia/Seoul",),
    "jst": ("Asia/Tokyo",),
    "acst acdt": ("Australia/Adelaide",),
    "aest aedt": ("Australia/Sydney",),
    "nzst nzdt": ("Pacific/Auckland",),
}
"""Zones by the abbreviations of their time."""
SAME_CLOCK: Final = frozenset({"cet cest met mest", "eet eest"})
"""The keys of `ABBREVIATIONS` whose zones always have the same time, so that the first zone is enough."""

PART_HOURS: Final = {
    "-09:30": "Pacific/Marquesas",
    "+03:30": "Asia/Tehran",
    "+04:30": "Asia/Kabul",
    "+05:30": "Asia/Kolkata",
    "+05:45": "Asia/Kathmandu",
    "+06:30": "Asia/Yangon",
    "+08:45": "Australia/Eucla",
    "+09:30": "Australia/Darwin",
}
"""Zones without summer time for offsets that aren't whole hours. The database has no neutral names for them."""

_OFFSET = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?")
_FIXED = re.compile(r"Etc/GMT([+-])(\d{1,2})")


def find_zones(typed: str) -> list[str]:
    """Return the time zones that a text names, best first and at most `MAX_ZONES`.

    The text is a name in the time zone database, a city or a part of one, an abbreviation like CEST, or an offset like
    UTC+2.
    """
    wanted = _fold_name(typed)
    for names, zones in ABBREVIATIONS.items():  # before the database, whose EST and MST have no summer time
        if wanted in names.split():
            return list(zones[:1] if names in SAME_CLOCK else zones)
    if exact := _zones_by_folded_name().get(wanted):
        return [exact]
    if offset := _OFFSET.fullmatch(wanted.replace("_", "").replace("−", "-")):
        return _zones_of_offset(offset[1], int(offset[2]), int(offset[3] or 0))
    if len(wanted) < MIN_LETTERS:
        return []
    cities = (name for folded, name in _zones_by_folded_name().items() if folded.rpartition("/")[2] == wanted)
    return _sort_zones(cities) or _find_similar(wanted)


def suggest_zones(typed: str) -> list[str]:
    """Return the zones to suggest for what is typed so far, at most `MAX_ZONES`."""
    return find_zones(typed) or _find_similar(_fold_name(typed))


def show_zone(zone: str) -> str:
    """Return a zone's name as people read it: "America/New York", "UTC+2"."""
    if fixed := _FIXED.fullmatch(zone):  # in these names, + is west of Greenwich
        return f"UTC{'+' if fixed[1] == '-' else '−'}{fixed[2]}"
    return zone.replace("_", " ")


def is_offset(zone: str) -> bool:
    """Return whether a zone is a bare offset, without summer time."""
    return _FIXED.fullmatch(zone) is not None


def _zones_of_offset(sign: str, hours: int, minutes: int) -> list[str]:
    if part := PART_HOURS.get(f"{sign}{hours:02}:{minutes:02}"):
        return [part]
    if not hours and not minutes:
        return ["UTC"]
    name = f"Etc/GMT{'-' if sign == '+' else '+'}{hours}"  # in these names, + is west of Greenwich
    exists = minutes == 0 and name.casefold() in _zones_by_folded_name()
    return [name] if exists else []


def _find_similar(part: str) -> list[str]:
    return _sort_zones(name for folded, name in _zones_by_folded_name().items() if part in folded)


def _sort_zones(zones: Iterable[str]) -> list[str]:
    """Return one zone for each city. Zones named "Region/City" come before zones without a region."""
    # the last name of each city stays: of `UTC` and `Etc/UTC`, the latter
    by_city = {zone.rpartition("/")[2]: zone for zone in sorted(zones, key=lambda zone: (zone.count("/"), zone))}
    return sorted(by_city.values(), key=lambda zone: ("/" not in zone, zone))[:MAX_ZONES]


def _fold_name(typed: str) -> str:
    return "_".join(typed.strip().casefold().split())


@lru_cache(1)
def _zones_by_folded_name() -> dict[str, str]:
    return {name.casefold(): name for name in sorted(available_timezones())}
