"""Which chapter of the help belongs to the page that is shown; words of the phone as an example."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.selectors.events import ENDING
from tournaments.views.help import HelpPage, chapter_of

register = template.Library()
EXAMPLE = "3"
# By the kind of the next step, the page it leads to; while a round is played the board is about that.
STEPS = {
    "add_players": "people",
    **dict.fromkeys(("draw", "drawing", "open"), "draw"),
    **dict.fromkeys(("finish", *ENDING, "closed"), "gate"),
}


@register.simple_tag(takes_context=True)
def help_chapter(context: Mapping[str, Any]) -> HelpPage | None:
    """The chapter about this page; None where none is."""
    match = getattr(context.get("request"), "resolver_match", None)
    return chapter_of(page_name(match.url_name or "", context)) if match else None


def page_name(name: str, context: Mapping[str, Any]) -> str:
    """The board is about what is next, the page of a round that is not opened yet about its draw."""
    if name == "board":
        return STEPS.get(getattr(context.get("step"), "kind", ""), name)
    return "draft" if name == "round" and getattr(context.get("round"), "is_draft", False) else name


@register.filter
def for_example(words: str) -> str:
    """A text of the phone with a number where it counts: saved here (3)."""
    return words.replace("{count}", EXAMPLE)
