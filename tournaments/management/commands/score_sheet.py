"""Score sheets of any game: JSON lines on standard input, one answer a line."""

from scoring.jsonlines import score_sheet
from tournaments.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Score sheets: one JSON request a line in, one answer a line out."
    answer = staticmethod(score_sheet)
    place = "deal"
