"""The reader's own account, and password recovery."""

from allauth.account import views as allauth_views
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from scoring.not_possible import NotPossible
from tournaments.models import User
from tournaments.selectors.clubs.members import second_steps
from tournaments.services.clubs.accounts import find_password_link, use_password_link
from tournaments.serving.sign_in import remember_device
from tournaments.storage.link_keys import digest_of
from tournaments.views.pages.permissions import UNREADABLE, MemberRequest, signed_in

LINK = "password_link"  # the digest of the token, in the session: keeps the token out of the address bar


@require_safe
@signed_in
@never_cache
def account(request: MemberRequest) -> HttpResponse:
    """Show name, e-mail address, password, second step and passkeys, each with a link to change it."""
    types = second_steps(request.user)
    context = {
        "email": request.user.email,
        "has_codes": Authenticator.Type.TOTP in types,
        "passkeys": types.count(Authenticator.Type.WEBAUTHN),
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "clubs/account.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def reset_password(request: HttpRequest) -> HttpResponse:
    """Send a link by e-mail if this installation sends e-mail; otherwise name the people who can help."""
    if settings.SENDS_MAIL:
        return allauth_views.password_reset(request)
    return render(request, "clubs/forgotten.html", {})


@require_safe
@never_cache
def password_link(request: HttpRequest, token: str) -> HttpResponse:
    """Move the token of an owner's link from the address bar to the session, and ask for a new password."""
    digest = digest_of(token)
    if find_password_link(digest) is None:
        return link_ended(request)
    request.session[LINK] = digest
    answer = redirect("new_password")
    answer["Referrer-Policy"] = "no-referrer"
    return answer


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new_password(request: HttpRequest) -> HttpResponse:
    """Set a new password through a link; viewing the page does not use the link up."""
    digest = request.session.get(LINK, "")
    link = find_password_link(digest)
    if link is None:
        return link_ended(request)
    form = SetPasswordForm(link.user, request.POST or None)
    if form.is_valid():
        try:
            use_password_link(token_digest=digest, password=form.cleaned_data["new_password1"])
            return password_chosen(request, link.user)
        except NotPossible as refusal:
            form.add_error("new_password1", refusal.message)
    context = {"form": form, "name": link.user.username}
    return render(request, "clubs/new_password.html", context, status=UNREADABLE if form.is_bound else 200)


def password_chosen(request: HttpRequest, user: User) -> HttpResponse:
    """Redirect to the login page with a success message.

    The device is known from now on, so that strangers who guess cannot keep it out.
    """
    request.session.flush()
    messages.success(request, gettext("Your new password is set. Log in with it."))
    answer = redirect("account_login")
    remember_device(answer, user)
    return answer


def link_ended(request: HttpRequest) -> HttpResponse:
    """Render the page for a link that is not valid, for any cause."""
    return render(request, "clubs/password_link_ended.html", {}, status=404)
