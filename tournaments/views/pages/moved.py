"""Old addresses, each redirected for good to the new one.

A redirect keeps the query string, the method and what was sent, so that a bookmark, a printed address and a
page that was opened before the change go on working. What is below an old address moves with it.
"""

import re
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import re_path
from django.views.decorators.http import require_http_methods

# The first row that fits counts, so the longer address stands first.
MOVED = {
    "events/<slug>/organise/people/<id>/present/": "events/<slug>/organise/check-in/<id>/",
    "events/<slug>/organise/people/": "events/<slug>/organise/players/",
    "events/<slug>/organise/door/": "events/<slug>/organise/check-in/",
    "events/<slug>/organise/complete/": "events/<slug>/organise/sign-off-checklist/",
    "events/<slug>/organise/tables/<id>/seats/": "events/<slug>/organise/tables/<id>/seat-changes/",
    "events/<slug>/paper/": "events/<slug>/organise/paper/",
    "events/<slug>/entrants/<id>/why/": "events/<slug>/entrants/<id>/rank/",
    "events/<slug>/pictures/": "events/<slug>/charts/",
    "help/door/": "help/check-in/",
}
PLACE = re.compile(r"<(\w+)>")


@require_http_methods(["GET", "HEAD", "POST"])
def moved(request: HttpRequest, new: str, rest: str, **places: str) -> HttpResponse:
    """Redirect to the new address: 308, which browsers follow with the form that was sent."""
    path = PLACE.sub(lambda place: places[place[1]], new) + rest
    query = request.META.get("QUERY_STRING", "")
    target = f"/{quote(path)}{'?' if query else ''}{query}"
    return HttpResponsePermanentRedirect(target, preserve_request=True)


def pattern_of(old: str) -> str:
    """Return the expression that an old address and everything below it match."""
    return "^" + PLACE.sub(r"(?P<\1>[^/]+)", old) + "(?P<rest>.*)$"


urlpatterns = [re_path(pattern_of(old), moved, {"new": new}, name="moved") for old, new in MOVED.items()]
