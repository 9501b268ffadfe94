"""Replay deals from their cards: JSON lines on standard input, one answer a line."""

from simulation.replay import replay_deal
from tournaments.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Replay deals from their cards: one JSON request a line in, one answer a line out."
    answer = staticmethod(replay_deal)
    place = "play"
