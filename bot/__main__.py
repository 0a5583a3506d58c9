"""The command line of the bot.

Without a command, `boneyard` plays on Discord. The commands are:

- `demo` plays in the browser, and `verify FILE` checks a record.
- `backup` copies the database, and `restore` puts a copy back.
- `health` asks the running bot whether it is well, and `stats` counts all games again.
- `doctor` tries on Discord everything that the bot needs.
- `emojis` uploads the pictures of tiles to Discord, for the text of messages.
- `listing FOLDER` writes texts and pictures for Discord's directory of apps.
- `forget`, `export`, `block`, `unblock` and `leave` are about one user or server.

In a source checkout, `python -m bot` does the same.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from bot import VERSION
from bot.settings import DEFAULT_FILE, EXIT_REFUSED, SettingsRefused, read_settings, unknown_settings

EXIT_INTERRUPTED = 130
"""The exit code that shells expect of a command that was ended by Ctrl-C."""
EXIT_USAGE = 64
"""The exit code of `verify` for a malformed head or link, or an unreadable file."""


COMMANDS_WITH_ID = (
    ("forget", "USER", "delete all that is kept about a user, as /privacy does"),
    ("export", "USER", "print what is kept about a user, without moves and plans of running games"),
    ("block", "USER|SERVER", "stop answering a user or a server; without an id, list who is blocked"),
    ("unblock", "USER|SERVER", "answer a user or a server again"),
    ("leave", "SERVER", "take the bot off a server"),
)
"""The commands about one user or server: name, kind of id, help text."""


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the arguments name, and return its exit code.

    The code is 0 if all went well, and 130 after Ctrl-C.
    """
    chosen = _parser().parse_args(arguments)
    try:
        return _run(chosen)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    finally:
        _drop_unwritten_log()


def _drop_unwritten_log() -> None:
    """Drop log lines that a full disk left unwritten.

    Otherwise, Python would try again to write them at exit, and fail with exit code 120.
    """
    try:
        sys.stderr.flush()
    except OSError:
        null_device = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null_device, sys.stderr.fileno())
        os.close(null_device)


def _run(chosen: argparse.Namespace) -> int:
    match chosen.command:
        case "demo":
            return _demo(chosen.port, chosen.keep)
        case "verify":
            return _verify(chosen.file, chosen.seen)
        case "emojis":
            return _run_on_discord("emojis", chosen.settings)
        case "doctor":
            return _run_doctor(chosen.channel, chosen.settings)
        case "listing":
            return _write_listing(chosen.folder)
        case "backup" | "restore":
            return _maintain(chosen.command, chosen.settings, chosen.file)
        case "health":
            return _maintain(chosen.command, chosen.settings)
        case "stats":
            return _maintain(chosen.command, chosen.settings, write=chosen.recompute)
        case "forget" | "export" | "block" | "unblock" | "leave":
            return _run_with_id(chosen.command, chosen.id, chosen.settings)
        case _:
            return _run_on_discord("serve", chosen.settings)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="boneyard", description="Domino and tile games on Discord, played at your own pace."
    )
    parser.add_argument("--version", action="version", version=f"Boneyard {VERSION}")
    parser.add_argument(
        "--settings", default=DEFAULT_FILE, metavar="FILE", help="the file with the settings (default: .env)"
    )
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("serve", help="play on Discord (the default without a command)")
    demo = commands.add_parser("demo", help="try it in the browser, without Discord")
    demo.add_argument("--port", type=int, default=8123, help="the port of the page (default: 8123; 0: any free port)")
    demo.add_argument("--keep", type=Path, metavar="FILE", help="keep the games in this file for the next start")
    verify = commands.add_parser("verify", help="check the deals and the moves of a record")
    verify.add_argument("file", type=Path, help="the record to check, from /record")
    verify.add_argument(
        "seen", nargs=argparse.REMAINDER, metavar="HEAD", help="a head, or a link to a message, as the channel shows it"
    )
    backup = commands.add_parser("backup", help="copy the database into a new file, also while the bot runs")
    backup.add_argument("file", type=Path, help="the file of the copy, which must not exist yet")
    restore = commands.add_parser("restore", help="replace the database by a copy; stop the bot first")
    restore.add_argument("file", type=Path, help="the copy to restore")
    commands.add_parser("health", help="ask the running bot whether it is well; the exit code is 0 if so")
    stats = commands.add_parser("stats", help="compare the statistics with the logs of all games; stop the bot first")
    stats.add_argument("--recompute", action="store_true", help="also correct what differs")
    doctor = commands.add_parser("doctor", help="test in one channel everything that the bot needs on Discord")
    doctor.add_argument(
        "channel", type=int, help="the id of a text channel; the bot posts a test message there for a minute"
    )
    commands.add_parser("emojis", help="upload the emojis of tiles to Discord; run it once, and after each update")
    listing = commands.add_parser("listing", help="write texts and pictures for Discord's directory of apps")
    listing.add_argument("folder", type=Path, help="the folder for them; each language gets one in it")
    for name, metavar, text in COMMANDS_WITH_ID:
        with_id = commands.add_parser(name, help=text)
        with_id.add_argument(
            "id",
            type=discord_id,
            metavar=metavar,
            nargs="?" if name == "block" else None,  # `block` without an id lists who is blocked
            help="the id that Discord copies",
        )
    return parser


def discord_id(text: str) -> int:
    """Return the Discord id in a text. Raises ValueError if there is none."""
    if not 0 < (id := int(text)) < 1 << 63:  # the database stores ids as signed 64-bit numbers
        raise ValueError
    return id


@contextlib.contextmanager
def _pause_garbage_collection() -> Iterator[None]:
    """Pause garbage collection, then leave out of it the objects that exist by then.

    Imported modules stay in memory anyway. Collecting garbage while they are imported takes a tenth of the time of the
    start, and each full collection later would block all answers for a tenth of a second.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _run_on_discord(command: str, file: str) -> int:
    """Run `serve` or `emojis`, which need the settings and Discord."""
    try:
        for sentence in unknown_settings(file=file):
            print(sentence, file=sys.stderr)
        settings = read_settings(file=file)
        for sentence in settings.find_useless():
            print(sentence, file=sys.stderr)
        with _pause_garbage_collection():
            from bot.serve import serve, upload_emojis  # this is slow, so wrong settings are reported before

        run = upload_emojis if command == "emojis" else serve
        return asyncio.run(run(settings))
    except SettingsRefused as refused:
        print(refused, file=sys.stderr)
        return EXIT_REFUSED


def _run_doctor(channel: int, file: str) -> int:
    try:
        settings = read_settings(file=file)
        from bot.serve import examine

        return asyncio.run(examine(settings, channel))
    except SettingsRefused as refused:
        print(refused, file=sys.stderr)
        return EXIT_REFUSED


def _maintain(command: str, settings_file: str, file: Path = Path(), *, write: bool = False) -> int:
    from bot.hosting.commands import backup, health, restore
    from bot.hosting.recount import recount

    try:
        settings = read_settings(file=settings_file)
    except SettingsRefused as refused:
        print(refused, file=sys.stderr)
        return 1
    match command:
        case "backup":
            return backup(settings, file)
        case "restore":
            return asyncio.run(restore(settings, file))
        case "stats":
            return asyncio.run(recount(settings, write=write))
        case _:
            return health(settings)


def _run_with_id(command: str, id: int | None, file: str) -> int:
    try:
        settings = read_settings(file=file)
        if command == "leave":
            from bot.serve import leave

            return asyncio.run(leave(settings, id or 0))  # never 0: only `block` may have no id
    except SettingsRefused as refused:
        print(refused, file=sys.stderr)
        return EXIT_REFUSED
    from bot.hosting.orders import export_person, give_order, list_blocked
    from bot.service.orders import OrderKind

    if id is None:
        return asyncio.run(list_blocked(settings))
    if command == "export":
        return asyncio.run(export_person(settings, id))
    return asyncio.run(give_order(settings, OrderKind(command), id))


def _demo(port: int, keep: Path | None) -> int:
    try:
        with _pause_garbage_collection():
            from bot.demo import demo, why_keep_refused, why_port_refused
            from bot.store import DatabaseRefused
    except ModuleNotFoundError as missing:
        print(f"The demo needs {missing.name}: pip install -r requirements-demo.txt", file=sys.stderr)
        return 1
    if refusal := why_port_refused(port) or why_keep_refused(keep):
        print(refusal, file=sys.stderr)
        return 1
    with contextlib.suppress(asyncio.CancelledError):
        try:
            asyncio.run(demo(port, keep))
        except DatabaseRefused as refused:
            print(refused, file=sys.stderr)
            return 1
    return 0


def _write_listing(folder: Path) -> int:
    from bot.desk.listing import write_listing
    from bot.talk.words import Texts
    from engine.games import GAMES
    from renderers import RENDERERS

    try:
        files = write_listing(folder, GAMES, RENDERERS, Texts())
    except OSError as error:
        print(f"{folder} cannot be written: {error.strerror}.", file=sys.stderr)
        return 1
    print(f"{len(files)} files were written to {folder}.")
    return 0


def _verify(file: Path, heads: list[str]) -> int:
    from bot.table.record.check.seen import is_readable
    from bot.table.record.record import MOST_BYTES
    from bot.table.record.verify import verify
    from engine.games import GAMES

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every terminal can show every name
    for text in heads:
        if not is_readable(text):
            print(f"{text} is neither a head (22 characters) nor a link to a message.", file=sys.stderr)
            return EXIT_USAGE
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)  # one byte more, so that `verify` notices a file that is too large
    except OSError as error:
        print(f"{file} cannot be read: {error.strerror}.", file=sys.stderr)
        return EXIT_USAGE
    verdict = verify(data, GAMES, heads)
    print("\n".join(map(str, verdict.lines)))
    return verdict.code


if __name__ == "__main__":
    sys.exit(main())
