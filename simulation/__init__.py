"""Play any game legally, card by card, and replay a deal from its cards. Depends on the rules only.

`play_sheet` simulates a table's sheet; `replay_deal` checks a real deal from its cards (docs/json-lines.md).
"""

from simulation.replay import replay_deal
from simulation.sheets import SimulatedDeal, play_sheet

__all__ = ["SimulatedDeal", "play_sheet", "replay_deal"]
