"""The bot in its image, started as docs/hosting/compose.yaml says, over a socket.

It is not root, can write nothing of the image, and keeps all in its one volume. Ended by a signal, it goes on where it
was. The folder that BONEYARD_IMAGE names is the image, laid out by `.ci/container`. If nothing can be mounted, or it is
no whole system, the program is started where it lies, by the user who is there, and this is said.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # it has no types of its own

from bot.table.clock.pace import MINUTE
from tests.test_hosting import HOSTING
from tests.wire.bot import DISCORD_TOKEN, Bot
from tests.wire.launch import API, GATEWAY
from tests.wire.loopback import Loopback, loopback
from tests.wire.people import Member
from tests.wire.test_hosting import free_port
from tests.wire.wired import NAMES, Table, Wired, wait_for_first

IMAGE = "BONEYARD_IMAGE"
TOWARDS = ("tests/__init__.py", "tests/wire/__init__.py", "tests/wire/launch.py")
"""What turns the program towards the loopback; nothing else is added to the image."""
DOCKER = 10
"""Seconds after which Docker kills what has not ended."""
PATIENCE = 2 * MINUTE
"""Seconds for anything else, on a machine that does much else."""

WALLS = """
set -e
image=$1 data=$2 added=$3 user=$4
shift 4
mount --bind "$image" "$image"
mount --bind "$data" "$image/data"
mount --bind "$added" "$image/mnt"
mount --rbind /proc "$image/proc"
mount --rbind /dev "$image/dev"
mount -t tmpfs none "$image/tmp"
mount -o remount,bind,ro "$image"
cd "$image"
exec /usr/sbin/chroot . setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all -- \\
    sh -c 'cd /data && exec "$@"' sh "$@"
"""
"""What a container is here: a root that is read-only, one volume, an empty /tmp, a user without any power."""


@dataclass
class Image:
    """An image as a folder, and a volume for it."""

    root: Path
    data: Path
    added: Path
    walls: bool
    environment: dict[str, str]

    def command(self, *arguments: str) -> Sequence[str]:
        """Return the command that runs another one in a container of this image."""
        if not self.walls:
            return arguments
        container = ["unshare", "--mount", "sh", "-c", WALLS, "sh"]
        return [*container, *map(str, (self.root, self.data, self.added)), _user(), *arguments]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        command, env = self.command(*arguments), self.environment
        return subprocess.run(command, env=env, cwd=self.data, capture_output=True, text=True, timeout=PATIENCE)

    @asynccontextmanager
    async def serve(self, discord: Loopback) -> AsyncIterator[Bot]:
        """Serve, until the block ends."""
        python = "/opt/boneyard/bin/python" if self.walls else str(self.root / "opt/boneyard/bin/python")
        command = self.command(python, "-m", "tests.wire.launch", "serve")
        towards = {API: discord.api, GATEWAY: discord.gateway, "PYTHONPATH": "/mnt" if self.walls else str(self.added)}
        env = {**self.environment, **towards}
        process = await asyncio.create_subprocess_exec(
            *command, env=env, cwd=self.data, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        here = Bot(process)
        here.watch()
        try:
            await asyncio.wait_for(wait_for_first(discord.ready.wait(), here.wait_for_end()), PATIENCE)
            yield here
        finally:
            if here.process.returncode is None:
                here.process.kill()
            await here.wait_for_end()


async def soak() -> list[str]:
    """Live in a container, and say what went wrong."""
    root = Path(os.environ.get(IMAGE, ""))
    if not (root / "opt/boneyard/bin/boneyard").exists():
        return [f"{IMAGE} names no image of ours: .ci/container makes one"]
    with tempfile.TemporaryDirectory() as folder:
        image = _create_image(root, Path(folder))
        problems = _differences_from_compose(image) if image.walls else []
        async with loopback() as discord:
            problems += await _play(image, discord)
        kept = {path.relative_to(image.data).parts[0] for path in image.data.rglob("*") if path.is_file()}
        problems += [
            f"there is no {name} in the volume: {kept}" for name in ("boneyard.db", "copies") if name not in kept
        ]
    if not problems:
        how = "as a user without power in a root that is read-only" if image.walls else "where it lies"
        print(f"The image serves, is well, draws boards, ends by a signal and goes on, {how}.")
    return problems


def _create_image(root: Path, folder: Path) -> Image:
    """Return an image with an empty volume beside it."""
    data, added = folder / "data", folder / "added"
    for name in TOWARDS:
        (added / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(__file__).parents[2] / name, added / name)
    data.mkdir()
    mounting = ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" "$0"', str(data)]
    walls = (root / "bin/sh").exists() and subprocess.run(mounting, capture_output=True).returncode == 0
    if walls:
        folder.chmod(0o755)
        owner = int(_service()["user"].partition(":")[0])
        os.chown(data, owner, owner)
    said = (HOSTING / "Containerfile").read_text()
    told = dict(re.findall(r"(?:^ENV|^   ) ([A-Z_]+)=(\S+)", said, re.MULTILINE))
    environment = {
        **told,
        **_service()["environment"],
        "DISCORD_TOKEN": DISCORD_TOKEN,
        "CLOCK": "open",
        "BEACON": "off",
    }
    environment["HEALTH_PORT"] = str(free_port())
    if not walls:
        environment["PATH"] = f"{root}/opt/boneyard/bin:{environment['PATH']}"
        environment["DATABASE_URL"] = f"sqlite:///{data}/boneyard.db"
    return Image(root, data, added, walls, environment)


def _service() -> dict[str, Any]:
    service: dict[str, Any] = yaml.safe_load((HOSTING / "compose.yaml").read_text())["services"]["boneyard"]
    return service


def _user() -> str:
    return str(_service()["user"]).partition(":")[0]


def _differences_from_compose(image: Image) -> list[str]:
    """Return what is not as compose.yaml wants it."""
    problems = []
    if (who := image.run("id", "-u").stdout.strip()) == "0" or not who:
        problems.append(f"it is user {who!r}")
    for place, can in (("/opt/boneyard", False), ("/", False), ("/data", True), ("/tmp", True)):
        if (image.run("sh", "-c", f"touch {place}/there && rm {place}/there").returncode == 0) is not can:
            problems.append(f"{place} can {'not ' * can}be written")
    return problems


async def _play(image: Image, discord: Loopback) -> list[str]:
    """Serve twice, with a table that goes on."""
    members = [Member(discord, 1001 + n, name) for n, name in enumerate(NAMES)]
    problems, table = [], None
    for start in range(2):
        async with image.serve(discord) as here:
            if here.process.returncode is not None:
                return [f"it ended by itself: {here.text}"]
            problems += await _health_problems(image)
            wired = Wired(discord, here, image.data, members)
            try:
                table = await wired.table() if table is None else Table(wired, table.card)
                problems += (
                    []
                    if (await table.move()).get("attachments")
                    else [f"start {start + 1}: a board came without a picture"]
                )
            except TimeoutError:
                return [*problems, f"start {start + 1}: no board came", *here.lines]
            here.signal()
            try:
                code = await asyncio.wait_for(here.wait_for_end(), DOCKER)
            except TimeoutError:
                return [*problems, "it did not end within ten seconds"]
            problems += [f"it ended with {code}"] * (code != 0)
            problems += [line for line in here.lines if "Traceback" in line or "[error" in line]
        discord.ready.clear()
    return problems


async def _health_problems(image: Image) -> list[str]:
    """Return what the container's health check says, once the bot has had time to become well."""
    for _ in range(PATIENCE):
        asked = await asyncio.to_thread(image.run, *_service()["healthcheck"]["test"][1:])
        if asked.returncode == 0:
            return [] if asked.stdout.strip() == "well" else [f"health says {asked.stdout}"]
        await asyncio.sleep(1)
    return [f"it is not well: {asked.stdout}{asked.stderr}"]
