"""A tiny bot that uses every way of talking to Discord that ours uses; the test tools are tried on it."""

from __future__ import annotations

import io
import re
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image

NOBODY = discord.AllowedMentions.none()
COLOURS = ("red", "green", "blue")
SECRET = "6-6"


def picture(name: str, colour: str, alt: str) -> discord.File:
    """Return a plain PNG of 64 × 48 pixels as an upload with alt text."""
    png = io.BytesIO()
    Image.new("RGB", (64, 48), colour).save(png, "PNG")
    png.seek(0)
    return discord.File(png, filename=name, description=alt)


class Press(ui.DynamicItem[ui.Button[ui.View]], template=r"sample:(?P<purpose>\w+)"):
    """A button known by its id alone: it works after a restart."""

    def __init__(self, purpose: str) -> None:
        super().__init__(ui.Button(label=purpose.capitalize(), custom_id=f"sample:{purpose}"))
        self.purpose = purpose

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str], /) -> Press:
        return cls(match["purpose"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await getattr(self, f"_{self.purpose}")(interaction)

    async def _hand(self, interaction: discord.Interaction[Any]) -> None:
        hand = picture("hand.png", "white", f"Your hand: {SECRET}")
        await interaction.response.send_message(
            f"You hold {SECRET}.", file=hand, view=view(Press("play"), Choose()), ephemeral=True
        )

    async def _play(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.edit_message(content=f"You played {SECRET}.", view=None, attachments=[])

    async def _later(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(
            content="Here it is.", attachments=[picture("later.png", "black", "A black picture")]
        )

    async def _note(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_modal(Note())

    async def _fail(self, interaction: discord.Interaction[Any]) -> None:
        raise RuntimeError("the button is broken")


class Choose(ui.DynamicItem[ui.Select[ui.View]], template=r"sample-choose"):
    """A menu of colours."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=colour.capitalize(), value=colour) for colour in COLOURS]
        super().__init__(ui.Select(custom_id="sample-choose", placeholder="Choose a colour", options=options))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], __: ui.Item[Any], ___: re.Match[str], /) -> Choose:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"You chose {self.item.values[0]}.", ephemeral=True)


class Note(ui.Modal, title="A note"):
    """Asks for one line."""

    text: ui.Label[Any] = ui.Label(text="Text", component=ui.TextInput(max_length=100, custom_id="note"))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(self.text.component, ui.TextInput)
        await interaction.response.send_message(f"Noted: {self.text.component.value}", ephemeral=True)


def view(*items: ui.Item[Any]) -> ui.View:
    """Return a view whose items are all dynamic; stopped, so that discord.py keeps nothing of it."""
    made = ui.View(timeout=None)
    for item in items:
        made.add_item(item)
    made.stop()
    return made


async def suggest(_: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=c.capitalize(), value=c) for c in COLOURS if typed.lower() in c]


@app_commands.command(description="Post a board")
@app_commands.describe(colour="The colour of the board")
@app_commands.autocomplete(colour=suggest)
async def board(interaction: discord.Interaction[Any], colour: str) -> None:
    await interaction.response.send_message(
        f"A {colour} board",
        file=picture("board.png", colour, f"A {colour} board"),
        view=view(*(Press(purpose) for purpose in ("hand", "later", "note", "fail"))),
    )


@app_commands.command(description="Post a line into the channel without answering with it")
@app_commands.describe(text="The line", times="How often")
async def line(interaction: discord.Interaction[Any], text: str, times: app_commands.Range[int, 1, 3] = 1) -> None:
    await interaction.response.defer(ephemeral=True)
    assert isinstance(interaction.channel, discord.abc.Messageable)
    for _ in range(times):
        await interaction.channel.send(text)
    await interaction.followup.send("Posted.", ephemeral=True)


class SampleBot(discord.AutoShardedClient):
    """The client of the sample, made as a real one is made."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            shard_count=1,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(board)
        self.tree.add_command(line)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Press, Choose)
        await self.tree.sync()
