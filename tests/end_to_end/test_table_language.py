"""A channel is told everything in the language of its table, and each of its readers all else in their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.table.log import draft
from bot.talk.letter import ControlId, Purpose
from bot.talk.replay import POST
from tests.discord.requests import Request, message_of, walk
from tests.end_to_end.house import NAMES, House, house
from tests.end_to_end.languages import speaking
from tests.end_to_end.test_clock import VirtualClock
from tests.end_to_end.test_languages import walk_votes_and_time
from tests.end_to_end.walker import Walker
from tests.pseudo import CYRILLIC, GEORGIAN, GREEK, leaked, said

READERS = ("uk", "el", "uk")
"""The languages of Ana, Ben and Cid."""
LANGUAGES = {"uk": CYRILLIC, "el": GREEK, "ka": GEORGIAN}


def scripts(text: str) -> set[str]:
    """Return in which of the languages a text has words."""
    return {language for language, letters in LANGUAGES.items() if set(text.lower()) & set(letters)}


def shows_preview(request: Request) -> bool:
    """Return whether a request shows to one person what the channel will read."""
    message = message_of(request)
    ids = (ControlId.parse(part.get("custom_id", "")) for part in walk(message.components)) if message else ()
    return any(id is not None and id.purpose is Purpose.SHARE and id.data.startswith(POST) for id in ids)


def mistaken(here: House) -> list[str]:
    """Return what was said in another language than its readers'."""
    of = {member.id: language for member, language in zip(here.members, READERS, strict=True)}
    found = list[str]()
    for request in here.recorder.requests:
        # what comes without being asked is in the table's language, even if one player alone gets it
        right = {"ka"} if request.reader is None or request.interaction is None else {of[request.reader]}
        if shows_preview(request):
            right.add("ka")
        found += [f"{request}: {text!r}" for text in said(request) if scripts(text) - right or leaked(text)]
    return found


async def test_a_channel_reads_the_language_of_its_table_and_each_player_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft, "ENGLISH", "ka")
    people: dict[int, str] = {}
    with speaking(LANGUAGES, people.__getitem__):
        async with house(tmp_path, NAMES[: len(READERS)], threads=True, clock=VirtualClock()) as here:
            people.update(zip((member.id for member in here.members), READERS, strict=True))
            await walk_votes_and_time(here, Walker(here))
            told = [text for request in here.recorder.requests for text in said(request)]
            assert set().union(*map(scripts, told)) == {*LANGUAGES}
            assert mistaken(here) == []
