"""Replay deals from their cards: JSON lines on standard input, one response per line."""

from simulation.replay import replay_deal
from tournaments.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Replay deals from their cards: read one JSON request per line, write one answer per line."
    answer = staticmethod(replay_deal)
    place = "play"
