"""The tables of migrations 37 to 50, for a database that has none of them and all before.

A database that has some of them goes on with the others, one by one. What they move where rows exist is moved here
too: the database may hold the rows of a version before.
"""

from importlib import import_module
from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.operations.base import Operation

from tournaments.append_only import drop_triggers, set_triggers

teams, keys, results = (
    import_module(f"tournaments.migrations.{name}")
    for name in (
        "0040_teams_and_competitions",
        "0042_tokens_know_their_key",
        "0047_cancelled_without_results",
    )
)
forward_only = migrations.RunPython.noop


class CreateModels(Operation):
    """Creates tables; the models of all are rendered once, not again after each."""

    reduces_to_sql = True

    def __init__(self, *each: migrations.CreateModel) -> None:
        self.each = each

    def state_forwards(self, app_label: str, state: Any) -> None:
        state.__dict__.pop("apps", None)  # what is rendered on demand
        for operation in self.each:
            operation.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for operation in self.each:
            operation.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for operation in reversed(self.each):
            operation.database_backwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0037_screens"),
        ("tournaments", "0038_new_partners_by_lot"),
        ("tournaments", "0039_marks_of_pages"),
        ("tournaments", "0040_teams_and_competitions"),
        ("tournaments", "0041_open_doors"),
        ("tournaments", "0042_tokens_know_their_key"),
        ("tournaments", "0043_queues_and_moving_events"),
        ("tournaments", "0044_wifi"),
        ("tournaments", "0045_fee_classes"),
        ("tournaments", "0046_typed_twice"),
        ("tournaments", "0047_cancelled_without_results"),
        ("tournaments", "0048_tombola"),
        ("tournaments", "0049_competitions_on_screens"),
        ("tournaments", "0050_sent_archives"),
    ]

    dependencies = [
        ("tournaments", "0001_squashed_0036_lost_deal_money_per_evening"),
    ]

    operations = [
        migrations.RunPython(drop_triggers, set_triggers),
        CreateModels(
            migrations.CreateModel(
                name="Screen",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("name", models.CharField(max_length=40, verbose_name="name")),
                    ("code", models.CharField(editable=False, max_length=8, unique=True)),
                    (
                        "shows",
                        models.CharField(
                            choices=[
                                ("evening", "follows the evening"),
                                ("seats", "seats by surname"),
                                ("tables", "seats by table"),
                                ("standings", "standings"),
                                ("race", "the leaders, deal by deal"),
                                ("clock", "clock"),
                                ("missing", "who is missing"),
                                ("timetable", "timetable"),
                                ("big_games", "the last big games"),
                                ("podium", "the first three"),
                                ("text", "a text"),
                                ("picture", "a picture"),
                                ("wifi", "Wi-Fi"),
                                ("tombola", "tombola"),
                                ("competitions", "competitions"),
                                ("prizes", "prize table"),
                            ],
                            default="evening",
                            max_length=12,
                            verbose_name="shows",
                        ),
                    ),
                    (
                        "switched_to",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("evening", "follows the evening"),
                                ("seats", "seats by surname"),
                                ("tables", "seats by table"),
                                ("standings", "standings"),
                                ("race", "the leaders, deal by deal"),
                                ("clock", "clock"),
                                ("missing", "who is missing"),
                                ("timetable", "timetable"),
                                ("big_games", "the last big games"),
                                ("podium", "the first three"),
                                ("text", "a text"),
                                ("picture", "a picture"),
                                ("wifi", "Wi-Fi"),
                                ("tombola", "tombola"),
                                ("competitions", "competitions"),
                                ("prizes", "prize table"),
                            ],
                            max_length=12,
                        ),
                    ),
                    ("switched_at", models.DateTimeField(null=True)),
                    ("switched_by", models.CharField(blank=True, max_length=150)),
                    ("lines", models.PositiveSmallIntegerField(default=0, verbose_name="lines")),
                    ("part", models.PositiveSmallIntegerField(default=1, verbose_name="part shown")),
                    ("parts", models.PositiveSmallIntegerField(default=1, verbose_name="parts in all")),
                    (
                        "is_light",
                        models.BooleanField(default=False, verbose_name="dark letters on a light ground"),
                    ),
                    (
                        "language",
                        models.CharField(
                            blank=True,
                            choices=[("en", "English"), ("de", "Deutsch"), ("ja", "日本語")],
                            max_length=10,
                            verbose_name="language",
                        ),
                    ),
                    ("text", models.TextField(blank=True, max_length=300, verbose_name="text")),
                    ("picture", models.BinaryField(null=True)),
                    ("digest", models.CharField(blank=True, editable=False, max_length=16)),
                    ("seen_at", models.DateTimeField(null=True)),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="screens",
                            to="tournaments.event",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "screen",
                    "verbose_name_plural": "screens",
                    "ordering": ("event", "pk"),
                    "constraints": [
                        models.UniqueConstraint(fields=("event", "name"), name="screen_name_once_per_event"),
                        models.CheckConstraint(
                            condition=models.Q(("name", ""), _negated=True),
                            name="screen_named",
                            violation_error_message="A screen has a name.",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("parts__gte", 1), ("parts__lte", 12)),
                            name="screen_parts",
                            violation_error_message="A list is shown on 1 to 12 screens.",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("part__gte", 1), ("part__lte", models.F("parts"))),
                            name="screen_part_of_parts",
                            violation_error_message="A part lies between 1 and the number of parts.",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "shows__in",
                                    [
                                        "evening",
                                        "seats",
                                        "tables",
                                        "standings",
                                        "race",
                                        "clock",
                                        "missing",
                                        "timetable",
                                        "big_games",
                                        "podium",
                                        "text",
                                        "picture",
                                        "wifi",
                                        "tombola",
                                        "competitions",
                                        "prizes",
                                    ],
                                )
                            ),
                            name="screen_shows_known",
                            violation_error_message="A screen shows one of its choices.",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(
                                (
                                    "switched_to__in",
                                    [
                                        "evening",
                                        "seats",
                                        "tables",
                                        "standings",
                                        "race",
                                        "clock",
                                        "missing",
                                        "timetable",
                                        "big_games",
                                        "podium",
                                        "text",
                                        "picture",
                                        "wifi",
                                        "tombola",
                                        "competitions",
                                        "prizes",
                                        "",
                                    ],
                                )
                            ),
                            name="screen_switch_known",
                            violation_error_message="A screen shows one of its choices.",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="TimetableEntry",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("at", models.DateTimeField(verbose_name="at")),
                    ("what", models.CharField(max_length=60, verbose_name="what happens")),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="timetable",
                            to="tournaments.event",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "entry of the timetable",
                    "verbose_name_plural": "timetable",
                    "ordering": ("event", "at"),
                    "constraints": [
                        models.UniqueConstraint(fields=("event", "at"), name="timetable_one_thing_at_a_time"),
                        models.CheckConstraint(
                            condition=models.Q(("what", ""), _negated=True),
                            name="timetable_says_what",
                            violation_error_message="An entry of the timetable says what happens.",
                        ),
                    ],
                },
            ),
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
                    (
                        "shares",
                        models.JSONField(blank=True, default=dict, verbose_name="what goes into the pot"),
                    ),
                    ("prizes", models.JSONField(blank=True, default=list, verbose_name="prizes")),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="competitions",
                            to="tournaments.event",
                        ),
                    ),
                    (
                        "fee_classes",
                        models.JSONField(blank=True, default=dict, verbose_name="fees of their own"),
                    ),
                ],
                options={
                    "verbose_name": "competition",
                    "ordering": ("event", "number"),
                    "constraints": [
                        models.UniqueConstraint(fields=("event", "number"), name="competition_number_once"),
                        models.CheckConstraint(
                            condition=models.Q(("number__gte", 1)),
                            name="competition_number_from_one",
                            violation_error_message="The numbers of competitions count from 1.",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("name", ""), _negated=True),
                            name="competition_named",
                            violation_error_message="A competition has a name.",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("fee_cents__gte", 0), ("fee_cents__lte", 10000000)),
                            name="competition_fee_possible",
                            violation_error_message="A fee is 0 to 100,000 euros.",
                        ),
                    ],
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
                    (
                        "competition",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="entries",
                            to="tournaments.competition",
                        ),
                    ),
                    (
                        "entrant",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="competition_entries",
                            to="tournaments.entrant",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "entry in a competition",
                    "ordering": ("competition", "entrant"),
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("competition", "entrant"), name="once_in_a_competition"
                        )
                    ],
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
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="teams",
                            to="tournaments.event",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "team",
                    "ordering": ("event", "number"),
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("event", "number"), name="team_number_once_per_event"
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("number__gte", 1)),
                            name="team_number_from_one",
                            violation_error_message="The numbers of teams count from 1.",
                        ),
                    ],
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
                    (
                        "entrant",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="memberships",
                            to="tournaments.entrant",
                        ),
                    ),
                    (
                        "team",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="members",
                            to="tournaments.team",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "member of a team",
                    "ordering": ("team", "position"),
                    "constraints": [
                        models.UniqueConstraint(fields=("team", "entrant"), name="member_once_per_team"),
                        models.UniqueConstraint(fields=("team", "position"), name="team_place_once"),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Door",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("opened_at", models.DateTimeField()),
                    (
                        "event",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="door",
                            to="tournaments.event",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "open door",
                    "verbose_name_plural": "open doors",
                    "ordering": ("event",),
                },
            ),
            migrations.CreateModel(
                name="ArchiveImport",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("at", models.DateTimeField()),
                    ("name", models.CharField(max_length=100)),
                    ("language", models.CharField(max_length=10)),
                    ("content", models.BinaryField()),
                    ("is_wanted", models.BooleanField(default=False)),
                    ("claimed_at", models.DateTimeField(null=True)),
                    ("done", models.PositiveIntegerField(default=0)),
                    ("all", models.PositiveIntegerField(default=0)),
                    ("found", models.JSONField(null=True)),
                    ("refusal", models.JSONField(null=True)),
                    ("slug", models.CharField(blank=True, max_length=80)),
                    (
                        "by",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="archive_imports",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "club",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="archive_imports",
                            to="tournaments.club",
                        ),
                    ),
                    ("is_sent", models.BooleanField(default=False)),
                ],
                options={
                    "verbose_name": "archive to import",
                    "verbose_name_plural": "archives to import",
                    "ordering": ("id",),
                },
            ),
            migrations.CreateModel(
                name="KeptFile",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("key", models.CharField(max_length=43)),
                    ("part", models.CharField(max_length=20)),
                    ("at", models.DateTimeField(db_index=True)),
                    ("facts", models.BinaryField()),
                    ("content", models.BinaryField()),
                    ("read", models.BinaryField()),
                ],
                options={
                    "verbose_name": "kept file",
                    "ordering": ("key", "id"),
                    "constraints": [
                        models.UniqueConstraint(fields=("key", "part"), name="kept_file_once_per_part")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Wifi",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("name", models.CharField(max_length=32, verbose_name="name of the Wi-Fi")),
                    ("password", models.CharField(blank=True, max_length=63, verbose_name="password")),
                    ("is_hidden", models.BooleanField(default=False, verbose_name="hidden network")),
                    (
                        "is_on_screens",
                        models.BooleanField(default=False, verbose_name="its code stands on the screens"),
                    ),
                    (
                        "club",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="wifi",
                            to="tournaments.club",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "Wi-Fi",
                    "verbose_name_plural": "Wi-Fi",
                    "ordering": ("club",),
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("name", ""), _negated=True),
                            name="wifi_named",
                            violation_error_message="A Wi-Fi has a name.",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="TombolaDraw",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("number", models.PositiveIntegerField(verbose_name="number")),
                    ("prize", models.CharField(blank=True, max_length=60, verbose_name="what was won")),
                    ("seed", models.CharField(max_length=32)),
                    ("numbers", models.JSONField(default=list)),
                    ("drawn_at", models.DateTimeField()),
                    (
                        "entrant",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="won",
                            to="tournaments.entrant",
                        ),
                    ),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="tombola",
                            to="tournaments.event",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "drawn name",
                    "verbose_name_plural": "drawn names",
                    "ordering": ("event", "number"),
                    "constraints": [
                        models.UniqueConstraint(
                            fields=("event", "number"), name="tombola_number_once_per_event"
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="Banner",
                fields=[
                    (
                        "id",
                        models.BigAutoField(
                            auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                        ),
                    ),
                    ("text", models.CharField(max_length=120, verbose_name="text of the banner")),
                    ("put_by", models.CharField(blank=True, max_length=150)),
                    ("put_at", models.DateTimeField()),
                    ("ends_at", models.DateTimeField(null=True)),
                    (
                        "event",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="banners",
                            to="tournaments.event",
                        ),
                    ),
                    (
                        "screen",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="banners",
                            to="tournaments.screen",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "banner",
                    "verbose_name_plural": "banners",
                    "ordering": ("event", "pk"),
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("text", ""), _negated=True),
                            name="banner_has_text",
                            violation_error_message="A banner has a text.",
                        )
                    ],
                },
            ),
        ),
        migrations.RemoveConstraint(
            model_name="drawconstraint",
            name="wish_kind_known",
        ),
        migrations.AlterField(
            model_name="drawconstraint",
            name="kind",
            field=models.CharField(
                choices=[
                    ("apart", "keep apart"),
                    ("partners", "partners, opposite each other"),
                    ("anew", "a new partner in each round, by lot"),
                    ("table", "always at this table"),
                    ("seat", "always on this seat"),
                    ("capacity", "at most so many players at this table"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="drawconstraint",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["apart", "partners", "anew", "table", "seat", "capacity"])),
                name="wish_kind_known",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="event",
            name="event_counting_known",
        ),
        migrations.AddField(
            model_name="event",
            name="moving_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="event",
            name="fee_classes",
            field=models.JSONField(blank=True, default=dict, verbose_name="fees of their own"),
        ),
        migrations.RunPython(forward_only, teams.count_as_before),
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
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("counting__in", [1, 2, 3])),
                name="event_counting_known",
                violation_error_message="An event counts as in earlier versions or as in this one.",
            ),
        ),
        migrations.RunPython(results.mend, forward_only),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_cancelled", False),
                    models.Q(("is_closed", False), ("signed_off_at__isnull", True)),
                    _connector="OR",
                ),
                name="event_cancelled_without_results",
                violation_error_message="A cancelled event is neither closed nor signed off.",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="eventchange",
            name="event_entry_kind_known",
        ),
        migrations.AlterField(
            model_name="eventchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("seed_committed", "registration closed, seed committed"),
                    ("drawn", "drawn"),
                    ("draw_discarded", "draw discarded"),
                    ("swapped", "seats swapped by hand"),
                    ("round_released", "round opened"),
                    ("round_closed", "round closed"),
                    ("round_reopened", "round reopened"),
                    ("link_renewed", "table link renewed"),
                    ("link_revoked", "table link revoked"),
                    ("entered", "entered"),
                    ("withdrawn", "taken out"),
                    ("checked_in", "checked in"),
                    ("checked_out", "check-in undone"),
                    ("pin_renewed", "new PIN created"),
                    ("left", "left early"),
                    ("paid", "money taken or given"),
                    ("adjusted", "points adjusted"),
                    ("ruled", "ruling on a deal"),
                    ("taken_back", "adjustment or ruling withdrawn"),
                    ("reseated", "seats changed at a table"),
                    ("broken_off", "table abandoned"),
                    ("clock", "round clock"),
                    ("helper", "helper let in or out"),
                    ("settings", "settings changed"),
                    ("signed_off", "signed off"),
                    ("published", "standings published"),
                    ("forgotten", "name removed"),
                    ("merged", "players merged"),
                    ("unmerged", "merge of players undone"),
                    ("cancelled", "event cancelled"),
                    ("uncancelled", "cancellation withdrawn"),
                    ("listed", "listed or hidden"),
                    ("hall", "told to the hall"),
                    ("event_closed", "event closed"),
                    ("event_reopened", "event reopened"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddIndex(
            model_name="eventchange",
            index=models.Index(fields=["kind", "at"], name="event_change_kind_at"),
        ),
        migrations.AddConstraint(
            model_name="eventchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "seed_committed",
                            "drawn",
                            "draw_discarded",
                            "swapped",
                            "round_released",
                            "round_closed",
                            "round_reopened",
                            "link_renewed",
                            "link_revoked",
                            "entered",
                            "withdrawn",
                            "checked_in",
                            "checked_out",
                            "pin_renewed",
                            "left",
                            "paid",
                            "adjusted",
                            "ruled",
                            "taken_back",
                            "reseated",
                            "broken_off",
                            "clock",
                            "helper",
                            "settings",
                            "signed_off",
                            "published",
                            "forgotten",
                            "merged",
                            "unmerged",
                            "cancelled",
                            "uncancelled",
                            "listed",
                            "hall",
                            "event_closed",
                            "event_reopened",
                        ],
                    )
                ),
                name="event_entry_kind_known",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="payment",
            name="payment_kind_known",
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
            model_name="payment",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["fee", "entry", "lost_deals", "prize", "other"])),
                name="payment_kind_known",
            ),
        ),
        migrations.RemoveConstraint(
            model_name="sheetchange",
            name="entry_kind_known",
        ),
        migrations.AlterField(
            model_name="sheetchange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("recorded", "recorded"),
                    ("corrected", "corrected"),
                    ("struck", "struck out"),
                    ("inserted", "inserted"),
                    ("first_dealer", "first dealer set"),
                    ("confirmed", "confirmed"),
                    ("signed", "sheet signed"),
                    ("reseated", "seats changed"),
                    ("settled", "conflict settled, the stored version kept"),
                    ("compared", "compared with the totals on paper"),
                    ("upheld", "confirmed against the totals on paper"),
                    ("typed_twice", "typed a second time"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetchange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "recorded",
                            "corrected",
                            "struck",
                            "inserted",
                            "first_dealer",
                            "confirmed",
                            "signed",
                            "reseated",
                            "settled",
                            "compared",
                            "upheld",
                            "typed_twice",
                        ],
                    )
                ),
                name="entry_kind_known",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="revision",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="entrant",
            name="fee_class",
            field=models.CharField(
                blank=True,
                choices=[
                    ("member", "member"),
                    ("guest", "guest"),
                    ("youth", "young player"),
                    ("late", "late"),
                ],
                max_length=10,
                verbose_name="pays as",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("fee_class__in", ["member", "guest", "youth", "late", ""])),
                name="fee_class_known",
                violation_error_message="This fee class is unknown.",
            ),
        ),
        migrations.AddField(
            model_name="markedphoto",
            name="claimed_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddIndex(
            model_name="markedphoto",
            index=models.Index(
                condition=models.Q(("reading__isnull", True)),
                fields=["round", "claimed_at"],
                name="marked_photo_waits",
            ),
        ),
        migrations.AddIndex(
            model_name="markedphoto",
            index=models.Index(fields=["round", "claimed_at"], name="marked_photo_turn"),
        ),
        migrations.AddField(
            model_name="personaltoken",
            name="key_fingerprint",
            field=models.CharField(default="", max_length=16),
        ),
        migrations.RunPython(keys.name_the_key, forward_only),
        migrations.RunPython(teams.make_teams, forward_only),
        migrations.RunPython(set_triggers, drop_triggers),
    ]
