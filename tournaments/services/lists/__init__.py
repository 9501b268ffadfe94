"""Lists of players from files: read as people have them, compared with the club, taken over in one step."""

from tournaments.services.lists.headings import Column
from tournaments.services.lists.judging import Action, Doubt, Judged
from tournaments.services.lists.people import ListProblem
from tournaments.services.lists.planning import ListPlan, PlayerList, plan_list, read_list
from tournaments.services.lists.taking_back import list_to_take_back, take_back_list
from tournaments.services.lists.taking_over import NEW, SAME, take_over

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
    "list_to_take_back",
    "plan_list",
    "read_list",
    "take_back_list",
    "take_over",
]
