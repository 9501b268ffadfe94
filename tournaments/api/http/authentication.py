"""Authentication by a table's link. Every other request gets the same 404."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from tournaments.models import TableLink
from tournaments.selectors.clubs.permissions import get_link
from tournaments.serving.table_cookies import link_of_cookie

SCHEME = "table"


class TableLinkAuthentication(BaseAuthentication):
    """`Authorization: Table <token>`, or `X-Table: <public id>` with the cookie set by the link."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, TableLink]:
        """Return the link as `request.auth`. Raises NotFound, PermissionDenied without a CSRF token."""
        link = link_of_program(request) or link_of_page(request)
        if link is None:
            raise NotFound
        return AnonymousUser(), link


class HasLink(BasePermission):
    """Permits every request authenticated by a link."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Return True: authentication has already refused all other requests."""
        return isinstance(request.auth, TableLink)


def link_of_program(request: Request) -> TableLink | None:
    """Return the link that a program names in its Authorization header."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return get_link(token.strip()) if scheme.lower() == SCHEME else None


def link_of_page(request: Request) -> TableLink | None:
    """Return the link of a page's cookie. Raises PermissionDenied without a CSRF token."""
    link = link_of_cookie(request._request, request.headers.get("X-Table", ""))
    if link is not None:
        refuse_forgery(request._request)
    return link


class CsrfCheck(CsrfViewMiddleware):
    """A CSRF check that returns the reason for a refusal instead of a response."""

    def _reject(self, request: HttpRequest, reason: str) -> Any:
        return reason


def refuse_forgery(request: HttpRequest) -> None:
    """Raise PermissionDenied for an unsafe request that another site may have forged."""
    check = CsrfCheck(lambda request: HttpResponse())
    check.process_request(request)
    if check.process_view(request, None, (), {}):  # type: ignore[arg-type]
        raise PermissionDenied(gettext("The CSRF token is missing or wrong; load the page again."))
