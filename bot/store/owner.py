"""Lets commands that root runs act with the rights of the database's owner.

Otherwise, the owner of the folder could put a link there, through which root writes to any file of the machine.
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
    """Let root have only the rights of the owner of a database's folder.

    Files made meanwhile belong to that owner.
    """
    if os.geteuid() != 0 or not file.parent.is_dir():
        yield
        return
    owner = file.parent.stat()
    if owner.st_uid == 0:
        yield
        return
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)  # last, since only root may change the groups
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(os.getgid())
        os.setgroups(groups)
