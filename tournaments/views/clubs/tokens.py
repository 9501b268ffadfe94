"""The personal tokens of the reader's account: make one, see it once, revoke it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from scoring.not_possible import NotPossible
from tournaments.forms.programs import TokenForm
from tournaments.models import PersonalToken
from tournaments.selectors.clubs.register import MOST_ENDED
from tournaments.selectors.clubs.tokens import ended_tokens, get_own_token, open_tokens
from tournaments.services.clubs.tokens import create_token, revoke_token
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, or_404, signed_in
from tournaments.wording.lists import in_a_list


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@sensitive_variables("secret")
def tokens(request: MemberRequest) -> HttpResponse:
    """List the tokens; POST makes one and shows it, on this answer alone."""
    form = TokenForm(request.POST or None)
    if form.is_valid():
        try:
            _, secret = create_token(user=request.user, **form.arguments())
            return show_tokens(request, TokenForm(), secret=secret)
        except NotPossible as refusal:
            form.add_error("name", refusal.message)
    return show_tokens(request, form, status=UNREADABLE if form.is_bound else 200)


@sensitive_variables("secret", "context")
def show_tokens(
    request: MemberRequest, form: TokenForm, *, secret: str = "", status: int = 200
) -> HttpResponse:
    """Render the page."""
    context = {
        "form": form,
        "secret": secret,
        "open": [token_facts(each) for each in open_tokens(request.user)],
        "ended": [token_facts(each) for each in ended_tokens(request.user)[:MOST_ENDED]],
    }
    return render(request, "clubs/tokens.html", context, status=status)


def token_facts(token: PersonalToken) -> dict[str, object]:
    """Return a token as the page shows it; its secret is not known any more."""
    return {"row": token, "scopes": in_a_list(token.scopes)}


@require_POST
@signed_in
def revoke(request: MemberRequest, token_id: int) -> HttpResponse:
    """Revoke a token of the account."""
    token: PersonalToken = or_404(get_own_token(request.user, token_id))
    revoke_token(token=token)
    messages.success(request, gettext("The token “%(name)s” is revoked.") % {"name": token.name})
    return redirect("tokens")
