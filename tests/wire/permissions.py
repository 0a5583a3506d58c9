"""What a bot needs in a channel for each request, by Discord's documentation, and how Discord refuses it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from discord import Permissions

NO_ACCESS, NO_PERMISSION = 50001, 50013


def refusal(denied: Permissions, method: str, path: str, *, files: bool, in_thread: bool) -> int:
    """Return the code with which a request about a channel is refused; 0 if it is allowed."""
    if denied.view_channel:
        return NO_ACCESS
    return (
        NO_PERMISSION
        if denied.value & _required_permissions(method, path, files=files, in_thread=in_thread).value
        else 0
    )


def _required_permissions(method: str, path: str, *, files: bool, in_thread: bool) -> Permissions:
    """Return what a request needs beside seeing the channel; to edit one's own message needs nothing."""

    def flags() -> Iterator[str]:
        if method == "POST" and path.endswith("/messages"):
            yield "send_messages_in_threads" if in_thread else "send_messages"
        if method in ("POST", "PATCH") and files:
            yield "attach_files"
        if method == "POST" and path.endswith("/threads"):
            yield "create_public_threads"
        if method == "GET" and re.search(r"/messages/\d+$", path):
            yield "read_message_history"

    return Permissions(**dict.fromkeys(flags(), True))
