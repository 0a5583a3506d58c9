"""The application's own emojis.

`python -m bot emojis` uploads them to Discord; each start finds them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

import discord

from bot.store import Store
from bot.talk.words import Emojis

MEMORY = "emojis"
"""The store's key for what was uploaded: a digest of each emoji's picture by its id."""


async def fetch_emojis(client: discord.Client) -> Emojis:
    """Return the emojis that Discord has."""
    return Emojis({emoji.name: str(emoji) for emoji in await client.fetch_application_emojis()})


async def upload(
    client: discord.Client, store: Store, pictures: Mapping[str, bytes], say: Callable[[str], None]
) -> None:
    """Bring Discord's emojis in line with `pictures` (PNG by name), one at a time.

    Other emojis are left alone. Discord gives no hash of a picture, so the store keeps one for each emoji. An emoji
    that was uploaded with another database is left as it is. Raises discord.HTTPException; what was uploaded until
    then stays.
    """
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    memory: dict[str, str] = json.loads(await store.recall(MEMORY) or "{}")
    done = 0
    for place, (name, picture) in enumerate(pictures.items(), 1):
        digest = hashlib.sha256(picture).hexdigest()
        old = there.get(name)
        if old is not None and memory.setdefault(str(old.id), digest) == digest:
            continue
        if old is not None:
            await old.delete()
            del memory[str(old.id)]
        new = await client.create_application_emoji(name=name, image=picture)
        memory[str(new.id)] = digest
        await store.remember(MEMORY, json.dumps(memory))
        done += 1
        say(f"{place} of {len(pictures)}: {name} {'uploaded' if old is None else 'replaced'}")
    await store.remember(MEMORY, json.dumps(memory))
    say(f"{done} of {len(pictures)} emojis were uploaded; the others were there already.")
