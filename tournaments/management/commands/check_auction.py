"""Check auctions: JSON lines on standard input, one answer a line."""

from scoring.jsonlines import check_auction
from tournaments.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Check auctions: one JSON request a line in, one answer a line out."
    answer = staticmethod(check_auction)
    place = "call"
