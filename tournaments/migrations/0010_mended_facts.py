"""Mend rows that the constraints of the next migration would refuse; nothing is deleted.

A choice nobody knows becomes the default, a number out of its range becomes none or the nearest possible one, an
empty name a dash, an agreement that does not read no agreement. An adjustment of no points changes nothing and
stands as taken back, with one point. No service has ever written such a row.
"""

from django.db import migrations

NO_NAME = "–"
MOST_ROUNDS, MOST_MINUTES, MOST_PLACES, MOST_CENTS, MOST_POINTS = 99, 24 * 60, 9999, 10_000_000, 1_000_000
MOST_DEALS = 1000
CHOICES = {  # model, field: what is known, what an unknown value becomes
    ("Event", "missing_deals"): (("left_out", "zero"), "left_out"),
    ("Event", "leaver_rule"): (("unplaced", "lowest", "keeps"), "keeps"),
    ("Event", "confirms"): (("never", "deals", "sheets"), "never"),
    ("Event", "language"): (("", "en", "de", "ja"), ""),
    ("Entrant", "leaver_rule"): (("unplaced", "lowest", "keeps", ""), ""),
    ("Player", "shown_as"): (("full", "short", "number"), "full"),
    ("ParkedDeal", "author_kind"): (("link", "member", "paper", "demo", "entrant", "helper"), "link"),
}
RANGES = {  # model, field: least, most, what a number below the least becomes, and above the most
    ("Event", "planned_rounds"): (1, MOST_ROUNDS, None, MOST_ROUNDS),
    ("Event", "round_minutes"): (1, MOST_MINUTES, None, MOST_MINUTES),
    ("Event", "places"): (1, MOST_PLACES, None, MOST_PLACES),
    ("Event", "fee_cents"): (0, MOST_CENTS, 0, MOST_CENTS),
    ("Round", "minutes"): (1, MOST_MINUTES, None, MOST_MINUTES),
    ("Table", "extra_minutes"): (0, MOST_MINUTES, 0, MOST_MINUTES),
    ("Adjustment", "round_number"): (1, None, None, None),
    ("Adjustment", "points"): (-MOST_POINTS, MOST_POINTS, -MOST_POINTS, MOST_POINTS),
    ("TableLink", "generation"): (1, None, 1, None),
    ("HelperLink", "generation"): (1, None, 1, None),
    ("Entrant", "pin_generation"): (1, None, 1, None),
    ("ParkedDeal", "number"): (1, None, 1, None),
    ("Deal", "revision"): (1, None, 1, None),
    ("Draw", "first_round"): (1, None, 1, None),
    ("Draw", "rounds_wanted"): (1, None, 1, None),
}


def mend(apps, schema_editor):
    """Choices, ranges, names, then what is agreed for an event."""
    for (model, field), (values, instead) in CHOICES.items():
        rows_of(apps, model).exclude(**{f"{field}__in": values}).update(**{field: instead})
    for (model, field), (least, most, below, above) in RANGES.items():
        rows_of(apps, model).filter(**{f"{field}__lt": least}).update(**{field: below})
        if most is not None:
            rows_of(apps, model).filter(**{f"{field}__gt": most}).update(**{field: above})
    for model in ("Club", "Event", "Player", "Series"):
        rows_of(apps, model).filter(name="").update(name=NO_NAME)
    rows_of(apps, "Adjustment").filter(points=0).update(points=1, is_undone=True)
    for event in rows_of(apps, "Event").only("deals_per_table", "prizes", "lost_deal_money").iterator():
        mend_agreements(event)


def rows_of(apps, model):
    return apps.get_model("tournaments", model).objects.order_by()


def mend_agreements(event):
    """What does not read becomes no agreement."""
    mended = []
    for field, reads in READS.items():
        if not reads(getattr(event, field)):
            setattr(event, field, {})
            mended.append(field)
    if mended:
        event.save(update_fields=mended)


def are_deals(raw):
    return isinstance(raw, dict) and all(
        seats.isdecimal() and is_from(1, deals, MOST_DEALS) for seats, deals in raw.items()
    )


def are_steps(raw):
    steps = raw.get("steps", []) if isinstance(raw, dict) and set(raw) <= {"steps"} else None
    if not isinstance(steps, list) or not all(isinstance(step, list) and len(step) == 2 for step in steps):
        return False
    limits = [up_to for up_to, _ in steps]
    costs = all(is_from(0, cents, 100_000_000) for _, cents in steps)
    return costs and (not limits or (limits[-1] is None and are_rising(limits[:-1])))


def are_rising(limits):
    return all(is_from(1, limit, MOST_DEALS) for limit in limits) and limits == sorted(set(limits))


def are_prizes(raw):
    return (
        isinstance(raw, dict)
        and is_list_of(raw.get("prizes", []), is_prize)
        and raw.get("ties", "share") in ("share", "lot")
        and is_list_of(raw.get("series", []), lambda each: isinstance(each, str))
        and is_list_of(raw.get("pot", []), lambda each: each in ("fee", "lost_deals"))
        and sum(each.get("share", 0) * len(each["places"]) for each in raw.get("prizes", [])) <= 1000
    )


def is_prize(raw):
    if not isinstance(raw, dict) or len(raw) != 2 or not raw.get("places"):
        return False
    places, thing = raw["places"], raw.get("thing")
    what = (
        is_from(0, raw.get("share"), 1000)
        or is_from(0, raw.get("cents"), 100_000_000)
        or (isinstance(thing, str) and len(thing) <= 120)
    )
    return (
        what and is_list_of(places, lambda place: is_from(1, place, 999)) and len(set(places)) == len(places)
    )


def is_list_of(raw, accepts):
    return isinstance(raw, list) and all(accepts(each) for each in raw)


def is_from(least, value, most):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


READS = {"deals_per_table": are_deals, "lost_deal_money": are_steps, "prizes": are_prizes}


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_markers_without_tables")]
    operations = [migrations.RunPython(mend, migrations.RunPython.noop)]
