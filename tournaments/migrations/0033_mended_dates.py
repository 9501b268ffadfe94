"""Mend dates that the constraint of the next migration would refuse; nothing is deleted.

A browser sent the year of 28.11.26 as 0026, so an impossible year becomes the year of this century with the same
last two figures. 29 February becomes 1 March where that year has none.
"""

import datetime

from django.db import migrations
from django.db.models import Q

FIRST, LAST = datetime.date(1900, 1, 1), datetime.date(2099, 12, 31)


def mend(apps, schema_editor):
    """Give each event with an impossible year a year of this century."""
    events = apps.get_model("tournaments", "Event").objects.order_by()
    for event in events.filter(Q(date__lt=FIRST) | Q(date__gt=LAST)).only("date").iterator():
        event.date = in_this_century(event.date)
        event.save(update_fields=["date"])


def in_this_century(day):
    year = 2000 + day.year % 100
    try:
        return day.replace(year=year)
    except ValueError:
        return datetime.date(year, 3, 1)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0032_counting")]

    operations = [migrations.RunPython(mend, migrations.RunPython.noop)]
