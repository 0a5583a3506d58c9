"""The contact and the published pages of the operator, who runs the bot."""

from __future__ import annotations

from typing import NamedTuple

from engine.words import Message, Value, join_with_dots, msg

DEMO_CONTACT = msg("you, since you started this demo")
"""The contact of the demo's operator."""


class Operator(NamedTuple):
    """The public data of the operator; fields that they did not set are empty."""

    contact: Value = ""
    """A link or a short text."""
    privacy: str = ""
    """The address of the privacy page."""
    terms: str = ""
    """The address of the terms."""


def line(operator: Operator) -> Message:
    """Say how to reach the operator, with links to the pages that they published."""
    contact = msg("Operator: {contact}", contact=operator.contact or msg("ask the people who invited me"))
    privacy = msg("[Privacy]({address})", address=operator.privacy) if operator.privacy else None
    terms = msg("[Terms]({address})", address=operator.terms) if operator.terms else None
    return msg("-# {line}", line=join_with_dots(contact, privacy, terms))
