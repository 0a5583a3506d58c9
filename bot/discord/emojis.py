"""The application's own emojis, which `python -m bot emojis` uploads to Discord and each start fetches."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

import discord

from bot.store import Store
from bot.talk.words import Emojis

DIGESTS_KEY = "emojis"
"""The store's key for the digests of uploaded pictures, by the emojis' ids."""


async def fetch_emojis(client: discord.Client) -> Emojis:
    """Return the uploaded emojis."""
    return Emojis({emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()})


async def upload(
    client: discord.Client, store: Store, pictures: Mapping[str, bytes], say: Callable[[str], None]
) -> None:
    """Upload missing `pictures` (PNG by name), and replace those that changed.

    Other emojis are left alone. Discord gives no hash of a picture, so the store keeps one for each emoji. An emoji
    that was uploaded with another database counts as unchanged. Raises discord.HTTPException; earlier uploads stay.
    """
    existing_emojis = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    digests: dict[str, str] = json.loads(await store.recall(DIGESTS_KEY) or "{}")
    uploads = 0
    for number, (name, picture) in enumerate(pictures.items(), 1):
        digest = hashlib.sha256(picture).hexdigest()
        old_emoji = existing_emojis.get(name)
        # if the store has no digest of an emoji, the emoji counts as unchanged
        if old_emoji is not None and digests.setdefault(str(old_emoji.id), digest) == digest:
            continue
        if old_emoji is not None:
            await old_emoji.delete()
            del digests[str(old_emoji.id)]
        new_emoji = await client.create_application_emoji(name=name, image=picture)
        digests[str(new_emoji.id)] = digest
        await store.remember(DIGESTS_KEY, json.dumps(digests))
        uploads += 1
        say(f"{number} of {len(pictures)}: {name} {'uploaded' if old_emoji is None else 'replaced'}")
    await store.remember(DIGESTS_KEY, json.dumps(digests))
    say(f"{uploads} of {len(pictures)} emojis were uploaded; the others were there already.")
