"""Lets root act as the owner of the database, if root runs a command.

In a folder of another user a link could lead root to any file of the machine.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from bot.store.engine import file_of, read_url


@contextmanager
def act_as_owner_of(address: str) -> Iterator[None]:
    """Let root act as the owner of the database at this address, if that is a file.

    Raises DatabaseRefused.
    """
    file = file_of(read_url(address))
    with nullcontext() if file is None else as_owner(file):
        yield


@contextmanager
def as_owner(file: Path) -> Iterator[None]:
    """Give root only the rights of the owner of a database's folder for a while.

    The owner also owns what is made there.
    """
    if os.geteuid() or not file.parent.is_dir():
        yield
        return
    owner, groups = file.parent.stat(), os.getgroups()
    if not owner.st_uid:
        yield
        return
    os.setgroups([])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(os.getgid())
        os.setgroups(groups)
