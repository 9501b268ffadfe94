"""Keep the plan of every sheet that is printed, so that its photographs can be read after any change."""

from collections.abc import Iterable

from marked.plan import Plan, as_json
from tournaments.models import MarkedPlan, Round


def keep_plans(round: Round, plans: Iterable[Plan]) -> None:
    """Store these plans with the round; one that is kept already is not stored again."""
    for plan in plans:
        MarkedPlan.objects.get_or_create(
            round=round, fingerprint=plan.fingerprint, defaults={"plan": as_json(plan)}
        )
