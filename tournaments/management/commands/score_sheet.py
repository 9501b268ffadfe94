"""Score sheets of any game: JSON lines on standard input, one response per line."""

from scoring.phone.jsonlines import score_sheet
from tournaments.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Score sheets: read one JSON request per line, write one answer per line."
    answer = staticmethod(score_sheet)
    place = "deal"
