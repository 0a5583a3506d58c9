"""Rules about messages: text, files, mentions, flags."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from tests.discord.requests import COMPONENTS_V2, EPHEMERAL, JSON, Message, media_of, walk

MEBIBYTE = 1 << 20
PICTURES = {".png", ".jpg", ".jpeg", ".gif", ".webp"}
SENDABLE_FLAGS = 1 << 2 | EPHEMERAL | 1 << 12 | 1 << 13 | COMPONENTS_V2
CREATE_ONLY = {"nonce", "enforce_nonce", "message_reference", "sticker_ids"}
KEYS = {"content", "embeds", "allowed_mentions", "components", "attachments", "flags", "tts", "poll"} | CREATE_ONLY
MENTIONS = {"parse", "users", "roles", "replied_user"}
EMBED_LIMITS = {"title": 256, "description": 4096}


def problems(message: Message) -> Iterator[str]:
    """Everything wrong with one message, its components aside."""
    yield from _text(message)
    yield from _keys(message)
    yield from _nonce(message.payload)
    yield from _flags(message)
    yield from _files(message)
    yield from _references(message)
    yield from _mentions(message.payload)
    yield from _embeds(message.payload.get("embeds") or ())


def _text(message: Message) -> Iterator[str]:
    payload = message.payload
    if len(payload.get("content") or "") > 2000:
        yield f"content has {len(payload['content'])} characters, at most 2000 are allowed"
    said = any(payload.get(key) for key in ("content", "embeds", "components", "poll", "sticker_ids"))
    if not (said or message.uploads or message.is_edit or payload.get("message_reference")):
        yield "the message is empty"


def _keys(message: Message) -> Iterator[str]:
    allowed = KEYS if message.in_channel and not message.is_edit else KEYS - CREATE_ONLY
    for key in sorted(set(message.payload) - allowed):
        yield f"unknown key {key!r}"


def _nonce(payload: JSON) -> Iterator[str]:
    nonce = payload.get("nonce")
    if nonce is not None and len(str(nonce)) > 25:
        yield f"nonce has {len(str(nonce))} characters, at most 25 are allowed"
    if payload.get("enforce_nonce") and nonce is None:
        yield "enforce_nonce without a nonce"


def _flags(message: Message) -> Iterator[str]:
    payload, flags = message.payload, message.flags
    if message.in_channel and flags & EPHEMERAL:
        yield "EPHEMERAL on an ordinary channel message"
    if flags & ~SENDABLE_FLAGS:
        yield f"flags {flags & ~SENDABLE_FLAGS} cannot be sent"
    if flags & COMPONENTS_V2 and (payload.get("content") or payload.get("embeds") or payload.get("poll")):
        yield "IS_COMPONENTS_V2 together with content, embeds or a poll"


def _files(message: Message) -> Iterator[str]:
    uploads, listed = message.uploads, list(message.payload.get("attachments") or ())
    if max(len(uploads), len(listed)) > 10:
        yield f"{max(len(uploads), len(listed))} files, at most 10 are allowed"
    if sum(len(upload.data) for upload in uploads) > 25 * MEBIBYTE:
        yield "the files together exceed 25 MiB"
    by_id = {str(entry["id"]): entry for entry in listed}
    for number, upload in enumerate(uploads):
        if len(upload.data) > 10 * MEBIBYTE:
            yield f"{upload.filename} has {len(upload.data)} bytes, at most 10 MiB are allowed"
        if not upload.data:
            yield f"{upload.filename} is empty"
        if (entry := by_id.get(str(number))) is None:
            yield f"files[{number}] is not listed in attachments"
        elif entry.get("filename", upload.filename) != upload.filename:
            yield f"attachment {number} is called {entry['filename']!r}, its file {upload.filename!r}"
    for identifier, entry in by_id.items():
        if len(identifier) < 15 and int(identifier) >= len(uploads):  # shorter than any snowflake
            yield f"attachment {identifier} has no file"
        yield from _alt_text(entry, is_new=len(identifier) < 15)


def _alt_text(entry: JSON, is_new: bool) -> Iterator[str]:
    name, alt = entry.get("filename") or "", entry.get("description") or ""
    if len(alt) > 1024:
        yield f"the alt text of {name} has {len(alt)} characters, at most 1024 are allowed"
    if is_new and not alt.strip() and PurePath(name).suffix.lower() in PICTURES:
        yield f"{name} has no alt text"


def _references(message: Message) -> Iterator[str]:
    payload = message.payload
    media = [picture for component in walk(message.components) for picture in media_of(component)]
    urls = [(entry.get("media") or entry.get("file") or {}).get("url") or "" for entry in media]
    for embed in payload.get("embeds") or ():
        urls += [(embed.get(part) or {}).get("url") or "" for part in ("image", "thumbnail")]
        urls += [(embed.get(part) or {}).get("icon_url") or "" for part in ("author", "footer")]
    names = {upload.filename for upload in message.uploads}
    names |= {entry.get("filename") or "" for entry in payload.get("attachments") or ()}
    for url in urls:
        if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
            yield f"{url} names no file of this message"


def _mentions(payload: JSON) -> Iterator[str]:
    """Stricter than Discord, which mentions everybody it finds where `allowed_mentions` is left out."""
    allowed = payload.get("allowed_mentions")
    if allowed is None:
        yield "allowed_mentions is missing"
        return
    for key in sorted(set(allowed) - MENTIONS):
        yield f"unknown key {key!r} in allowed_mentions"
    parsed = allowed.get("parse") or []
    if "parse" not in allowed:
        yield "allowed_mentions does not say what to parse"
    for kind in ("everyone", "roles"):
        if kind in parsed:
            yield f"allowed_mentions parses {kind}"
    for kind in ("users", "roles"):
        named = allowed.get(kind) or []
        if named and kind in parsed:
            yield f"allowed_mentions both parses and lists {kind}"
        if len(named) > 100:
            yield f"allowed_mentions lists {len(named)} {kind}, at most 100 are allowed"


def _embeds(embeds: Sequence[JSON]) -> Iterator[str]:
    if len(embeds) > 10:
        yield f"{len(embeds)} embeds, at most 10 are allowed"
    total = 0
    for embed in embeds:
        texts = [(key, embed.get(key) or "", limit) for key, limit in EMBED_LIMITS.items()]
        texts.append(("footer", (embed.get("footer") or {}).get("text") or "", 2048))
        texts.append(("author", (embed.get("author") or {}).get("name") or "", 256))
        fields = embed.get("fields") or ()
        texts += [("field name", each["name"], 256) for each in fields]
        texts += [("field value", each["value"], 1024) for each in fields]
        if len(fields) > 25:
            yield f"an embed has {len(fields)} fields, at most 25 are allowed"
        for what, text, limit in texts:
            if len(text) > limit:
                yield f"the {what} of an embed has {len(text)} characters, at most {limit} are allowed"
        total += sum(len(text) for _, text, _ in texts)
    if total > 6000:
        yield f"the embeds have {total} characters together, at most 6000 are allowed"
