"""What was posted after a copy was made is found however much others have said since."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.discord import postman
from bot.discord.postman import DiscordPostman

US, OTHERS, FIRST = 1, 2, 100


def message_by(id: int, author: int) -> Any:
    return {"id": f"{id}", "author": {"id": f"{author}"}, "content": f"{id}", "components": []}


def client_with(messages: list[Any]) -> Any:
    """Return a client whose channel tells these messages, as Discord does: the newest of a page first."""

    async def logs_from(_place: int, limit: int, *, after: int) -> list[Any]:
        return [each for each in messages if int(each["id"]) > after][:limit][::-1]

    return SimpleNamespace(user=SimpleNamespace(id=US), http=SimpleNamespace(logs_from=logs_from))


async def test_a_message_of_ours_behind_the_talk_of_others_is_found(monkeypatch: Any) -> None:
    monkeypatch.setattr(postman, "PAGE_SIZE", 20)
    talk = [message_by(FIRST + n, OTHERS) for n in range(55)]
    for lost in (0, 19, 20, 39, 54):
        there = client_with([*talk[:lost], message_by(FIRST + lost, US), *talk[lost + 1 :]])
        assert [sent.message for sent in await DiscordPostman(there).messages_after(7, FIRST - 1)] == [FIRST + lost]
    assert await DiscordPostman(client_with(talk[:40])).messages_after(7, FIRST - 1) == []
