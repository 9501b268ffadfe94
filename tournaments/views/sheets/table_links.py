"""The link of a table: its QR code, a new link, a link revoked."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Table
from tournaments.services.sheets.table_links import revoke_links, show_link
from tournaments.views.pages.permissions import MemberRequest, by_member, of_table, or_404
from tournaments.views.pages.table_addresses import links_to_show, qr_file, table_address


@require_safe
@of_table
def qr(request: MemberRequest, table: Table) -> HttpResponse:
    """Return the QR code of a table's link as an image, for organisers only."""
    link = or_404(links_to_show(table.round).get(table.public_id))
    return HttpResponse(qr_file(table_address(request, link)), content_type="image/svg+xml")


@require_POST
@of_table
def renew(request: MemberRequest, table: Table) -> HttpResponse:
    """Replace a table's link; the old one stops working."""
    show_link(table=table, renews=True, by=by_member(request))
    return redirect("round", table.round.event.slug, table.round.number)


@require_POST
@of_table
def revoke(request: MemberRequest, table: Table) -> HttpResponse:
    """Revoke a table's link until it is renewed."""
    revoke_links(table=table, by=by_member(request))
    return redirect("round", table.round.event.slug, table.round.number)
