"""Adapts SimCord's page to the demo. It adds our name, and scripts that make playing there comfortable."""

from __future__ import annotations

import json
from typing import Any

import simcord
import simcord.preview._action_plans
import simcord.preview._snapshot

from bot.demo.language import DemoLanguage

PAGE_MESSAGES = 25
"""How many messages are on a page. A button shows older ones."""
MESSAGES_KEPT_IN_SIGHT = PAGE_MESSAGES // 2
"""How many messages stay in sight when older ones are shown."""

PRESSING = """
let pressed = null;
const button = (target) => target instanceof Element ? target.closest("button.component-button") : null;
const same = () => [...document.querySelectorAll("button.component-button")].find((other) => !other.disabled
  && other.dataset.controlKey === pressed.key && other.textContent === pressed.text);
addEventListener("pointerdown", (event) => {
  const on = button(event.target);
  pressed = on && { key: on.dataset.controlKey, text: on.textContent, x: event.clientX, y: event.clientY };
}, true);
addEventListener("click", (event) => { if (button(event.target)) pressed = null; }, true);
addEventListener("pointercancel", () => { pressed = null; }, true);
addEventListener("pointerup", (event) => requestAnimationFrame(() => setTimeout(() => {
  if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < 10) same()?.click();
  pressed = null;
})), true);
"""
"""Script added to the page so that a press of a button always counts.

A finger that is lifted where it touched a button has pressed it. If the page has redrawn or moved the button meanwhile,
the browser reports no click. Then the script finds the redrawn button by `same` and clicks it.
"""

RELOADING = """
const status = document.querySelector("#action-status");
new MutationObserver(() => {
  if (!status.textContent.includes("session is unavailable")) return;
  const ago = Date.now() - Number(sessionStorage.reloaded ?? 0);
  if (ago < 30_000) return;
  sessionStorage.reloaded = Date.now();
  location.reload();
}).observe(status, { childList: true, characterData: true, subtree: true });
"""
"""Script added to the page that reloads a tab after the demo was restarted.

Otherwise the tab would stay empty until its player reloads it. If reloading doesn't help, the script tries again, but
not within 30 seconds.
"""

OPENING = 'request("/api/pages", "POST", {}, null)'
"""The code with which the page's script opens a tab, which shows the first member."""
REOPENING = OPENING.replace("{}", "{ viewer_id: sessionStorage.viewer }") + f".catch(() => {OPENING})"
"""The code that replaces `OPENING`.

It asks for the member that the tab showed before. If that fails, it does the same as `OPENING`.
"""

VIEWING = """
const viewer = document.querySelector("#viewer-picker");
viewer.addEventListener("change", () => { sessionStorage.viewer = viewer.value; }, true);
"""
"""Script added to the page that remembers which member the tab shows, for `REOPENING` after a reload."""

FOLLOWING = """
const timeline = document.querySelector("#channel-timeline");
const latest = document.querySelector("#new-messages"), newer = document.querySelector("#history-newer");
const newest = () => document.querySelector("#channel-message-list")?.lastElementChild;
let following = true, seen = null;
const stay = () => { following = false; };
for (const kind of ["wheel", "touchmove"]) timeline.addEventListener(kind, stay, { passive: true });
addEventListener("click", (event) => {
  if (event.target.closest?.("#history-older, #history-newer")) stay();
  else if (button(event.target) || event.target === latest) following = true;
}, true);
addEventListener("submit", () => { following = true; }, true);
new MutationObserver(() => {
  if (newest() === seen) return;
  seen = newest();
  if (following) timeline.scrollTop = timeline.scrollHeight;
}).observe(timeline, { childList: true, subtree: true });
setInterval(() => { if (following && !newer.hidden) latest.click(); }, 500);
"""
"""Script added to the page that scrolls to new messages after a player's action.

It stops doing so once the player scrolls or looks at older messages. If the page shows an older part of the history,
the timer goes to the newest part.
"""

NAMING = """
document.title = "NAME";
const icon = document.createElement("link");
const tile = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
<rect x="4" width="8" height="16" rx="2" fill="#fff"/><path d="M5 8h6" stroke="#888"/>
<circle cx="8" cy="4" r="1.3"/><circle cx="6" cy="10" r="1"/><circle cx="10" cy="14" r="1"/></svg>`;
icon.rel = "icon";
icon.href = URL.createObjectURL(new Blob([tile], { type: "image/svg+xml" }));
document.head.append(icon);
"""
"""Script added to the page that gives the tab our name and icon."""

LANGUAGES = """
const languages = LIST;
if (Object.keys(languages).length > 1) {
  const menu = document.createElement("select");
  menu.id = "language-picker";
  menu.ariaLabel = "Language";
  for (const [key, name] of Object.entries(languages)) menu.add(new Option(name, key, false, key === "CURRENT"));
  menu.addEventListener("change", () => { location.search = "?language=" + menu.value; });
  const control = document.createElement("label");
  control.className = "viewer-control";
  control.append(menu);
  document.querySelector(".viewer-control").after(control);
}
"""
"""Script added to the page that offers the languages of the bot. The chosen one is in the page's address."""

STYLE = """
#action-status { display: block; text-align: right; }
@media (max-width: 760px) {
  .preview-brand, #messages-toggle, #capture-open, #inspector-toggle, #view-action-output, .session-menu {
    display: none;
  }
  .preview-shell { --toolbar-height: 44px; }
  #refresh { gap: 0; font-size: 0; }
  #refresh::after { content: none; }
  #action-status {
    flex: 1 1 0; min-width: 0; height: auto; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
    font-size: 11px; line-height: 1.3; white-space: normal;
  }
  .channel-composer { grid-template-columns: minmax(0, 1fr); }
}
"""
"""Style added to the page.

A long status loses its end and not its beginning. On phones the style hides SimCord's own tools, and keeps in
sight the arrow that sends a command. The button that refreshes the page has only its icon there, so that the status
beside it has room for two lines.
"""


def shorten_history() -> None:
    """Limit the number of messages on a page."""
    # SimCord is pinned; it has no public hooks for these
    for module in (simcord.preview._snapshot, simcord.preview._action_plans):
        setattr(module, "HISTORY_WINDOW_SIZE", PAGE_MESSAGES)  # noqa: B010 - mypy takes no assignment here
    setattr(simcord.preview._action_plans, "HISTORY_STEP", MESSAGES_KEPT_IN_SIGHT)  # noqa: B010 - as above


def patch(page: simcord.Preview, name: str, language: DemoLanguage) -> None:
    """Serve the page with our additions, in its visitor's language, with cached fonts.

    The fonts are 13 MB in size.
    """
    serve = page._server._static
    # in a block, so that the scripts' names can't be the same as names of the page's own script
    program = "\n{" + PRESSING + RELOADING + VIEWING + FOLLOWING + NAMING.replace("NAME", name) + "}\n"

    async def serve_patched(request: Any) -> Any:
        answer = await serve(request)
        if request.path == "/":
            await _choose_language(request, language)
            page.locale = language.key
        elif request.path == "/app.js":
            menu = LANGUAGES.replace("LIST", json.dumps(language.languages)).replace("CURRENT", language.key)
            answer.text = answer.text.replace(OPENING, REOPENING) + program + "{" + menu + "}\n"
        elif request.path == "/preview.css":
            answer.text += STYLE
        elif request.path.startswith("/fonts/"):
            answer.headers["Cache-Control"] = "max-age=86400"
            del answer.headers["Pragma"]  # Pragma forbids caching
        return answer

    page._server._static = serve_patched  # type: ignore[method-assign]  # SimCord is pinned; it has no public hook for this


async def _choose_language(request: Any, language: DemoLanguage) -> None:
    """Choose the language that the address names, or else the browser's preferred language."""
    chosen = request.query.get("language")
    preferred, _, _ = request.headers.get("Accept-Language", "").partition(",")
    await language.choose(chosen or preferred.partition(";")[0], by_visitor=bool(chosen))
