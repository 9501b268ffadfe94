"""The first start: name, password and club of whoever sets Stichtag up, while there is no account yet.

Only this machine may, or who has the key that the program prints: anybody in the hall's network could
otherwise be first. The address is none of those whose page all visitors share (`server/addresses.py:ALIKE`),
where this machine asks for everybody.
"""

from django.conf import settings
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.not_possible import NotPossible
from tournaments.forms.clubs import FirstStartForm
from tournaments.selectors.clubs.permissions import has_accounts
from tournaments.services.clubs.accounts import begin_installation
from tournaments.serving.first_start import KEY, first_key
from tournaments.views.pages.machine import is_from_machine
from tournaments.views.pages.permissions import UNREADABLE


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def first_start(request: HttpRequest) -> HttpResponse:
    """Create the first account and its club, and begin its first event."""
    if has_accounts():
        raise Http404
    if not may_begin(request):
        return render(request, "events/first_start_elsewhere.html", {}, status=403)
    form = FirstStartForm(request.POST or None, initial={KEY: request.GET.get(KEY, "")})
    if form.is_valid():
        try:
            user, club = begin_installation(
                username=form.cleaned_data["username"],
                password=form.cleaned_data["password"],
                club=form.cleaned_data["club"],
            )
        except ValidationError as refusal:
            form.add_reasons(refusal)
        except NotPossible:
            return redirect("home")
        else:
            login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
            return redirect("new_event", club.slug)
    return render(
        request, "events/first_start.html", {"form": form}, status=UNREADABLE if form.is_bound else 200
    )


def may_begin(request: HttpRequest) -> bool:
    """Return whether the request comes from this machine, without a proxy, or has the key."""
    sent = request.POST.get(KEY) or request.GET.get(KEY, "")
    if constant_time_compare(sent, first_key()):
        return True
    return is_from_machine(request)
