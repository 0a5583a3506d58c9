"""Every check finds what it is there to find, and lets pass what Discord accepts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.check import problems
from tests.discord.examples import (
    answer,
    argument,
    attachment,
    button,
    choices,
    command,
    edit,
    field,
    follow,
    gallery,
    layout,
    make_interaction,
    menu,
    modal,
    option,
    payload,
    row,
    send,
    show_components,
    sync,
    text,
    upload,
)
from tests.discord.requests import COMPONENTS_V2, EPHEMERAL, Callback, Kind, Request, Upload

COMMAND, PRESS, MODAL = (
    make_interaction(Kind.COMMAND),
    make_interaction(Kind.COMPONENT, on_message=True),
    make_interaction(Kind.MODAL),
)
NEW, UPDATE, DEFER = Callback.MESSAGE, Callback.UPDATE, Callback.DEFER_MESSAGE
MEBIBYTE = 1 << 20
EMBED = {"title": "t" * 250, "description": "d" * 3000}
LONG = dict.fromkeys(("de", "fr"), "x" * 100)

ACCEPTED = {
    "a plain message": [send()],
    "a picture with alt text": [send(upload(), attachments=[attachment()])],
    "an edit that keeps a picture": [edit(attachments=[{"id": 1234567890123456789}])],
    "a picture in an embed": [
        send(upload(), attachments=[attachment()], embeds=[{"image": {"url": "attachment://board.png"}}])
    ],
    "a ping of one user": [send(allowed_mentions={"parse": [], "users": [1234567890123456789]})],
    "five full rows": [show_components(*(row(*(button(f"{r}{c}") for c in range(5))) for r in range(5)))],
    "buttons above a menu": [show_components(row(button(), button("link", style=2)), row(menu()))],
    "a link": [show_components(row({"type": 2, "style": 5, "label": "Rules", "url": "https://example.org"}))],
    "a menu that may stay empty": [show_components(row(menu(min_values=0, max_values=2, required=False)))],
    "a layout": [layout(text(), row(button()), gallery("https://example.org/a.png"))],
    "a modal": [modal(field())],
    "choices": [choices({"name": "6-2", "value": "6-2"})],
    "a deferred answer": [answer(DEFER, {"flags": EPHEMERAL}), follow(flags=EPHEMERAL)],
    "a silent update": [answer(Callback.DEFER_UPDATE, None, PRESS), follow(PRESS)],
    "a modal from a press": [answer(Callback.MODAL, modal(field()).body["data"], PRESS)],
    "a first response tried again": [
        Request(
            "POST", "/interactions/1/token/callback", {"type": 4, "data": payload()}, interaction=COMMAND, status=500
        ),
        answer(NEW, payload()),
    ],
    "commands": [
        sync(
            command(argument(required=True, autocomplete=True), argument(name="end")),
            command({"type": 1, "name": "new", "description": "A new table"}, name="table"),
            {"type": 2, "name": "Show Hand"},
        )
    ],
    "translated commands": [sync(command(name_localizations={"de": "spielen", "ja": "プレイ", "hi": "खेलें"}))],
}

BROKEN = {
    # messages
    "content has 2001": [send(content="x" * 2001)],
    "the message is empty": [send(content="")],
    "unknown key 'contents'": [send(contents="typo")],
    "unknown key 'nonce'": [follow(nonce="1")],
    "nonce has 26": [send(nonce="x" * 26)],
    "enforce_nonce without": [send(nonce=None)],
    "EPHEMERAL on an ordinary": [send(flags=EPHEMERAL)],
    "flags 128": [send(flags=1 << 7)],
    "together with content": [layout(text(), content="Hello")],
    "11 files": [send(*[upload()] * 11, attachments=[attachment(n) for n in range(11)])],
    "at most 10 MiB": [send(upload(size=10 * MEBIBYTE + 1), attachments=[attachment()])],
    "exceed 25 MiB": [send(*[upload(size=9 * MEBIBYTE)] * 3, attachments=[attachment(n) for n in range(3)])],
    "board.png is empty": [send(Upload("board.png", "The board", b""), attachments=[attachment()])],
    "files[0] is not listed": [edit(upload(), attachments=[])],
    "its file 'board.png'": [send(upload(), attachments=[attachment(filename="hand.png")])],
    "attachment 1 has no file": [send(upload(), attachments=[attachment(), attachment(1)])],
    "alt text of board.png has 1025": [send(upload(), attachments=[attachment(description="x" * 1025)])],
    "board.png has no alt text": [send(upload(), attachments=[attachment(description=None)])],
    "attachment://hand.png names no file": [
        send(upload(), attachments=[attachment()], embeds=[{"image": {"url": "attachment://hand.png"}}])
    ],
    "attachment://lost.png names no file": [layout(gallery("attachment://lost.png"))],
    "allowed_mentions is missing": [edit(allowed_mentions=None)],
    "parses everyone": [send(allowed_mentions={"parse": ["everyone"]})],
    "parses roles": [answer(NEW, payload(allowed_mentions={"parse": ["roles"]}))],
    "does not say what to parse": [send(allowed_mentions={"users": ["1"]})],
    "both parses and lists users": [send(allowed_mentions={"parse": ["users"], "users": ["1"]})],
    "lists 101 users": [send(allowed_mentions={"parse": [], "users": [str(n) for n in range(101)]})],
    "unknown key 'user' in allowed_mentions": [send(allowed_mentions={"parse": [], "user": []})],
    "11 embeds": [send(embeds=[{"title": "t"}] * 11)],
    "description of an embed has 4097": [send(embeds=[{"description": "x" * 4097}])],
    "field value of an embed has 1025": [send(embeds=[{"fields": [{"name": "n", "value": "x" * 1025}]}])],
    "26 fields": [send(embeds=[{"fields": [{"name": "n", "value": "v"}] * 26}])],
    "6500 characters together": [send(embeds=[EMBED, EMBED])],
    # components
    "6 rows": [show_components(*(row(button(str(n))) for n in range(6)))],
    "outside a row": [show_components(button())],
    "a row of 6 buttons": [show_components(row(*(button(str(n)) for n in range(6))))],
    "an empty row": [show_components(row())],
    "a menu shares its row": [show_components(row(menu(), menu("other")))],
    "a row holds something else": [show_components(row(text()))],
    "custom_id 'go' appears 2 times": [show_components(row(button(), button()))],
    "custom_id has 101": [show_components(row(button("x" * 101)))],
    "label has 81": [show_components(row(button(label="x" * 81)))],
    "button style 7": [show_components(row(button(style=7)))],
    "'Go' needs a custom_id": [show_components(row({"type": 2, "style": 1, "label": "Go"}))],
    "neither label nor emoji": [show_components(row(button(label=None)))],
    "a link button needs": [show_components(row(button(style=5, url="https://example.org")))],
    "longer than 512": [
        show_components(row({"type": 2, "style": 5, "label": "Go", "url": "https://e.org/" + "x" * 512}))
    ],
    "a menu without custom_id": [show_components(row(menu(None)))],  # type: ignore[arg-type]  # that is the fault
    "placeholder of a menu": [show_components(row(menu(placeholder="x" * 151)))],
    "has 0 options": [show_components(row(menu(options=[])))],
    "has 26 options": [show_components(row(menu(options=[option(f"v{n}") for n in range(26)])))],
    "option value 'a' appears 2": [show_components(row(menu(options=[option(), option()])))],
    "option's label has 101": [show_components(row(menu(options=[option(label="x" * 101)])))],
    "option's value has 0": [show_components(row(menu(options=[option(value="")])))],
    "option's description": [show_components(row(menu(options=[option(description="x" * 101)])))],
    "asks for 2 to 1": [show_components(row(menu(min_values=2, max_values=1)))],
    "asks for up to 3": [show_components(row(menu(max_values=3)))],
    "must say required: false": [show_components(row(menu(min_values=0)))],
    "more defaults": [show_components(row(menu(options=[option("a", default=True), option("b", default=True)])))],
    "type 10 without IS_COMPONENTS_V2": [show_components(text())],
    "41 components": [layout(*[text("x")] * 41)],
    "4001 characters together": [layout(text("x" * 2000), text("x" * 2001))],
    "one to three texts": [layout({"type": 9, "components": [text()] * 4, "accessory": button()})],
    "a button or a thumbnail": [layout({"type": 9, "components": [text()]})],
    "a gallery has 0": [layout(gallery())],
    "type 17 inside a container": [layout({"type": 17, "components": [{"type": 17, "components": []}]})],
    "an alt text has 1025": [layout(gallery("https://example.org/a.png", description="x" * 1025))],
    "type 12 has no alt text": [layout(gallery("https://example.org/a.png", description=None))],
    "belongs into a modal": [show_components(row({"type": 4, "custom_id": "t", "style": 1}))],
    # modals
    "the title has 46": [modal(field(), title="x" * 46)],
    "custom_id of a modal": [modal(field(), custom_id="")],
    "6 components, 1 to 5": [modal(*(field(custom_id=str(n)) for n in range(6)))],
    "a field outside a label": [modal(button())],
    "a field of a modal is disabled": [modal(field(disabled=True))],
    "a label of its own": [modal(field(label="Text"))],
    "a label without a field": [modal({"type": 18, "label": "Text"})],
    "a label has 46": [modal(field() | {"label": "x" * 46})],
    "description of a label": [modal(field() | {"description": "x" * 101})],
    "takes 0 to 4001": [modal(field(max_length=4001))],
    "placeholder of a text input": [modal(field(placeholder="x" * 101))],
    "custom_id 'text' appears 2": [modal(field(), field())],
    "required: false": [modal({"type": 18, "label": "Pick", "component": menu(min_values=0)})],
    # choices of autocomplete
    "26 choices": [choices(*({"name": str(n), "value": str(n)} for n in range(26)))],
    "name of a choice has 101": [choices({"name": "x" * 101, "value": "x"})],
    "value of choice 'x'": [choices({"name": "x", "value": "x" * 101})],
    # answers to interactions
    "callback type 4 without data": [answer(NEW, None)],
    "did not come from a message": [answer(UPDATE, payload())],
    "a modal cannot answer a modal": [answer(Callback.MODAL, modal(field()).body["data"], MODAL)],
    "callback type 4 to an interaction of type 4": [answer(NEW, payload(), make_interaction(Kind.AUTOCOMPLETE))],
    "callback type 8 to an interaction of type 2": [answer(Callback.CHOICES, {"choices": []})],
    "first response after 3 s": [answer(NEW, payload(), make_interaction(Kind.COMMAND, ago=timedelta(seconds=3)))],
    "a second first response": [answer(NEW, payload()), answer(DEFER, None)],
    "a follow-up before": [follow()],
    "older than 15 minutes": [answer(DEFER, None), follow(make_interaction(Kind.COMMAND, ago=timedelta(minutes=15)))],
    "the simulated Discord refuses it": [Request("GET", "/users/@me", status=400, code=50035, refusal="bad")],
    # commands
    "name 'Play'": [sync(command(name="Play"))],
    "name 'play now'": [sync(command(name="play now"))],
    "name 'Spielen' (de)": [sync(command(name_localizations={"de": "Spielen"}))],
    "a description of 0": [sync(command(description=""))],
    "a description of 101": [sync(command(description="x" * 101))],
    "a description of 101 characters (de)": [sync(command(description_localizations={"de": "x" * 101}))],
    "locale 'en' is unknown": [sync(command(name_localizations={"en": "play"}))],
    "101 commands": [sync(*(command(name=f"c{n}") for n in range(101)))],
    "16 commands of type 2": [sync(*({"type": 2, "name": f"Menu {n}"} for n in range(16)))],
    "'play' is defined 2 times": [sync(command(), command())],
    "a menu command needs": [sync({"type": 2, "name": "Show", "description": "no"})],
    "26 options": [sync(command(*(argument(name=f"o{n}") for n in range(26))))],
    "a required option after": [sync(command(argument(), argument(name="end", required=True)))],
    "2 options are called 'tile'": [sync(command(argument(), argument()))],
    "are called 'stein' in de": [
        sync(command(*(argument(name=n, name_localizations={"de": "stein"}) for n in ("tile", "end"))))
    ],
    "both autocomplete and choices": [
        sync(command(argument(autocomplete=True, choices=[{"name": "a", "value": "a"}])))
    ],
    "neither choices nor autocomplete": [sync(command(argument(type=6, autocomplete=True)))],
    "tile: 26 choices": [sync(command(argument(choices=[{"name": str(n), "value": str(n)} for n in range(26)])))],
    "a value of the wrong type": [sync(command(argument(choices=[{"name": "a", "value": 1}])))],
    "tile: the name of a choice has 0": [sync(command(argument(choices=[{"name": "", "value": "a"}])))],
    "tile: locale 'xx' is unknown": [
        sync(command(argument(choices=[{"name": "a", "value": "a", "name_localizations": {"xx": "a"}}])))
    ],
    "the value of a choice has 101": [sync(command(argument(choices=[{"name": "a", "value": "x" * 101}])))],
    "min_value 5 and max_value 4": [sync(command(argument(type=4, min_value=5, max_value=4)))],
    "max_length 6001": [sync(command(argument(max_length=6001)))],
    "subcommands beside": [sync(command({"type": 1, "name": "new", "description": "New"}, argument()))],
    "nested too deeply": [
        sync(
            command(
                {
                    "type": 2,
                    "name": "outer",
                    "description": "Outer",
                    "options": [{"type": 2, "name": "inner", "description": "Inner"}],
                }
            )
        )
    ],
    "a group without subcommands": [sync(command({"type": 2, "name": "outer", "description": "Outer"}))],
    "at most 8000": [
        sync(
            command(
                *(
                    argument(
                        name=f"o{n}",
                        description_localizations=LONG,
                        choices=[{"name": f"{m:02}" + "x" * 98, "value": str(m)} for m in range(3)],
                    )
                    for n in range(25)
                )
            )
        )
    ],
}


@pytest.mark.parametrize("requests", ACCEPTED.values(), ids=ACCEPTED)
def test_what_discord_accepts_passes(requests: list[Request]) -> None:
    assert problems(requests) == []


@pytest.mark.parametrize(("words", "requests"), BROKEN.items(), ids=BROKEN)
def test_what_discord_refuses_is_found(words: str, requests: list[Request]) -> None:
    assert any(words in problem for problem in problems(requests)), problems(requests)


def test_an_edit_cannot_leave_the_layout() -> None:
    assert problems([edit(flags=COMPONENTS_V2, content=None, components=[text()])]) == []
    assert problems([edit(flags=COMPONENTS_V2, components=[text()])]) != []
