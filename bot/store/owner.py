"""Being the user whose database it is, where root asks for something: in a folder of theirs a link could lead root to
any file of the machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def as_owner(file: Path) -> Iterator[None]:
    """Let root have no more rights for a while than the owner of the folder of a database; what is made there is
    theirs."""
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
