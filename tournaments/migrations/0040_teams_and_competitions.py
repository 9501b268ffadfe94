"""Teams and competitions; the words beside players become teams where an event had teams by them."""

from collections import Counter
from typing import Any

import django.db.models.deletion
from django.db import migrations, models


def make_teams(apps: Any, schema_editor: Any) -> None:
    """Make a team of each word of an event whose largest group is three or four: it was ranked by teams.

    Any other word is a club's name, and stays one.
    """
    team, member = (apps.get_model("tournaments", name) for name in ("Team", "TeamMember"))
    event = apps.get_model("tournaments", "Event")
    for each in event.objects.exclude(entrants__team="").filter(entrants__isnull=False).distinct().iterator():
        entrants = list(each.entrants.exclude(team="").order_by("number").values_list("pk", "team"))
        counted = Counter(word for _, word in entrants)
        if max(counted.values(), default=0) not in (3, 4) or len(counted) < 2:
            continue
        for number, word in enumerate(sorted(counted), start=1):
            made = team.objects.create(event=each, number=number, name=word)
            own = [pk for pk, name in entrants if name == word]
            member.objects.bulk_create(
                member(team=made, entrant_id=pk, position=position) for position, pk in enumerate(own, 1)
            )


def count_as_before(apps: Any, schema_editor: Any) -> None:
    """Going back: events of this version count as in the one before, which knows no other way."""
    apps.get_model("tournaments", "Event").objects.filter(counting=3).update(counting=2)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_marks_of_pages"),
    ]

    operations = [
        migrations.CreateModel(
            name="Competition",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("rule", models.JSONField(blank=True, default=dict, verbose_name="how it is counted")),
                ("fee_cents", models.PositiveIntegerField(default=0, verbose_name="fee")),
                ("shares", models.JSONField(blank=True, default=dict, verbose_name="what goes into the pot")),
                ("prizes", models.JSONField(blank=True, default=list, verbose_name="prizes")),
            ],
            options={
                "verbose_name": "competition",
                "ordering": ("event", "number"),
            },
        ),
        migrations.CreateModel(
            name="CompetitionEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
            options={
                "verbose_name": "entry in a competition",
                "ordering": ("competition", "entrant"),
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="name")),
            ],
            options={
                "verbose_name": "team",
                "ordering": ("event", "number"),
            },
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(verbose_name="place in the team")),
                ("is_substitute", models.BooleanField(default=False, verbose_name="substitute")),
            ],
            options={
                "verbose_name": "member of a team",
                "ordering": ("team", "position"),
            },
        ),
        migrations.RemoveConstraint(
            model_name="event",
            name="event_counting_known",
        ),
        migrations.RunPython(migrations.RunPython.noop, count_as_before),
        migrations.RemoveConstraint(
            model_name="payment",
            name="payment_kind_known",
        ),
        migrations.AlterField(
            model_name="event",
            name="counting",
            field=models.PositiveSmallIntegerField(
                choices=[
                    (1, "as in earlier versions"),
                    (2, "as in this version, but teams and categories as in earlier ones"),
                    (3, "as in this version"),
                ],
                default=3,
                verbose_name="counting",
            ),
        ),
        migrations.AlterField(
            model_name="payment",
            name="kind",
            field=models.CharField(
                choices=[
                    ("fee", "fee"),
                    ("entry", "fees of competitions"),
                    ("lost_deals", "lost deals"),
                    ("prize", "prize"),
                    ("other", "other"),
                ],
                max_length=12,
                verbose_name="for",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("counting__in", [1, 2, 3])),
                name="event_counting_known",
                violation_error_message="An event counts as in earlier versions or as in this one.",
            ),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["fee", "entry", "lost_deals", "prize", "other"])),
                name="payment_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="competition",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="competitions",
                to="tournaments.event",
            ),
        ),
        migrations.AddField(
            model_name="competitionentry",
            name="competition",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entries",
                to="tournaments.competition",
            ),
        ),
        migrations.AddField(
            model_name="competitionentry",
            name="entrant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="competition_entries",
                to="tournaments.entrant",
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="teams", to="tournaments.event"
            ),
        ),
        migrations.AddField(
            model_name="teammember",
            name="entrant",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="memberships",
                to="tournaments.entrant",
            ),
        ),
        migrations.AddField(
            model_name="teammember",
            name="team",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="members", to="tournaments.team"
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="competition_number_once"),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)),
                name="competition_number_from_one",
                violation_error_message="The numbers of competitions count from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True),
                name="competition_named",
                violation_error_message="A competition has a name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("fee_cents__gte", 0), ("fee_cents__lte", 10000000)),
                name="competition_fee_possible",
                violation_error_message="A fee is 0 to 100,000 euros.",
            ),
        ),
        migrations.AddConstraint(
            model_name="competitionentry",
            constraint=models.UniqueConstraint(
                fields=("competition", "entrant"), name="once_in_a_competition"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(fields=("event", "number"), name="team_number_once_per_event"),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)),
                name="team_number_from_one",
                violation_error_message="The numbers of teams count from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(fields=("team", "entrant"), name="member_once_per_team"),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(fields=("team", "position"), name="team_place_once"),
        ),
        migrations.RunPython(make_teams, migrations.RunPython.noop),
    ]
