"""Lost-deal money of stored events goes on counting over the evening; new events say per list or evening."""

from typing import Any

from django.db import migrations


def keep_per_evening(apps: Any, schema_editor: Any) -> None:
    """Write down what was meant so far."""
    event = apps.get_model("tournaments", "Event")
    for each in event.objects.exclude(lost_deal_money={}).iterator():
        if each.lost_deal_money.get("steps") and "per" not in each.lost_deal_money:
            each.lost_deal_money = {**each.lost_deal_money, "per": "evening"}
            each.save(update_fields=["lost_deal_money"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0035_teams_apart")]

    operations = [migrations.RunPython(keep_per_evening, migrations.RunPython.noop)]
