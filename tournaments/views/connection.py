"""What an encrypted connection is good for, and the authority that phones install to have one in a hall."""

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.certificates import FOLDER, fingerprint, read_authority
from tournaments.views.addresses import connection_address, encrypted_address, is_loopback, qr_svg
from tournaments.views.doors import found


@require_safe
@never_cache
def connection(request: HttpRequest) -> HttpResponse:
    """How to trust this computer, or what to keep in mind without."""
    trusted = offered_authority()
    plain = connection_address(request)
    context = {
        "fingerprint": fingerprint(trusted) if trusted else "",
        "plain_address": plain,
        "encrypted_address": encrypted_address(request),
        "qr_svg": qr_svg(plain) if trusted and not is_loopback(request) else "",
    }
    return render(request, "connection.html", context)


@require_safe
@never_cache
def authority(request: HttpRequest) -> HttpResponse:
    """The authority's certificate as phones install it; never its key."""
    content = found(offered_authority()).public_bytes(Encoding.DER)
    response = HttpResponse(content, content_type="application/x-x509-ca-cert")
    response["Content-Disposition"] = 'attachment; filename="stichtag-authority.crt"'
    return response


def offered_authority() -> x509.Certificate | None:
    """The authority whose certificate this server shows; none where HTTPS is somebody else's business."""
    return read_authority(settings.DATA_DIR / FOLDER) if settings.HTTPS_PORT else None
