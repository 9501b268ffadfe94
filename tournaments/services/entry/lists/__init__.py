"""Import lists of players from files: read them, compare them with the club, apply them in one step."""

from tournaments.services.entry.lists.headings import Column
from tournaments.services.entry.lists.importing import take_over
from tournaments.services.entry.lists.judging import NEW, SAME, Action, Doubt, Judged
from tournaments.services.entry.lists.people import ListProblem
from tournaments.services.entry.lists.planning import (
    ListPlan,
    PlayerList,
    plan_list,
    read_list,
    with_likely_sheet,
)
from tournaments.services.entry.lists.undo import list_to_offer, list_to_undo, undo_list

__all__ = [
    "NEW",
    "SAME",
    "Action",
    "Column",
    "Doubt",
    "Judged",
    "ListPlan",
    "ListProblem",
    "PlayerList",
    "list_to_offer",
    "list_to_undo",
    "plan_list",
    "read_list",
    "take_over",
    "undo_list",
    "with_likely_sheet",
]
