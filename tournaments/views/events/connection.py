"""The benefits of an encrypted connection, and the certificate authority that phones install for it."""

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from server.local_ca import FOLDER, fingerprint, read_authority
from tournaments.views.pages.permissions import or_404
from tournaments.views.pages.table_addresses import connection_address, encrypted_address, is_loopback, qr_svg


@require_safe
@never_cache
def connection(request: HttpRequest) -> HttpResponse:
    """Explain how to trust this computer, or what to consider without encryption."""
    trusted = offered_authority()
    plain = connection_address(request)
    context = {
        "fingerprint": fingerprint(trusted) if trusted else "",
        "plain_address": plain,
        "encrypted_address": encrypted_address(request),
        "qr_svg": qr_svg(plain) if trusted and not is_loopback(request) else "",
    }
    return render(request, "events/connection.html", context)


@require_safe
@never_cache
def authority(request: HttpRequest) -> HttpResponse:
    """Return the authority's certificate for phones to install; never its key."""
    content = or_404(offered_authority()).public_bytes(Encoding.DER)
    response = HttpResponse(content, content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="stichtag-authority.crt"'
    return response


def offered_authority() -> x509.Certificate | None:
    """Return the authority whose certificate this server uses; None if a proxy terminates HTTPS."""
    return read_authority(settings.DATA_DIR / FOLDER) if settings.HTTPS_PORT else None
