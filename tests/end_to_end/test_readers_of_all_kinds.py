"""People whose Discord speaks anything at one table: each request is in the language that is right for its readers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.table.log.model import ANY
from bot.talk.letter import Purpose
from tests.end_to_end.house import NAMES, House, house
from tests.end_to_end.languages import speaking
from tests.end_to_end.notices import press
from tests.end_to_end.test_clock import VirtualClock, newest, pass_time
from tests.end_to_end.test_settings import MANAGE
from tests.end_to_end.test_table_language import HOUR, offers_languages, shows_preview
from tests.long import some
from tests.pseudo import CYRILLIC, GEORGIAN, GREEK, find_latin_words, texts_of, translate

HALF_OF_DAY = re.compile(r"\b[ap]\.?\s?m\b\.?", re.IGNORECASE)
ALPHABETS = (CYRILLIC, GREEK, GEORGIAN)


class Company(NamedTuple):
    """A server, the people of a table there, and what is right for all of them."""

    server: str
    """Discord's locale of the server."""
    chosen: str | None
    """The language that its manager sets."""
    locales: tuple[str, str, str]
    """Of the host, a guest, and a visitor."""
    readers: tuple[str, str, str]
    """In which languages they read."""
    table: str

    @property
    def alphabets(self) -> dict[str, str]:
        """The letters that stand for each language but English."""
        languages = sorted({*self.readers, self.table} - {"en"})
        return dict(zip(languages, ALPHABETS, strict=False))


COMPANIES = {
    "a German opens on a server set to Spanish, an Italian joins, a Japanese looks": Company(
        "en-US", "es", ("de", "it", "ja"), ("de", "it", "en"), "es"
    ),
    "a Briton and a Latin American on a Brazilian server": Company(
        "pt-BR", None, ("en-GB", "es-419", "ja"), ("en", "es", "en"), "pt"
    ),
    "a Brazilian opens on a Japanese server": Company("ja", None, ("pt-BR", "es-ES", "fr"), ("pt", "es", "fr"), "pt"),
    "a Japanese opens where no language is set": Company(
        "en-US", None, ("ja", "de", "es-419"), ("en", "de", "es"), "en"
    ),
}


def mistaken(here: House, company: Company) -> list[str]:
    """Return what was said in another language than is right for its readers."""
    of = {member.id: language for member, language in zip(here.members, company.readers, strict=True)}
    found = list[str]()
    for request in here.recorder.requests:
        right = {company.table if request.reader is None else of[request.reader]}
        if shows_preview(request):
            right.add(company.table)
        if not offers_languages(request):
            found += [f"{request}: {text!r}" for text in texts_of(request) if wrong(text, right, company.alphabets)]
    return found


def wrong(text: str, right: set[str], alphabets: dict[str, str]) -> bool:
    """Return whether a text has words of a language that isn't right here.

    The names of languages, each as its speakers write it, and the halves of a day are right everywhere.
    """
    for letters in alphabets.values():
        text = text.replace(translate("English", letters), "")
    text = HALF_OF_DAY.sub("", text)
    others = {language for language, letters in alphabets.items() if set(text.lower()) & set(letters)} - right
    return bool(others) or ("en" not in right and bool(find_latin_words(text)))


async def play_together(here: House, company: Company) -> None:
    """Open a table, play, ask, be late, and end it."""
    host, guest, visitor = here.members
    role = here.channel.guild.create_role("Crew", permissions=MANAGE)
    here.env.backend.add_member_role(here.channel.guild.id, host.id, role.id)
    if company.chosen:
        assert (await host.slash(here.channel, "setup", language=company.chosen)).acknowledged
    await guest.slash(here.channel, "settings", hand=1, timezone="Asia/Tokyo", digest=10)
    await host.slash(here.channel, "new", game="draw")
    await press(host, here.card, Purpose.OPTIONS)
    await press(guest, here.card, Purpose.JOIN)
    await press(visitor, here.card, Purpose.START)  # refused
    await press(host, here.card, Purpose.START)
    assert (await here.client.service.tables.table(1, ANY)).language == company.table
    await here.skip(3)
    for member in here.members:
        await press(member, here.turn, Purpose.HAND)
        for command in ("help", "settings", "games", "board", "stats"):
            await member.slash(here.channel, command)
        await member.slash(here.place, "undo")
    await pass_time(here, 2 * HOUR)
    await host.slash(here.place, "vote", subject="pause")
    await press(guest, newest(here), Purpose.VOTE)
    await guest.slash(here.place, "vote", subject="resume")
    await host.slash(here.place, "leave")
    await here.play_to_end()
    for member in here.members:
        await member.slash(here.place, "record")


@pytest.mark.parametrize("company", some(COMPANIES, [next(iter(COMPANIES))]))
async def test_everything_is_in_the_language_of_its_readers(company: Company, tmp_path: Path) -> None:
    people: dict[int, str] = {}
    with speaking(company.alphabets, people.__getitem__, company.server):
        async with house(tmp_path, NAMES[:3], threads=True, clock=VirtualClock()) as here:
            people.update(zip((member.id for member in here.members), company.locales, strict=True))
            await play_together(here, company)
            languages = {request.reader for request in here.recorder.requests}
            assert languages == {None, *(member.id for member in here.members)}
            assert mistaken(here, company) == []
