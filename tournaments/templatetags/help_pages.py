"""The help page for the current page; texts of the phone as an example."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.selectors.events.event_lists import ENDING
from tournaments.wording.help import HelpPage, chapter_of

register = template.Library()
EXAMPLE = "3"
# The page for each kind of next step; during a round, help is about the dashboard itself.
STEPS = {
    "add_players": "players",
    **dict.fromkeys(("draw", "drawing", "open"), "draw"),
    **dict.fromkeys(("finish", *ENDING, "closed"), "sign_off_checklist"),
}


@register.simple_tag(takes_context=True)
def help_chapter(context: Mapping[str, Any]) -> HelpPage | None:
    """Return the help page for this page; None if there is none."""
    match = getattr(context.get("request"), "resolver_match", None)
    return chapter_of(page_name(match.url_name or "", context)) if match else None


def page_name(name: str, context: Mapping[str, Any]) -> str:
    """Return the page that help is about: for the dashboard the next step, for an unopened round its draw."""
    if name == "dashboard":
        return STEPS.get(getattr(context.get("step"), "kind", ""), name)
    return "draft" if name == "round" and getattr(context.get("round"), "is_draft", False) else name


@register.simple_tag(takes_context=True)
def of_game(context: Mapping[str, Any]) -> str:
    """Return what asks the help for pictures of this page's game: ?game=skat; empty without one."""
    event = context.get("event")
    shown = event.get("game_key") if isinstance(event, Mapping) else None
    key = context.get("asked_game") or shown or context.get("game_key")
    return f"?game={key}" if key else ""


@register.filter
def for_example(words: str) -> str:
    """Return a text of the phone with an example number: "saved here (3)"."""
    return words.replace("{count}", EXAMPLE)
