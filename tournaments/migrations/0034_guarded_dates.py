"""An event has a possible year."""

import datetime

from django.db import migrations, models
from django.db.models import Q

MESSAGE = "The year of an event has four figures and lies between 1900 and 2099."


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0033_mended_dates")]

    operations = [
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=Q(date__gte=datetime.date(1900, 1, 1), date__lte=datetime.date(2099, 12, 31)),
                name="event_date_possible",
                violation_error_message=MESSAGE,
            ),
        ),
    ]
