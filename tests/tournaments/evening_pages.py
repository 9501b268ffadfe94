"""Addresses and words of the pages during an event."""

import re

from tests.tournaments.visitors import text_of


def organise(event, tail=""):
    return f"/events/{event.slug}/organise/{tail}"


def at_table(table, tail=""):
    return organise(table.round.event, f"tables/{table.public_id}/{tail}")


def plain(response):
    """Return the words of a page; a space that does not break is a space."""
    return " ".join(re.sub(r"<[^>]+>|&nbsp;", " ", text_of(response)).split())
