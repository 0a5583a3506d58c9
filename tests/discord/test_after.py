"""What was posted after a copy was made is found however much others have said since."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

from bot.discord import postman
from bot.discord.postman import DiscordPostman

US, OTHERS, FIRST = 1, 2, 100


def said(id: int, author: int) -> Any:
    return SimpleNamespace(id=id, author=SimpleNamespace(id=author), content=f"{id}", components=[], embeds=[])


class There:
    """A channel that gives so many messages at most, the oldest first."""

    def __init__(self, messages: list[Any]) -> None:
        self.messages = messages

    async def history(self, *, limit: int, after: Any, oldest_first: bool) -> AsyncIterator[Any]:
        assert oldest_first
        for message in [each for each in self.messages if each.id > after.id][:limit]:
            yield message


async def test_a_message_of_ours_behind_the_talk_of_others_is_found(monkeypatch: Any) -> None:
    monkeypatch.setattr(postman, "MOST", 20)
    talk = [said(FIRST + n, OTHERS) for n in range(55)]
    for lost in (0, 19, 20, 39, 54):
        there = There([*talk[:lost], said(FIRST + lost, US), *talk[lost + 1 :]])
        client: Any = SimpleNamespace(user=SimpleNamespace(id=US), get_partial_messageable=lambda _, there=there: there)
        found = await DiscordPostman(client).after(7, FIRST - 1)
        assert [sent.message for sent in found] == [FIRST + lost]
    exact: Any = SimpleNamespace(user=SimpleNamespace(id=US), get_partial_messageable=lambda _: There(talk[:40]))
    assert await DiscordPostman(exact).after(7, FIRST - 1) == []
