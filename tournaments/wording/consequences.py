"""What a decision does besides changing ranks and money, in sentences: to draws, lists and prizes."""

from django.utils.translation import gettext

from tournaments.models import Publication, Round, RoundStatus


def drawn_words(round: Round) -> str:
    """Say that a round which is not closed yet was drawn by other ranks."""
    if round.status == RoundStatus.DRAFT:
        message = gettext(
            "The draft of round %(round)s was drawn by the ranks before; draw it again to use the new ones."
        )
    else:
        message = gettext("Round %(round)s was drawn by the ranks before; its seats stay.")
    return message % {"round": round.number}


def next_draw_words() -> str:
    """Say that a round to come would be drawn by other ranks."""
    return gettext("If the next round is drawn by standings, it is drawn by the new ranks.")


def list_words(published: Publication) -> str:
    """Say that a published list does not change with the ranks."""
    message = gettext("List %(number)s (%(stage)s) stays as it was published and differs then.")
    return message % {"number": published.number, "stage": published.get_stage_display()}


def given_prizes_words() -> str:
    """Say that prizes already given may be others than those due."""
    return gettext("Prizes have been given out already; the final check compares them with those due.")


def reopened_words(tables: int) -> str:
    """Say that this many tables of a reopened round can change its results."""
    message = gettext("Tables that can record and correct deals again: %(count)s. Ranks change with them.")
    return message % {"count": tables}
