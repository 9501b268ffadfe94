"""What somebody pays: the usual fee, or another one for guests, young players and those who come late."""

from collections.abc import Mapping

from scoring.standings.agreements import read_fee_classes
from tournaments.models import Entrant, Event, FeeClass


def class_of(entrant: Entrant) -> str:
    """Return the fee class of an entrant: the chosen one, else that of a guest or a member."""
    return entrant.fee_class or (FeeClass.GUEST if entrant.player.is_guest else FeeClass.MEMBER)


def fee_of(entrant: Entrant, usual: int, classes: Mapping[str, int]) -> int:
    """Return what an entrant pays where `usual` is the fee of all who have none of their own."""
    return read_fee_classes(classes).get(class_of(entrant), usual)


def classes_in(event: Event) -> list[str]:
    """Return the classes that pay a fee of their own, in the event or one of its competitions; one query."""
    given = [event.fee_classes, *event.competitions.values_list("fee_classes", flat=True)]
    return [each for each in FeeClass.values if any(each in classes for classes in given)]
