"""A house whose readers have languages of their own, made for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partialmethod
from typing import Any
from unittest.mock import patch

from simcord import Env, interactions

from bot.discord import client
from tests.pseudo import PseudoTexts


@contextmanager
def speaking(alphabets: Mapping[str, str], locale: Callable[[int], str], server: str = "en-US") -> Iterator[None]:
    """Give the bot these languages, each user, by their id, a locale, and each server one too."""
    build, create = interactions.base_payload, Env.create_guild

    def send_localized(*where: Any, user_id: int, **what: Any) -> Any:
        record, payload = build(*where, user_id=user_id, **what)
        if "guild_locale" in payload:
            payload["guild_locale"] = server
        return record, {**payload, "locale": locale(user_id)}

    with (
        patch.object(client, "Texts", lambda: PseudoTexts(alphabets)),
        patch.object(interactions, "base_payload", send_localized),
        patch.object(Env, "create_guild", partialmethod(create, preferred_locale=server)),
    ):
        yield
