"""Everyone reads their own language: a channel that of its table, a server its own, each person the one they chose."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.discord import client
from bot.locales import languages as known
from bot.service.exports import export_as_json
from bot.table.clock.reminders import NEVER_QUIET
from bot.table.log.model import ANY
from bot.talk.letter import ControlId, Purpose
from bot.talk.replay import POST
from bot.talk.words import Texts
from tests.discord.requests import Request, message_of, walk
from tests.end_to_end.house import NAMES, House, controls, find_control, house, text_of
from tests.end_to_end.languages import speaking
from tests.end_to_end.notices import press
from tests.end_to_end.test_clock import MINUTE, VirtualClock, newest, pass_time
from tests.end_to_end.test_languages import walk_votes_and_time
from tests.end_to_end.test_settings import MANAGE
from tests.end_to_end.test_turn import private
from tests.end_to_end.walker import Walker
from tests.pseudo import CYRILLIC, GEORGIAN, GREEK, find_latin_words, texts_of, translate

LANGUAGES = {"uk": CYRILLIC, "el": GREEK, "ka": GEORGIAN}
DISCORD = ("uk", "el", "en-US")
"""The locales of Ana's, Ben's and Cid's Discord."""
READERS = ("uk", "el", "uk")
"""In which languages they read: Cid has chosen."""
TABLE, SERVER = "ka", "el"
HOUR = 60 * MINUTE


def scripts(text: str) -> set[str]:
    """Return in which of the languages a text has words."""
    return {language for language, letters in LANGUAGES.items() if set(text.lower()) & set(letters)}


def shows_preview(request: Request) -> bool:
    """Return whether a request shows to one person what the channel will read."""
    message = message_of(request)
    ids = (ControlId.parse(part.get("custom_id", "")) for part in walk(message.components)) if message else ()
    return any(id is not None and id.purpose is Purpose.SHARE and id.data.startswith(POST) for id in ids)


def offers_languages(request: Request) -> bool:
    """Return whether a request has a menu of languages, each by the name that its speakers give it."""
    message = message_of(request)
    parts = walk(message.components) if message else ()
    return any("=ka" in option.get("value", "") for part in parts for option in part.get("options") or ())


def mistaken(here: House, results: Any = None) -> list[str]:
    """Return what was said in another language than its readers'; the `results` are told in the server's."""
    of = {member.id: language for member, language in zip(here.members, READERS, strict=True)}
    found = list[str]()
    for request in here.recorder.requests:
        if request.reader is not None:
            right = {of[request.reader]}
            if shows_preview(request):
                right.add(TABLE)
        else:
            in_results = results is not None and str(results.id) in request.parts
            right = {SERVER if in_results else TABLE}
        if not offers_languages(request):
            found += [
                f"{request}: {text!r}" for text in texts_of(request) if scripts(text) - right or find_latin_words(text)
            ]
    return found


@asynccontextmanager
async def babel(folder: Path, **how: Any) -> AsyncIterator[House]:
    """Open a server of one language, with a table of another and three readers; one of them chose theirs."""
    people: dict[int, str] = {}
    with speaking(LANGUAGES, people.__getitem__, SERVER):
        async with house(folder, NAMES[: len(READERS)], threads=True, clock=VirtualClock(), **how) as here:
            people.update(zip((member.id for member in here.members), DISCORD, strict=True))
            assert (await here.members[2].slash(here.channel, "settings", language="uk")).acknowledged
            yield here


async def test_a_channel_reads_the_language_of_its_table_and_each_player_their_own(tmp_path: Path) -> None:
    async with babel(tmp_path) as here:
        await walk_votes_and_time(here, Walker(here), language=TABLE)
        said_so_far = [text for request in here.recorder.requests for text in texts_of(request)]
        assert set().union(*map(scripts, said_so_far)) == {*LANGUAGES}
        assert mistaken(here) == []


async def test_hands_and_digests_by_private_message_and_results_of_a_server_have_their_readers_language(
    tmp_path: Path,
) -> None:
    async with babel(tmp_path) as here:
        results = here.channel.guild.create_text_channel("results")
        manager = here.members[0]
        role = here.channel.guild.create_role("Crew", permissions=MANAGE)
        here.env.backend.add_member_role(here.channel.guild.id, manager.id, role.id)
        assert (await manager.slash(here.channel, "setup", results=results)).acknowledged
        for member in here.members:
            await member.slash(here.channel, "settings", hand=1, timezone="Asia/Tokyo", digest=10)
        await manager.slash(here.channel, "new", game="moon", language=TABLE)
        await manager.slash(here.channel, "option", name="target", value="9")
        for member in here.members[1:]:
            await press(member, here.card, Purpose.JOIN)
        await press(manager, here.card, Purpose.START)
        await here.skip(5)
        await pass_time(here, 2 * HOUR)
        await here.play_to_end()
        private = [request for request in here.recorder.requests if request.reader and request.interaction is None]
        assert {request.reader for request in private if message_of(request)} == {member.id for member in here.members}
        assert results.history()
        assert mistaken(here, results) == []


async def test_a_table_speaks_as_its_server_then_as_its_opener_and_its_host_can_change_that(tmp_path: Path) -> None:
    async with babel(tmp_path) as here:
        ana, ben, _ = here.members
        await ana.slash(here.channel, "new", game="draw")
        assert (await here.client.service.tables.table(1, ANY)).language == SERVER
        assert "🌐" in text_of(here.card)
        panel = (await press(ana, here.card, Purpose.OPTIONS)).response
        menu, value = ControlId(Purpose.CHOOSE, 1, data="language"), ControlId(Purpose.SET, 1, data="language=uk")
        assert (await ana.select(panel, [str(value)], custom_id=str(menu))).acknowledged
        assert scripts(text_of(here.card)) == {"uk"}
        assert not any(
            "language" in str(control) for control in controls((await press(ben, here.card, Purpose.OPTIONS)).response)
        )
        await press(ben, here.card, Purpose.JOIN)
        await press(ana, here.card, Purpose.START)
        refused = await ana.select(panel, [str(ControlId(Purpose.SET, 1, data="language=ka"))], custom_id=str(menu))
        assert refused.acknowledged
        assert (await here.client.service.tables.table(1, ANY)).language == "uk"
        assert find_control(newest(here), Purpose.HAND)


async def test_an_open_hand_is_renewed_in_the_language_that_its_reader_has_chosen_since(tmp_path: Path) -> None:
    async with babel(tmp_path) as here:
        host, guest, _ = here.members
        await host.slash(here.channel, "new", game="draw", language=TABLE)
        await press(guest, here.card, Purpose.JOIN)
        await press(host, here.card, Purpose.START)
        player = here.mover
        hand = (await press(player, newest(here), Purpose.HAND)).response
        assert scripts(text_of(hand)) == {READERS[here.members.index(player)]}
        await player.click(hand, custom_id=str(find_control(hand, Purpose.ACT)))
        assert (await player.slash(here.channel, "settings", language="ka")).acknowledged
        while here.mover != player:
            await here.skip(1)
        *_, renewed = private(here, player)
        assert find_control(renewed, Purpose.ACT)
        assert scripts(text_of(renewed)) == {"ka"}


async def test_a_server_is_welcomed_in_its_language(tmp_path: Path) -> None:
    async with babel(tmp_path, greets=True) as here:
        await here.restart()  # now its channel is there
        told_commands = [each for each in here.recorder.requests if each.method == "PUT" and "commands" in each.parts]
        assert len(told_commands) == 1  # Discord has them already, in all languages
        assert scripts(str(told_commands[0].body)) >= {"uk", "el"}
        (greeting,) = here.channel.history()
        assert scripts(text_of(greeting)) == {SERVER}
        assert not find_latin_words(text_of(greeting))


async def test_a_choice_is_told_kept_exported_taken_back_and_deleted(tmp_path: Path) -> None:
    async with babel(tmp_path) as here:
        ana, _, cid = here.members
        role = here.channel.guild.create_role("Crew", permissions=MANAGE)
        here.env.backend.add_member_role(here.channel.guild.id, ana.id, role.id)
        people, servers = here.client.service.people, here.client.service.servers
        for chosen, kept, language in (("ka", "ka", "ka"), ("auto", None, SERVER)):
            shown = await ana.slash(here.channel, "setup", language=chosen)
            assert scripts(text_of(shown.response)) >= {"uk"}
            assert (await servers.server(here.channel.guild.id)).language == kept
            await ana.slash(here.channel, "new", game="draw")
            assert scripts(text_of(here.card)) == {language}
            await ana.slash(here.channel, "leave")
        person = (await people.collect_data(cid.id)).person
        assert person is not None
        assert (person.language, person.seen_language) == ("uk", "en")
        assert b'"language": "uk"' in export_as_json(cid.id, await people.collect_data(cid.id))
        shown = await cid.slash(here.channel, "settings", language="auto")
        assert not scripts(text_of(shown.response)) & {"uk", "el"}
        await cid.slash(here.channel, "privacy", what="delete")
        await people.forget(cid.id)
        await cid.slash(here.channel, "help")
        assert (await people.collect_data(cid.id)).person is None


async def test_options_are_read_in_the_language_of_their_writer_and_in_english(tmp_path: Path) -> None:
    async with babel(tmp_path) as here:
        ana = here.members[0]
        await ana.slash(here.channel, "new", game="draw")

        async def choose(name: str, value: str) -> Any:
            assert (await ana.slash(here.channel, "option", name=name, value=value)).acknowledged
            return (await here.client.service.tables.table(1, ANY)).options.to_json()

        setting = (await here.client.service.tables.table(1, ANY)).options.settings()["match"]
        by_rounds = next(pick.label for value, pick in setting.offers() if value == "rounds")
        own, label = translate(str(setting.name), CYRILLIC), translate(str(by_rounds), CYRILLIC)
        assert (await choose(own, label))["match"] == "rounds"
        other = next(value for value in setting.suggestions() if value != "rounds")
        assert (await choose("match", other))["match"] == other
        assert (await choose(str(setting.name), str(by_rounds)))["match"] == "rounds"
        for none in ("none", translate("None", CYRILLIC)):
            await ana.slash(here.channel, "settings", quiet="22-6")
            await ana.slash(here.channel, "settings", quiet=none)
            assert (await here.client.service.preferences.wishes(ana.id)).quiet == NEVER_QUIET


@pytest.mark.parametrize("opener", [0, 2])
async def test_a_table_of_a_server_without_a_language_speaks_as_the_one_who_opens_it(
    opener: int, tmp_path: Path
) -> None:
    people: dict[int, str] = {}
    with speaking(LANGUAGES, people.__getitem__):
        async with house(tmp_path, NAMES[: len(READERS)]) as here:
            people.update(zip((member.id for member in here.members), DISCORD, strict=True))
            await here.members[opener].slash(here.channel, "new", game="draw")
            table = await here.client.service.tables.table(1, ANY)
            assert table.language == {0: "uk", 2: "en"}[opener]
            assert ("🌐" in text_of(here.card)) == (opener == 0)


async def test_while_there_is_but_english_nobody_sees_a_language_and_nothing_is_kept_of_it(tmp_path: Path) -> None:
    def english() -> Texts:
        return Texts(languages=known.Languages(known.LANGUAGES[:1]))

    with patch.object(client, "Texts", english):
        async with house(tmp_path, NAMES[:2]) as here:
            await walk_in_english(here)


async def walk_in_english(here: House) -> None:
    """Press all that offers a language, if there is more than one."""
    ana, _ = here.members
    for command in ("new", "settings", "setup"):
        (found,) = (each for each in here.client.tree.get_commands() if each.name == command)
        assert "language" not in found.to_dict(here.client.tree)["options"]
        assert "language" not in str(found.to_dict(here.client.tree))
    shown = await ana.slash(here.channel, "settings", hand=1)
    assert "anguage" not in text_of(shown.response)
    await ana.slash(here.channel, "new", game="draw")
    panel = (await press(ana, here.card, Purpose.OPTIONS)).response
    assert not any("language" in str(control) for control in controls(panel))
    data = await here.client.service.people.collect_data(ana.id)
    assert data.person is not None
    assert (data.person.language, data.person.seen_language) == (None, None)
