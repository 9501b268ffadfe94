"""Which chapter of the help belongs to the page that is shown."""

from collections.abc import Mapping
from typing import Any

from django import template

from tournaments.views.help import HelpPage, chapter_of

register = template.Library()


@register.simple_tag(takes_context=True)
def help_chapter(context: Mapping[str, Any]) -> HelpPage | None:
    """The chapter about this page; None where none is."""
    match = getattr(context.get("request"), "resolver_match", None)
    return chapter_of(match.url_name or "") if match else None
