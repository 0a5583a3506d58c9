"""A house whose readers have languages of their own, made for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from simcord import interactions

from bot.discord import client
from tests.pseudo import PseudoTexts


@contextmanager
def speaking(alphabets: Mapping[str, str], locale: Callable[[int], str]) -> Iterator[None]:
    """Give the bot these languages by their locales, and each user, by their id, a locale."""
    build: Any = interactions.base_payload

    def localized(*where: Any, user_id: int, **what: Any) -> Any:
        record, payload = build(*where, user_id=user_id, **what)
        return record, {**payload, "locale": locale(user_id)}

    with (
        patch.object(client, "Texts", lambda: PseudoTexts(alphabets)),
        patch.object(interactions, "base_payload", localized),
    ):
        yield
