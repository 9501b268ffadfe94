"""Models get the standard words; their tables keep their names, so nothing changes in the database."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_backup_place")]

    operations = [
        migrations.AlterModelTable(name="entry", table="tournaments_entry"),
        migrations.RenameModel(old_name="Entry", new_name="SheetChange"),
        migrations.AlterModelTable(name="evententry", table="tournaments_evententry"),
        migrations.RenameModel(old_name="EventEntry", new_name="EventChange"),
        migrations.AlterModelTable(name="reply", table="tournaments_reply"),
        migrations.RenameModel(old_name="Reply", new_name="StoredResponse"),
        migrations.AlterModelTable(name="parkeddeal", table="tournaments_parkeddeal"),
        migrations.RenameModel(old_name="ParkedDeal", new_name="PendingDeal"),
        migrations.AlterModelTable(name="standingsmarker", table="tournaments_standingsmarker"),
        migrations.RenameModel(old_name="StandingsMarker", new_name="StandingsRequest"),
        migrations.AlterModelTable(name="accountentry", table="tournaments_accountentry"),
        migrations.RenameModel(old_name="AccountEntry", new_name="AccountChange"),
        migrations.AlterModelTable(name="wish", table="tournaments_wish"),
        migrations.RenameModel(old_name="Wish", new_name="DrawConstraint"),
    ]
