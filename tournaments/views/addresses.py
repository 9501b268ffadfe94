"""Where phones find a table: the one place that makes absolute addresses and QR codes of table links."""

import io
import ipaddress
from urllib.parse import urlsplit
from uuid import UUID

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournaments.models import Round, TableLink
from tournaments.selectors.rounds import links_of
from tournaments.services.links import token_of
from tournaments.services.rotating import renew_earlier_keys


def base_address(request: HttpRequest) -> str:
    """Scheme and host under which this site is reached, without a slash at the end."""
    return settings.PUBLIC_URL or f"{request.scheme}://{request.get_host()}"


def table_address(request: HttpRequest, link: TableLink) -> str:
    """The absolute address that opens a table."""
    return base_address(request) + reverse("table_link", args=[token_of(link)])


def links_to_show(drawn: Round) -> dict[UUID, TableLink]:
    """The links that open the tables of a round, by the table's public id; none is of an earlier key."""
    renew_earlier_keys(event=drawn.event)
    return links_of(drawn)


def is_loopback(request: HttpRequest) -> bool:
    """Whether the address leads back to this very machine, where no phone can follow it."""
    host = urlsplit(base_address(request)).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def encrypted_address(request: HttpRequest) -> str:
    """Where this machine serves with a certificate of its own; empty if it does not."""
    return f"https://{host_of(request)}:{settings.HTTPS_PORT}/" if settings.HTTPS_PORT else ""


def connection_address(request: HttpRequest) -> str:
    """Where a phone that does not trust this machine yet begins; empty where there is nothing to trust."""
    if not settings.HTTPS_PORT:
        return ""
    return f"http://{host_of(request)}:{settings.HTTPS_PORT + 1}{reverse('connection')}"


def host_of(request: HttpRequest) -> str:
    """The name or address of this machine, an address of version 6 in its brackets."""
    host = urlsplit(base_address(request)).hostname or ""
    return f"[{host}]" if ":" in host else host


def loopback_hint(request: HttpRequest) -> str:
    """How phones get in; nothing where they can."""
    if not is_loopback(request):
        return ""
    return gettext(
        "Phones cannot reach this computer yet, so no QR code is shown. Ask whoever runs the server: it must"
        " be started with --host 0.0.0.0, or PUBLIC_URL set to the address under which phones reach it."
    )


def qr_svg(address: str) -> SafeString:
    """A QR code as markup of a page; attributes only, for no style may stand in one."""
    return mark_safe(segno.make_qr(address, error="m").svg_inline(omitsize=True, border=2))


def qr_file(address: str) -> bytes:
    """A QR code as an image of its own, on white in the dark as well."""
    image = io.BytesIO()
    segno.make_qr(address, error="m").save(image, kind="svg", omitsize=True, border=2, light="#fff")
    return image.getvalue()
