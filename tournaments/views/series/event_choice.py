"""Choose the events of a series among hundreds: those chosen so far, and a page of the others.

All boxes are in one form, and its buttons "Find" and "Next page" send it. So a page shows what was chosen and
typed before, with or without JavaScript.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from tournaments.models import Club, Event
from tournaments.selectors.events.event_lists import events_called
from tournaments.selectors.series.series_standings import events_to_choose
from tournaments.views.pages.paging import LONGEST_NAME, SERIES
from tournaments.wording.whole_numbers import whole_number

CHOSEN, FIND, FOUND, LOOK, ENTER = "events", "event_name", "event_found", "look", "enter"


@dataclass(frozen=True, slots=True)
class EventChoice:
    """The chosen events, newest first, and a page of those with the words of the search.

    `others` are those of the page that are not chosen. A tick moves no event to another page, so nobody who
    turns the pages misses one.
    """

    chosen: Sequence[Event]
    others: Sequence[Event]
    page: Page[Event]
    words: str


def event_choice(sent: QueryDict, club: Club, stored: Collection[int] = ()) -> EventChoice:
    """Return the choice of a form that was sent; of an empty one, with the stored events."""
    ids = ids_in(sent) if sent else stored
    events, words = events_to_choose(club), wanted_event(sent)
    page = Paginator(events_called(events, words), SERIES).get_page(sent.get(LOOK))
    others = [event for event in page if event.pk not in ids]
    return EventChoice(list(events.filter(pk__in=ids)), others, page, words)


def ids_in(sent: QueryDict) -> list[int]:
    """Return the ids of the ticked events."""
    numbers = map(whole_number, sent.getlist(CHOSEN))
    return [number for number in numbers if number is not None]


def wanted_event(sent: QueryDict) -> str:
    """Return the search text."""
    return sent.get(FIND, "").strip()[:LONGEST_NAME]


def is_looking(sent: QueryDict) -> bool:
    """Return whether the form was sent for other events: by their buttons, or by Enter in the search."""
    is_new_search = ENTER in sent and wanted_event(sent) != sent.get(FOUND, "")
    return LOOK in sent or is_new_search
