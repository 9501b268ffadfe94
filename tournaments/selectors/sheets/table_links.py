"""Links that open one table."""

from uuid import UUID

from tournaments.models import Round, Table, TableLink


def links_of(round: Round) -> dict[UUID, TableLink]:
    """Return the valid links of a round's tables, by the table's public ID; one query."""
    links = TableLink.objects.filter(table__round=round, is_revoked=False).select_related("table")
    return {link.table.public_id: link for link in links}


def first_link(table: Table) -> TableLink | None:
    """Return the link that a table was opened with, revoked or not, or None."""
    return table.links.order_by("pk").first()
