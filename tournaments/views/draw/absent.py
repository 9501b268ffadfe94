"""The question before a draw: what about those who are entered and not here?"""

from django.http import HttpResponse
from django.shortcuts import render

from tournaments.models import Event
from tournaments.selectors.entry.check_in import absent_from
from tournaments.views.pages.decisions import NOT_SENT_AGAIN
from tournaments.views.pages.descriptions import event_facts
from tournaments.views.pages.permissions import MemberRequest

ANSWER, THIS_ROUND, ALL_ROUNDS = "absent", "round", "all"


def ask_about_absent(request: MemberRequest, event: Event, back_url: str) -> HttpResponse | None:
    """Return the question, whose buttons send the same form once more; None if it is answered or needless."""
    if request.POST.get(ANSWER) in (THIS_ROUND, ALL_ROUNDS):
        return None
    absent = absent_from(event)
    if not absent.names:
        return None
    fields = ((name, value) for name, values in request.POST.lists() for value in values)
    context = {
        "event": event_facts(event),
        "absent": absent,
        "sent": [(name, value) for name, value in fields if name not in (*NOT_SENT_AGAIN, ANSWER)],
        "back_url": back_url,
        "page_url": back_url,
    }
    return render(request, "draw/absent.html", context)


def drops_absent(request: MemberRequest) -> bool:
    """Return whether those who are absent leave for the rest of the event."""
    return request.POST.get(ANSWER) == ALL_ROUNDS
