"""The only place that makes absolute URLs and QR codes of table links."""

import io
import ipaddress
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import UUID

import segno
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from segno.helpers import make_wifi_data

from server.networks import own_networks, public_url, url_at
from tournaments.models import Club, Round, TableLink, Wifi
from tournaments.selectors.hall.screens import wifi_of
from tournaments.selectors.sheets.table_links import links_of
from tournaments.services.sheets.link_rotation import renew_earlier_keys
from tournaments.services.sheets.table_links import token_of


def base_address(request: HttpRequest) -> str:
    """Return scheme and host of this site, without a trailing slash."""
    return public_url() or f"{request.scheme}://{request.get_host()}"


def table_address(request: HttpRequest, link: TableLink) -> str:
    """Return the absolute URL that opens a table."""
    return base_address(request) + reverse("table_link", args=[token_of(link)])


def links_to_show(round: Round) -> dict[UUID, TableLink]:
    """Return the current links of a round's tables, by the table's public id; none of an earlier key."""
    renew_earlier_keys(event=round.event)
    return links_of(round)


def is_loopback(request: HttpRequest) -> bool:
    """Return whether the address is a loopback address, which no phone can reach."""
    host = urlsplit(base_address(request)).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def encrypted_address(request: HttpRequest) -> str:
    """Return the URL where this machine serves with its own certificate; empty if it does not."""
    return f"https://{host_of(request)}:{settings.HTTPS_PORT}/" if settings.HTTPS_PORT else ""


def connection_address(request: HttpRequest) -> str:
    """Return the URL where a phone learns to trust this machine; empty if that is not needed."""
    if not settings.HTTPS_PORT:
        return ""
    return f"http://{host_of(request)}:{settings.HTTPS_PORT + 1}{reverse('connection')}"


def host_of(request: HttpRequest) -> str:
    """Return the name or address of this machine; an IPv6 address in brackets."""
    host = urlsplit(base_address(request)).hostname or ""
    return f"[{host}]" if ":" in host else host


def loopback_hint(request: HttpRequest) -> str:
    """Say that phones cannot connect, with a link to the page that lets them in; empty if they can."""
    if not is_loopback(request):
        return ""
    sentence = gettext("No QR code yet: no phone reaches this computer.")
    back = f"?{urlencode({'next': request.path})}" if request.method == "GET" else ""
    return format_html(
        '{} <a href="{}{}">{}</a>', sentence, reverse("phones"), back, gettext("Let phones in")
    )


def qr_svg(address: str) -> SafeString:
    """Return a QR code as inline SVG without style attributes, which the CSP forbids."""
    return mark_safe(segno.make_qr(address, error="m").svg_inline(omitsize=True, border=2))


def wifi_svg(wifi: Wifi) -> SafeString:
    """Return the QR code that joins a phone to a Wi-Fi."""
    return qr_svg(wifi_text(wifi))


def wifi_text(wifi: Wifi) -> str:
    """Return what the code of a Wi-Fi says, with signs escaped as phones read them."""
    safety = "WPA" if wifi.password else "nopass"
    return make_wifi_data(wifi.name, wifi.password or None, safety, hidden=wifi.is_hidden)


def hall_wifi(club: Club) -> dict[str, Any] | None:
    """Return the Wi-Fi of a club's hall with its code, for papers and organisers; None without one."""
    wifi = wifi_of(club)
    return None if wifi is None else {"name": wifi.name, "password": wifi.password, "qr_svg": wifi_svg(wifi)}


def networks_shown() -> list[dict[str, Any]]:
    """Return this machine's networks, each with the address and the code of the site there."""
    return [
        {"name": each.name, "url": f"{url_at(each.address)}/", "qr_svg": qr_svg(f"{url_at(each.address)}/")}
        for each in own_networks()
    ]


def qr_file(address: str) -> bytes:
    """Return a QR code as an image file, on white in dark mode as well."""
    image = io.BytesIO()
    segno.make_qr(address, error="m").save(image, kind="svg", omitsize=True, border=2, light="#fff")
    return image.getvalue()
