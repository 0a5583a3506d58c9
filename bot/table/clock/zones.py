"""Time zones as people type them: a name, a city, an abbreviation or an offset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final
from zoneinfo import available_timezones

MOST_SUGGESTED: Final = 25
"""Discord's limit."""
LEAST_LETTERS: Final = 2
"""Of a part of a name, so that a slip of a finger names no zone."""

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
"""Zones by what their clocks are commonly called."""
SAME_CLOCK: Final = frozenset({"cet cest met mest", "eet eest"})
"""Abbreviations whose zones show the same time, so that the first will do."""

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
"""Zones without summer time whose offset is no whole hour.

The time zone database has no neutral name for them.
"""

_OFFSET = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?")
_FIXED = re.compile(r"Etc/GMT([+-])(\d{1,2})")


def find_zones(typed: str) -> list[str]:
    """Return the time zones that a text names, best first and at most 25.

    The list is empty if the text names no zone. The text is a name of the time zone database, a city or a part of one,
    an abbreviation like CEST, or an offset like UTC+2.
    """
    wanted = _fold(typed)
    for names, zones in ABBREVIATIONS.items():  # first: the database's EST and MST know no summer time
        if wanted in names.split():
            return list(zones[:1] if names in SAME_CLOCK else zones)
    if exact := _names().get(wanted):
        return [exact]
    if offset := _OFFSET.fullmatch(wanted.replace("_", "").replace("−", "-")):
        return _of_offset(offset[1], int(offset[2]), int(offset[3] or 0))
    if len(wanted) < LEAST_LETTERS:
        return []
    return _in_order(name for folded, name in _names().items() if folded.rpartition("/")[2] == wanted) or _like(wanted)


def suggest_zones(typed: str) -> list[str]:
    """Return the zones to suggest for what is typed so far, at most 25."""
    return find_zones(typed) or _like(_fold(typed))


def show_zone(zone: str) -> str:
    """Return what people call a zone: "America/New York", "UTC+2"."""
    if fixed := _FIXED.fullmatch(zone):  # the sign of these names counts westwards
        return f"UTC{'+' if fixed[1] == '-' else '−'}{fixed[2]}"
    return zone.replace("_", " ")


def is_offset(zone: str) -> bool:
    """Return whether a zone is a bare offset, whose clocks know no summer time."""
    return _FIXED.fullmatch(zone) is not None


def _of_offset(sign: str, hours: int, minutes: int) -> list[str]:
    if part := PART_HOURS.get(f"{sign}{hours:02}:{minutes:02}"):
        return [part]
    if not hours and not minutes:
        return ["UTC"]
    name = f"Etc/GMT{'-' if sign == '+' else '+'}{hours}"
    return [] if minutes or name.casefold() not in _names() else [name]


def _like(part: str) -> list[str]:
    return _in_order(name for folded, name in _names().items() if part in folded)


def _in_order(zones: Iterable[str]) -> list[str]:
    """Return zones named "Region/City" first, one of those that are the same city."""
    known = {zone.rpartition("/")[2]: zone for zone in sorted(zones, key=lambda zone: (zone.count("/"), zone))}
    return sorted(known.values(), key=lambda zone: ("/" not in zone, zone))[:MOST_SUGGESTED]


def _fold(typed: str) -> str:
    return "_".join(typed.strip().casefold().split())


@lru_cache(1)
def _names() -> dict[str, str]:
    return {name.casefold(): name for name in sorted(available_timezones())}
