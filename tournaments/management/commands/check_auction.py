"""Check auctions: JSON lines on standard input, one response per line."""

from scoring.phone.jsonlines import check_auction
from tournaments.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Check auctions: read one JSON request per line, write one answer per line."
    answer = staticmethod(check_auction)
    place = "call"
