"""A disk under the real SQLite of this process: it notes, and fails when told to.

It writes down what is written and synced. It is a VFS in front of SQLite's own, made with ctypes in the library that
Python's sqlite3 uses too. What a power cut leaves is made from what was written down: what was synced is there; each
later write is whole, torn, or gone.
"""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

OK, READ_FAILS, WRITE_FAILS, FULL = 0, 10 | 1 << 8, 10 | 3 << 8, 13
SYNC_FAILS = 10 | 4 << 8
SECTOR = 512
NAME = b"written-down"

Read = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
Sync = CFUNCTYPE(c_int, c_void_p, c_int)
Close = CFUNCTYPE(c_int, c_void_p)


class Methods(Structure):
    """sqlite3_io_methods: what we replace, and the others as they are."""

    _fields_ = [
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("rest", c_void_p * 13),
    ]


class File(Structure):
    """sqlite3_file."""

    _fields_ = [("methods", POINTER(Methods))]


Open = CFUNCTYPE(c_int, c_void_p, c_void_p, POINTER(File), c_int, POINTER(c_int))
Delete = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int)
"""Paths are handed on as they are: SQLite keeps the pointers, and finds more behind the text."""


class Vfs(Structure):
    """sqlite3_vfs."""

    _fields_ = [
        ("version", c_int),
        ("file_size", c_int),
        ("path_length", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("rest", c_void_p * 14),
    ]


@dataclass(frozen=True)
class Event:
    """What was done to a file: "write" at a place, "truncate" to a size, "sync", or "delete"."""

    what: str
    file: str
    place: int = 0
    data: bytes = field(default=b"", repr=False)


Failing = Callable[[str], int]
"""The error of an operation ("read", "write", "sync"); 0 lets it happen."""


@dataclass
class Disk:
    """What has happened to the files of a folder."""

    folder: Path
    events: list[Event] = field(default_factory=list)
    failing: Failing = lambda _: OK
    failed: int = 0

    def fails(self, operation: str) -> int:
        """Return the error that comes now."""
        code = self.failing(operation)
        self.failed += code != OK
        return code

    def after_a_cut(self, moment: int, rng: Random, into: Path) -> None:
        """Write down what a power cut after this number of events leaves."""
        files = dict[str, bytearray]()
        pending = dict[str, list[Event]]()
        for event in self.events[:moment]:
            if event.what == "sync":
                for one in pending.pop(event.file, ()):
                    _do(files, one, one.data)
            elif event.what == "delete":
                pending.pop(event.file, None)
                files.pop(event.file, None)
            else:
                pending.setdefault(event.file, []).append(event)
        for events in pending.values():
            for event in events:
                if (part := _torn(event, rng)) is not None:
                    _do(files, event, part)
        for name, content in files.items():
            (into / name).write_bytes(content)


def _torn(event: Event, rng: Random) -> bytes | None:
    """Return what is there of a write that was not synced: all, nothing, or some sectors from its start."""
    fate = rng.randrange(3)
    if fate == 0 or (fate == 2 and event.what == "truncate"):
        return None
    return event.data if fate == 1 else event.data[: SECTOR * rng.randrange(1 + len(event.data) // SECTOR)]


def _do(files: dict[str, bytearray], event: Event, data: bytes) -> None:
    content = files.setdefault(event.file, bytearray())
    if event.what == "truncate":
        del content[event.place :]
        return
    content.extend(bytes(max(0, event.place - len(content))))
    content[event.place : event.place + len(data)] = data


@contextmanager
def disk(folder: Path) -> Iterator[Disk]:
    """Put a disk under every database that this process opens from now on."""
    here = Disk(folder.resolve())
    library = _library()
    under = library.sqlite3_vfs_find(None)
    over = Vfs.from_buffer_copy(under.contents)
    over.name = NAME
    keep = _Over(here, under.contents)
    over.open, over.delete = _address(keep.open), _address(keep.delete)
    assert library.sqlite3_vfs_register(ctypes.byref(over), 1) == OK
    try:
        yield here
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(over))
        library.sqlite3_vfs_register(under, 1)


def _library() -> Any:
    """Return the SQLite that Python's sqlite3 uses: it must be a library that is shared."""
    import _sqlite3

    loaded = Path("/proc/self/maps").read_text()
    paths = {line.split()[-1] for line in loaded.splitlines() if "libsqlite3.so" in line}
    assert paths, f"SQLite is a part of {_sqlite3.__file__}, and no library of its own"
    library: Any = ctypes.CDLL(paths.pop())
    library.sqlite3_vfs_find.restype = POINTER(Vfs)
    return library


def _address(function: Any) -> int | None:
    return ctypes.cast(function, c_void_p).value


class _Over:
    """The functions in front of those of SQLite's own VFS. They are kept here: SQLite knows only their addresses."""

    def __init__(self, disk: Disk, under: Vfs) -> None:
        self._disk = disk
        self._real_open = Open(under.open)
        self._real_delete = Delete(under.delete)
        self._names = dict[int, str]()
        self._made = dict[int, tuple[Methods, Sequence[Any]]]()
        self.open, self.delete = Open(self._open), Delete(self._delete)

    def _file_name(self, path: int | None) -> str | None:
        file = Path(ctypes.string_at(path).decode()) if path else None
        return file.name if file is not None and file.parent == self._disk.folder else None

    def _open(self, vfs: int, path: int | None, file: Any, flags: int, out: Any) -> int:
        result = self._real_open(vfs, path, file, flags, out)
        name = self._file_name(path)
        if result == OK and name is not None and file.contents.methods:
            address = ctypes.addressof(file.contents)
            self._names[address] = name
            if all(event.file != name for event in self._disk.events):  # what it holds already lies safe
                held = (self._disk.folder / name).read_bytes()
                self._disk.events += [Event("write", name, 0, held), Event("sync", name)]
            file.contents.methods = ctypes.pointer(self._wrap(file.contents.methods))
        return int(result)

    def _delete(self, vfs: int, path: int, sync: int) -> int:
        if (name := self._file_name(path)) is not None:
            self._disk.events.append(Event("delete", name))
        return int(self._real_delete(vfs, path, sync))

    def _wrap(self, methods: Any) -> Methods:
        key = ctypes.addressof(methods.contents)
        if key not in self._made:
            made = Methods.from_buffer_copy(methods.contents)
            functions = self._functions(methods.contents)
            for name, function in functions.items():
                setattr(made, name, _address(function))
            self._made[key] = made, list(functions.values())
        return self._made[key][0]

    def _functions(self, real: Methods) -> Mapping[str, Any]:
        read, write = Read(real.read), Read(real.write)
        truncate, sync, close = Truncate(real.truncate), Sync(real.sync), Close(real.close)
        disk, names = self._disk, self._names

        def reads(file: int, buffer: int, size: int, place: int) -> int:
            return disk.fails("read") or read(file, buffer, size, place)

        def writes(file: int, buffer: int, size: int, place: int) -> int:
            if code := disk.fails("write"):
                return code
            disk.events.append(Event("write", names[file], place, ctypes.string_at(buffer, size)))
            return int(write(file, buffer, size, place))

        def truncates(file: int, size: int) -> int:
            disk.events.append(Event("truncate", names[file], size))
            return int(truncate(file, size))

        def syncs(file: int, flags: int) -> int:
            if code := disk.fails("sync"):
                return code
            disk.events.append(Event("sync", names[file]))
            return int(sync(file, flags))

        def closes(file: int) -> int:
            names.pop(file, None)
            return int(close(file))

        return {
            "read": Read(reads),
            "write": Read(writes),
            "truncate": Truncate(truncates),
            "sync": Sync(syncs),
            "close": Close(closes),
        }
