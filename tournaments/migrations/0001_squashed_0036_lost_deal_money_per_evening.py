"""The tables of migrations 1 to 36, for a database that has none of them yet.

What those moved or mended where rows existed is left out: here are none. A database that has some of the 36 goes on
with the others, one by one.
"""

import datetime
import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.core.management import call_command
from django.db import migrations, models

import tournaments.models.event
from tournaments.append_only import drop_triggers, set_triggers


def make_cache_table(apps, schema_editor):
    call_command("createcachetable", "stichtag_cache", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    replaces = [
        ("tournaments", "0001_initial"),
        ("tournaments", "0002_append_only"),
        ("tournaments", "0003_planned_rounds_and_settled_conflicts"),
        ("tournaments", "0004_accounts_of_parts"),
        ("tournaments", "0005_pin_made_anew"),
        ("tournaments", "0006_tries_and_password_links"),
        ("tournaments", "0007_links_know_their_key"),
        ("tournaments", "0008_part_is_over"),
        ("tournaments", "0009_markers_without_tables"),
        ("tournaments", "0010_mended_facts"),
        ("tournaments", "0011_guarded_facts"),
        ("tournaments", "0012_reply_result"),
        ("tournaments", "0013_reply_without_status"),
        ("tournaments", "0014_member_register_and_lists"),
        ("tournaments", "0015_backup_place"),
        ("tournaments", "0016_standard_names"),
        ("tournaments", "0017_plain_labels"),
        ("tournaments", "0018_paper_totals"),
        ("tournaments", "0019_invitations"),
        ("tournaments", "0020_one_person_one_record"),
        ("tournaments", "0021_event_shows_corrections"),
        ("tournaments", "0022_templates_of_clubs"),
        ("tournaments", "0023_imported_events"),
        ("tournaments", "0024_personal_tokens"),
        ("tournaments", "0025_standings_request_knows_when"),
        ("tournaments", "0026_club_emblems"),
        ("tournaments", "0027_sent_requests"),
        ("tournaments", "0028_marked_sheets"),
        ("tournaments", "0029_webhooks"),
        ("tournaments", "0030_phones_of_pending_deals"),
        ("tournaments", "0031_names_of_models"),
        ("tournaments", "0032_counting"),
        ("tournaments", "0033_mended_dates"),
        ("tournaments", "0034_guarded_dates"),
        ("tournaments", "0035_teams_apart"),
        ("tournaments", "0036_lost_deal_money_per_evening"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("slug", models.SlugField(allow_unicode=True, unique=True)),
            ],
            options={
                "verbose_name": "club",
                "ordering": ("name", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="club_named",
                        violation_error_message="A club has a name.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined"),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("slug", models.SlugField(allow_unicode=True, max_length=80, unique=True)),
                ("date", models.DateField(verbose_name="date")),
                ("place", models.CharField(blank=True, max_length=120, verbose_name="place")),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                ("options", models.JSONField(blank=True, default=dict)),
                ("policy", models.JSONField(blank=True, default=tournaments.models.event.game_ranking)),
                ("deals_per_table", models.JSONField(blank=True, default=dict)),
                (
                    "marks_later_deals",
                    models.BooleanField(
                        default=False, verbose_name="mark later deals that become impossible"
                    ),
                ),
                ("starts_at", models.TimeField(blank=True, null=True, verbose_name="begins at")),
                (
                    "description",
                    models.TextField(blank=True, max_length=2000, verbose_name="what players should know"),
                ),
                ("fee_cents", models.PositiveIntegerField(default=0, verbose_name="fee")),
                ("places", models.PositiveIntegerField(blank=True, null=True, verbose_name="places")),
                (
                    "is_registration_open",
                    models.BooleanField(default=False, verbose_name="players may register themselves"),
                ),
                (
                    "round_minutes",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="minutes of a round"),
                ),
                (
                    "missing_deals",
                    models.CharField(
                        choices=[
                            ("left_out", "are left out: averages count the deals played"),
                            ("zero", "count as zero"),
                        ],
                        default="left_out",
                        max_length=10,
                        verbose_name="missing deals",
                    ),
                ),
                (
                    "leaver_rule",
                    models.CharField(
                        choices=[
                            ("unplaced", "is not ranked"),
                            ("lowest", "gets the lowest result of the event for each missed round"),
                            ("keeps", "keeps their results"),
                        ],
                        default="keeps",
                        max_length=10,
                        verbose_name="who leaves early",
                    ),
                ),
                ("prizes", models.JSONField(blank=True, default=dict)),
                ("lost_deal_money", models.JSONField(blank=True, default=dict)),
                (
                    "language",
                    models.CharField(
                        blank=True, max_length=10, verbose_name="language of the wall and of papers"
                    ),
                ),
                (
                    "is_frozen",
                    models.BooleanField(default=False, verbose_name="last round secret until prize-giving"),
                ),
                ("signed_off_at", models.DateTimeField(blank=True, null=True)),
                ("keeps_teams_apart", models.BooleanField(default=False, verbose_name="keep teams apart")),
                (
                    "confirms",
                    models.CharField(
                        choices=[
                            ("never", "never"),
                            ("deals", "deal by deal, by an opponent"),
                            ("sheets", "the whole sheet, by every seat at the end of the round"),
                        ],
                        default="never",
                        max_length=10,
                        verbose_name="results are confirmed",
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("is_published", models.BooleanField(default=False, verbose_name="published")),
                ("is_closed", models.BooleanField(default=False, verbose_name="closed")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tournaments.club",
                    ),
                ),
                (
                    "planned_rounds",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="planned rounds"),
                ),
                ("is_cancelled", models.BooleanField(default=False, verbose_name="cancelled")),
                ("is_unlisted", models.BooleanField(default=False, verbose_name="hidden from lists")),
                (
                    "shows_corrections",
                    models.BooleanField(default=False, verbose_name="show corrections on public sheets"),
                ),
                (
                    "counting",
                    models.PositiveSmallIntegerField(
                        choices=[(1, "as in earlier versions"), (2, "as in this version")],
                        default=2,
                        verbose_name="counting",
                    ),
                ),
                (
                    "hides_unplayed",
                    models.BooleanField(default=False, verbose_name="leave out who never played"),
                ),
            ],
            options={
                "verbose_name": "event",
                "ordering": ("-date", "name", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="event_named",
                        violation_error_message="An event has a name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("missing_deals__in", ["left_out", "zero"])),
                        name="event_missing_deals_known",
                        violation_error_message="Missing deals are left out or count as zero.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("leaver_rule__in", ["unplaced", "lowest", "keeps"])),
                        name="event_leaver_rule_known",
                        violation_error_message="A player who leaves early is not placed, gets the lowest result or keeps theirs.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("confirms__in", ["never", "deals", "sheets"])),
                        name="event_confirms_known",
                        violation_error_message="Results are confirmed never, deal by deal or sheet by sheet.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("language__in", ["", "en", "de", "ja"])),
                        name="event_language_known",
                        violation_error_message="The wall and papers are in one of the languages on offer.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("planned_rounds__gte", 1), ("planned_rounds__lte", 99)),
                            ("planned_rounds__isnull", True),
                            _connector="OR",
                        ),
                        name="event_planned_rounds_possible",
                        violation_error_message="An event has 1 to 99 rounds; leave the number empty while it is open.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("round_minutes__gte", 1), ("round_minutes__lte", 1440)),
                            ("round_minutes__isnull", True),
                            _connector="OR",
                        ),
                        name="event_round_minutes_possible",
                        violation_error_message="A round has 1 to 1440 minutes; leave the number empty where none are set.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("places__gte", 1), ("places__lte", 9999)),
                            ("places__isnull", True),
                            _connector="OR",
                        ),
                        name="event_places_possible",
                        violation_error_message="An event has 1 to 9999 places; leave the number empty where there is no limit.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("fee_cents__gte", 0), ("fee_cents__lte", 10000000)),
                        name="event_fee_possible",
                        violation_error_message="A fee is 0 to 100,000 euros.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("counting__in", [1, 2])),
                        name="event_counting_known",
                        violation_error_message="An event counts as in earlier versions or as in this one.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("date__gte", datetime.date(1900, 1, 1)),
                            ("date__lte", datetime.date(2099, 12, 31)),
                        ),
                        name="event_date_possible",
                        violation_error_message="The year of an event has four figures and lies between 1900 and 2099.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("committed", "seed committed"),
                            ("searching", "being drawn"),
                            ("done", "drawn"),
                            ("refused", "not possible"),
                            ("discarded", "discarded"),
                        ],
                        default="committed",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("seed", models.CharField(max_length=32)),
                ("committed_numbers", models.JSONField(default=list)),
                ("committed_at", models.DateTimeField()),
                ("revealed_at", models.DateTimeField(null=True)),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("all", "all rounds at once, as few repeat meetings as can be"),
                            ("random", "by lot, repeat meetings avoided"),
                            ("standings", "by standings: leaders together, repeat meetings avoided"),
                            ("snake", "balanced tables: strong and weak mixed by standings"),
                            ("winners_stay", "winners stay, the others move on by one table"),
                            ("fixed", "the same seats again"),
                        ],
                        default="random",
                        max_length=12,
                        verbose_name="how",
                    ),
                ),
                ("first_round", models.PositiveIntegerField(default=1)),
                ("rounds_wanted", models.PositiveIntegerField(default=1, verbose_name="rounds")),
                ("numbers", models.JSONField(default=list)),
                ("ranking", models.JSONField(default=list)),
                ("sizes", models.JSONField(default=list)),
                ("sit_outs", models.PositiveIntegerField(default=0)),
                ("wishes", models.JSONField(default=dict)),
                ("steps", models.PositiveIntegerField(default=0)),
                ("steps_done", models.PositiveIntegerField(default=0)),
                ("searched_at", models.DateTimeField(null=True)),
                ("repeats", models.PositiveIntegerField(null=True)),
                ("is_stopped", models.BooleanField(default=False)),
                ("problem", models.TextField(blank=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "draw",
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="draw_number_once_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("status__in", ["committed", "searching", "done", "refused", "discarded"])
                        ),
                        name="draw_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("mode__in", ["all", "random", "standings", "snake", "winners_stay", "fixed"])
                        ),
                        name="draw_mode_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first_round__gte", 1)),
                        name="draw_first_round_from_one",
                        violation_error_message="Rounds count from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rounds_wanted__gte", 1)),
                        name="draw_rounds_from_one",
                        violation_error_message="A draw has one round at least.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HelperLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("director", "director"),
                            ("scorer", "scorer"),
                            ("cashier", "cashier"),
                            ("referee", "referee"),
                        ],
                        max_length=20,
                        verbose_name="role",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="for whom")),
                ("generation", models.PositiveIntegerField(default=1)),
                ("token_digest", models.CharField(max_length=64, null=True, unique=True)),
                ("is_revoked", models.BooleanField(default=False)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="helper_links",
                        to="tournaments.event",
                    ),
                ),
                ("key_fingerprint", models.CharField(blank=True, max_length=16)),
            ],
            options={
                "verbose_name": "helper link",
                "ordering": ("event", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("role__in", ["owner", "director", "scorer", "cashier", "referee"])
                        ),
                        name="helper_role_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("generation__gte", 1)),
                        name="helper_link_from_one",
                        violation_error_message="The tokens of a link count from 1.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("director", "director"),
                            ("scorer", "scorer"),
                            ("cashier", "cashier"),
                            ("referee", "referee"),
                        ],
                        default="director",
                        max_length=20,
                        verbose_name="role",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="ends")),
            ],
            options={
                "verbose_name": "member",
                "ordering": ("club", "user"),
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="member_once_per_club"),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("role__in", ["owner", "director", "scorer", "cashier", "referee"])
                        ),
                        name="member_role_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("role", "owner"), _negated=True),
                            ("ends_at__isnull", True),
                            _connector="OR",
                        ),
                        name="owner_for_good",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("reading", models.CharField(blank=True, max_length=120, verbose_name="reading")),
                (
                    "shown_as",
                    models.CharField(
                        choices=[
                            ("full", "full name"),
                            ("short", "short: Anna K."),
                            ("number", "start number only"),
                        ],
                        default="full",
                        max_length=10,
                        verbose_name="shown as",
                    ),
                ),
                ("categories", models.JSONField(blank=True, default=list, verbose_name="categories")),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest of the club")),
                ("is_forgotten", models.BooleanField(default=False, verbose_name="name removed")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="tournaments.club",
                    ),
                ),
                (
                    "birth_year",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="year of birth"),
                ),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail")),
                (
                    "federation_number",
                    models.CharField(blank=True, max_length=40, verbose_name="federation number"),
                ),
                (
                    "home_club",
                    models.CharField(blank=True, max_length=120, verbose_name="club of the player"),
                ),
                ("member_number", models.CharField(blank=True, max_length=40, verbose_name="member number")),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="duplicates",
                        to="tournaments.player",
                        verbose_name="merged into",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "ordering": ("name", "id"),
                "indexes": [models.Index(fields=["club", "name"], name="player_by_name")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="player_named",
                        violation_error_message="A player has a name.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("shown_as__in", ["full", "short", "number"])),
                        name="player_shown_as_known",
                        violation_error_message="A player is shown by the full name, by a short one or by the start number.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("birth_year__gte", 1900), ("birth_year__lte", 2099)),
                            ("birth_year__isnull", True),
                            _connector="OR",
                        ),
                        name="player_birth_year_possible",
                        violation_error_message="A year of birth lies between 1900 and 2099; leave it empty where it is not known.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="start number")),
                ("team", models.CharField(blank=True, max_length=80, verbose_name="team or club")),
                (
                    "admission",
                    models.CharField(
                        choices=[
                            ("entered", "entered"),
                            ("waiting", "on the waiting list"),
                            ("left", "left early"),
                        ],
                        default="entered",
                        max_length=10,
                        verbose_name="admission",
                    ),
                ),
                (
                    "left_after",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="left after round"),
                ),
                (
                    "leaver_rule",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("unplaced", "is not ranked"),
                            ("lowest", "gets the lowest result of the event for each missed round"),
                            ("keeps", "keeps their results"),
                        ],
                        max_length=10,
                        verbose_name="rule for leaving",
                    ),
                ),
                (
                    "agrees_to_list",
                    models.BooleanField(default=False, verbose_name="may be listed before the event"),
                ),
                ("is_present", models.BooleanField(default=True, verbose_name="present")),
                ("pin_generation", models.PositiveIntegerField(default=1)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entrants",
                        to="tournaments.event",
                    ),
                ),
                (
                    "partner",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shared_entries",
                        to="tournaments.player",
                        verbose_name="shares the start number",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "entrant",
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="start_number_once_per_event"),
                    models.UniqueConstraint(fields=("event", "player"), name="player_once_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="start_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("admission__in", ["entered", "waiting", "left"])),
                        name="admission_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("leaver_rule__in", ["unplaced", "lowest", "keeps", ""])),
                        name="entrant_leaver_rule_known",
                        violation_error_message="A player who leaves early is not placed, gets the lowest result or keeps theirs.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("pin_generation__gte", 1)),
                        name="entrant_pin_from_one",
                        violation_error_message="The PINs of a player count from 1.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("number", models.PositiveIntegerField()),
                (
                    "stage",
                    models.CharField(
                        choices=[("provisional", "provisional"), ("final", "final")], max_length=12
                    ),
                ),
                ("rows", models.JSONField()),
                ("digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="publications",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "published list",
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("event", "number"), name="publication_number_once_per_event"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("stage__in", ["provisional", "final"])),
                        name="publication_stage_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                (
                    "status",
                    models.CharField(
                        choices=[("draft", "draft"), ("open", "open"), ("closed", "closed")],
                        default="draft",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("clock_started_at", models.DateTimeField(null=True)),
                ("clock_paused_at", models.DateTimeField(null=True)),
                ("minutes", models.PositiveIntegerField(null=True, verbose_name="minutes")),
                ("is_last_deal", models.BooleanField(default=False, verbose_name="last deal announced")),
                (
                    "draw",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rounds",
                        to="tournaments.draw",
                        verbose_name="draw",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "round",
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="round_number_once_per_event"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="round_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["draft", "open", "closed"])),
                        name="round_status_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("minutes__gte", 1), ("minutes__lte", 1440)),
                            ("minutes__isnull", True),
                            _connector="OR",
                        ),
                        name="round_minutes_possible",
                        violation_error_message="A round has 1 to 1440 minutes; leave the number empty where none are set.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Series",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("slug", models.SlugField(allow_unicode=True, max_length=80, unique=True)),
                ("policy", models.JSONField(blank=True, default=dict)),
                ("is_published", models.BooleanField(default=False, verbose_name="published")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="series",
                        to="tournaments.club",
                    ),
                ),
                (
                    "events",
                    models.ManyToManyField(
                        blank=True, related_name="series", to="tournaments.event", verbose_name="events"
                    ),
                ),
            ],
            options={
                "verbose_name": "series",
                "verbose_name_plural": "series",
                "ordering": ("club", "name"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="series_named",
                        violation_error_message="A series has a name.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SitOut",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sit_outs",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sit_outs",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "player sitting out",
                "ordering": ("round", "entrant__number"),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entrant"), name="sits_out_once_per_round")
                ],
            },
        ),
        migrations.CreateModel(
            name="Standings",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("deals_counted", models.PositiveIntegerField(default=0)),
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "standings",
                "verbose_name_plural": "standings",
                "ordering": ("event",),
            },
        ),
        migrations.CreateModel(
            name="StandingsRow",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rank", models.PositiveIntegerField()),
                ("is_placed", models.BooleanField(default=True)),
                ("values", models.JSONField(default=list)),
                ("rounds", models.JSONField(default=list)),
                ("tie_breaks", models.JSONField(default=dict)),
                ("previous_rank", models.PositiveIntegerField(null=True)),
                (
                    "entrant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings_row",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings_rows",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "line of the standings",
                "ordering": ("event", "rank", "entrant__number"),
            },
        ),
        migrations.CreateModel(
            name="Table",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("revision", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("last_activity", models.DateTimeField(blank=True, null=True)),
                ("extra_minutes", models.PositiveIntegerField(default=0, verbose_name="extra minutes")),
                ("is_broken_off", models.BooleanField(default=False, verbose_name="abandoned")),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "table",
                "ordering": ("round", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "number"), name="table_number_once_per_round"),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)), name="table_number_from_one"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("extra_minutes__gte", 0), ("extra_minutes__lte", 1440)),
                        name="table_minutes_possible",
                        violation_error_message="A table has 0 to 1440 extra minutes.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Part",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField(default=1)),
                ("first_dealer", models.PositiveIntegerField(default=0)),
                ("tallies", models.JSONField(blank=True, default=dict)),
                ("deals_counted", models.PositiveIntegerField(default=0)),
                ("deals_marked", models.PositiveIntegerField(default=0)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="tournaments.table",
                    ),
                ),
                ("accounts", models.JSONField(blank=True, default=list)),
                ("is_over", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name": "part of a sheet",
                "ordering": ("table", "position"),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "position"), name="part_position_once_per_table")
                ],
            },
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(null=True, verbose_name="number")),
                ("record", models.JSONField()),
                ("revision", models.PositiveIntegerField(default=1)),
                (
                    "part",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deals",
                        to="tournaments.part",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deals",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "verbose_name": "deal",
                "ordering": ("table", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="deal_number_once_per_sheet"),
                    models.CheckConstraint(
                        condition=models.Q(("number__isnull", True), ("number__gte", 1), _connector="OR"),
                        name="deal_number_from_one",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("revision__gte", 1)),
                        name="deal_revision_from_one",
                        violation_error_message="The versions of a deal count from 1.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField(verbose_name="seat")),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="accounts",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "part",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="tournaments.part",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "ordering": ("part", "position"),
                "constraints": [
                    models.UniqueConstraint(fields=("part", "position"), name="seat_taken_once"),
                    models.UniqueConstraint(fields=("part", "entrant"), name="entrant_sits_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DirectorCall",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("dispute", "we do not agree on a deal"),
                            ("score", "help with writing down"),
                            ("rules", "a question on the rules"),
                            ("player", "a player is missing or leaves"),
                            ("other", "something else"),
                        ],
                        max_length=10,
                        verbose_name="reason",
                    ),
                ),
                ("at", models.DateTimeField()),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "verbose_name": "call for the director",
                "ordering": ("table", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("reason__in", ["dispute", "score", "rules", "player", "other"])),
                        name="call_reason_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TableLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("generation", models.PositiveIntegerField(default=1)),
                ("token_digest", models.CharField(max_length=64, null=True, unique=True)),
                ("is_revoked", models.BooleanField(default=False)),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="tournaments.table",
                    ),
                ),
                ("key_fingerprint", models.CharField(blank=True, max_length=16)),
            ],
            options={
                "verbose_name": "table link",
                "ordering": ("table", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("generation__gte", 1)),
                        name="table_link_from_one",
                        violation_error_message="The tokens of a link count from 1.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Tries",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("count", models.PositiveIntegerField(default=0)),
                ("last_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "verbose_name": "tries",
                "verbose_name_plural": "tries",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="PasswordLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_digest", models.CharField(max_length=64, unique=True)),
                ("auth_hash", models.CharField(max_length=64)),
                ("expires_at", models.DateTimeField()),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="password_link",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "password link",
                "ordering": ("user",),
            },
        ),
        migrations.CreateModel(
            name="ListColumns",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("headings_digest", models.CharField(max_length=64)),
                ("columns", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="list_columns",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "columns of a list",
                "ordering": ("club", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "headings_digest"), name="list_columns_once_per_club"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ListImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "author_kind",
                    models.CharField(
                        choices=[
                            ("link", "table link"),
                            ("member", "member"),
                            ("paper", "typed from paper"),
                            ("photo", "read from a photo"),
                            ("demo", "demonstration"),
                            ("entrant", "entrant, by PIN"),
                            ("helper", "helper of the evening"),
                        ],
                        max_length=10,
                    ),
                ),
                ("author_id", models.BigIntegerField(null=True)),
                ("entrants", models.JSONField(default=list)),
                ("players", models.JSONField(default=list)),
                ("changes", models.JSONField(default=dict)),
                ("taken_back_at", models.DateTimeField(null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="list_imports",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "list that was taken over",
                "verbose_name_plural": "lists that were taken over",
                "ordering": ("event", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "author_kind__in",
                                ["link", "member", "paper", "photo", "demo", "entrant", "helper"],
                            )
                        ),
                        name="list_author_known",
                        violation_error_message="A list comes from a known author.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="BackupPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.CharField(
                        choices=[("own", "the data folder"), ("second", "the second place")],
                        max_length=10,
                        unique=True,
                    ),
                ),
                (
                    "problem",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("missing", "is not there: plug the stick in, or connect the network folder"),
                            ("full", "is full: free some space there"),
                            ("unwritable", "cannot be written: give Stichtag the right to write there"),
                            ("damaged", "gave back something else than was written: use another stick"),
                        ],
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField(null=True)),
                ("file", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "verbose_name": "place of backups",
                "verbose_name_plural": "places of backups",
                "ordering": ("key",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("key__in", ["own", "second"])),
                        name="backup_place_key_known",
                        violation_error_message="A backup has one of two places.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("problem__in", ["missing", "full", "unwritable", "damaged", ""])),
                        name="backup_place_problem_known",
                        violation_error_message="A place of backups is missing, full, not writable or damaged.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SheetChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
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
                        ],
                        max_length=20,
                    ),
                ),
                ("deal_number", models.PositiveIntegerField(null=True)),
                ("deal_revision", models.PositiveIntegerField(null=True)),
                ("record", models.JSONField(null=True)),
                (
                    "author_kind",
                    models.CharField(
                        choices=[
                            ("link", "table link"),
                            ("member", "member"),
                            ("paper", "typed from paper"),
                            ("photo", "read from a photo"),
                            ("demo", "demonstration"),
                            ("entrant", "entrant, by PIN"),
                            ("helper", "helper of the evening"),
                        ],
                        max_length=10,
                    ),
                ),
                ("author_id", models.BigIntegerField(null=True)),
                ("device", models.CharField(blank=True, max_length=40)),
                ("device_at", models.DateTimeField(null=True)),
                ("at", models.DateTimeField()),
                ("reason_digest", models.CharField(blank=True, max_length=64)),
                ("previous", models.CharField(blank=True, max_length=64)),
                ("digest", models.CharField(max_length=64)),
                (
                    "deal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.deal",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.table",
                    ),
                ),
            ],
            options={
                "verbose_name": "history entry",
                "verbose_name_plural": "history entries",
                "ordering": ("table", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "number"), name="entry_number_once_per_sheet"),
                    models.CheckConstraint(
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
                                ],
                            )
                        ),
                        name="entry_kind_known",
                    ),
                ],
                "db_table": "tournaments_entry",
            },
        ),
        migrations.CreateModel(
            name="Reason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=500, verbose_name="reason")),
                ("salt", models.CharField(max_length=32)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reason",
                        to="tournaments.sheetchange",
                    ),
                ),
            ],
            options={
                "verbose_name": "reason",
                "ordering": ("entry",),
            },
        ),
        migrations.CreateModel(
            name="EventChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
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
                            ("event_closed", "event closed"),
                            ("event_reopened", "event reopened"),
                        ],
                        max_length=20,
                    ),
                ),
                ("facts", models.JSONField(default=dict)),
                (
                    "author_kind",
                    models.CharField(
                        choices=[
                            ("link", "table link"),
                            ("member", "member"),
                            ("paper", "typed from paper"),
                            ("photo", "read from a photo"),
                            ("demo", "demonstration"),
                            ("entrant", "entrant, by PIN"),
                            ("helper", "helper of the evening"),
                        ],
                        max_length=10,
                    ),
                ),
                ("author_id", models.BigIntegerField(null=True)),
                ("at", models.DateTimeField()),
                ("reason_digest", models.CharField(blank=True, max_length=64)),
                ("previous", models.CharField(blank=True, max_length=64)),
                ("digest", models.CharField(max_length=64)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "event history entry",
                "verbose_name_plural": "event history entries",
                "ordering": ("event", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("event", "number"), name="event_entry_number_once"),
                    models.CheckConstraint(
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
                                    "event_closed",
                                    "event_reopened",
                                ],
                            )
                        ),
                        name="event_entry_kind_known",
                    ),
                ],
                "db_table": "tournaments_evententry",
            },
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveIntegerField(blank=True, null=True, verbose_name="round")),
                ("points", models.IntegerField(verbose_name="points")),
                ("is_undone", models.BooleanField(default=False)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="adjustments",
                        to="tournaments.event",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustment",
                        to="tournaments.eventchange",
                    ),
                ),
            ],
            options={
                "verbose_name": "adjustment",
                "ordering": ("event", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("points__gte", -1000000),
                            ("points__lte", 1000000),
                            models.Q(("points", 0), _negated=True),
                        ),
                        name="adjustment_points_possible",
                        violation_error_message="An adjustment is a whole number of points above or below zero, a million at most.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("round_number__gte", 1), ("round_number__isnull", True), _connector="OR"
                        ),
                        name="adjustment_round_from_one",
                        violation_error_message="Rounds count from 1; leave the round empty to adjust the whole event.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventReason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(max_length=500, verbose_name="reason")),
                ("salt", models.CharField(max_length=32)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reason",
                        to="tournaments.eventchange",
                    ),
                ),
            ],
            options={
                "verbose_name": "reason of an event's entry",
                "ordering": ("entry",),
            },
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("fee", "fee"),
                            ("lost_deals", "lost deals"),
                            ("prize", "prize"),
                            ("other", "other"),
                        ],
                        max_length=12,
                        verbose_name="for",
                    ),
                ),
                ("cents", models.IntegerField(verbose_name="amount")),
                ("note", models.CharField(blank=True, max_length=120, verbose_name="note")),
                (
                    "entrant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payment",
                        to="tournaments.eventchange",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="payments",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "payment",
                "ordering": ("event", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["fee", "lost_deals", "prize", "other"])),
                        name="payment_kind_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("points", models.JSONField()),
                ("is_undone", models.BooleanField(default=False)),
                (
                    "deal",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournaments.deal",
                    ),
                ),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ruling",
                        to="tournaments.eventchange",
                    ),
                ),
            ],
            options={
                "verbose_name": "ruling",
                "ordering": ("deal", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_undone", False)),
                        fields=("deal",),
                        name="one_ruling_per_deal_stands",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="StoredResponse",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=255)),
                ("body_digest", models.CharField(max_length=64)),
                ("body", models.JSONField()),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replies",
                        to="tournaments.table",
                    ),
                ),
                (
                    "result",
                    models.CharField(
                        choices=[
                            ("written", "written as a new row"),
                            ("done", "done"),
                            ("taken", "kept: another record stands under this number"),
                            ("stale", "kept: the deal was changed in the meantime"),
                            ("late", "kept: the round was closed"),
                        ],
                        default="done",
                        max_length=10,
                    ),
                ),
            ],
            options={
                "verbose_name": "stored response",
                "verbose_name_plural": "stored responses",
                "ordering": ("table", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "key"), name="reply_key_once_per_sheet"),
                    models.CheckConstraint(
                        condition=models.Q(("result__in", ["written", "done", "taken", "stale", "late"])),
                        name="reply_result_known",
                    ),
                ],
                "db_table": "tournaments_reply",
            },
        ),
        migrations.CreateModel(
            name="PendingDeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("taken", "another record stands under this number"),
                            ("stale", "the deal was changed in the meantime"),
                            ("late", "the round was closed"),
                        ],
                        max_length=10,
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("record", models.JSONField()),
                (
                    "settlement",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("stored", "the stored version was kept"),
                            ("sent", "the sent version was taken"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "author_kind",
                    models.CharField(
                        choices=[
                            ("link", "table link"),
                            ("member", "member"),
                            ("paper", "typed from paper"),
                            ("photo", "read from a photo"),
                            ("demo", "demonstration"),
                            ("entrant", "entrant, by PIN"),
                            ("helper", "helper of the evening"),
                        ],
                        max_length=10,
                    ),
                ),
                ("author_id", models.BigIntegerField(null=True)),
                ("at", models.DateTimeField()),
                (
                    "deal",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parked",
                        to="tournaments.deal",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parked",
                        to="tournaments.table",
                    ),
                ),
                ("device", models.CharField(blank=True, default="", max_length=40)),
                ("device_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "pending deal",
                "ordering": ("table", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("cause__in", ["taken", "stale", "late"])),
                        name="parked_cause_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("settlement__in", ["open", "stored", "sent"])),
                        name="parked_settlement_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("number__gte", 1)),
                        name="parked_number_from_one",
                        violation_error_message="The deals of a sheet count from 1.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "author_kind__in",
                                ["link", "member", "paper", "photo", "demo", "entrant", "helper"],
                            )
                        ),
                        name="parked_author_known",
                        violation_error_message="A deal is sent by a known author.",
                    ),
                ],
                "db_table": "tournaments_parkeddeal",
            },
        ),
        migrations.CreateModel(
            name="StandingsRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="markers",
                        to="tournaments.event",
                    ),
                ),
                ("asked_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "verbose_name": "standings request",
                "ordering": ("id",),
                "db_table": "tournaments_standingsmarker",
            },
        ),
        migrations.CreateModel(
            name="AccountChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("link_made", "link for a new password created"),
                            ("link_used", "new password chosen by a link"),
                            ("password_set", "new password set at the computer"),
                        ],
                        max_length=20,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="account_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "account history entry",
                "verbose_name_plural": "account history entries",
                "ordering": ("user", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["link_made", "link_used", "password_set"])),
                        name="account_entry_kind_known",
                    )
                ],
                "db_table": "tournaments_accountentry",
            },
        ),
        migrations.CreateModel(
            name="DrawConstraint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("apart", "keep apart"),
                            ("partners", "partners, opposite each other"),
                            ("table", "always at this table"),
                            ("seat", "always on this seat"),
                            ("capacity", "at most so many players at this table"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("table", models.PositiveIntegerField(null=True, verbose_name="table")),
                ("number", models.PositiveIntegerField(null=True, verbose_name="number")),
                (
                    "entrant",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes",
                        to="tournaments.event",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wishes_of_others",
                        to="tournaments.entrant",
                    ),
                ),
            ],
            options={
                "verbose_name": "draw constraint",
                "verbose_name_plural": "draw constraints",
                "ordering": ("event", "kind", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["apart", "partners", "table", "seat", "capacity"])),
                        name="wish_kind_known",
                    )
                ],
                "db_table": "tournaments_wish",
            },
        ),
        migrations.CreateModel(
            name="ClubChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("invited", "invitation created"),
                            ("uninvited", "invitation revoked"),
                            ("joined", "invitation accepted"),
                            ("merged", "players merged"),
                            ("unmerged", "merge of players undone"),
                            ("renamed", "club renamed"),
                            ("event_deleted", "event deleted"),
                        ],
                        max_length=20,
                    ),
                ),
                ("facts", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "club history entry",
                "verbose_name_plural": "club history entries",
                "ordering": ("club", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "kind__in",
                                [
                                    "invited",
                                    "uninvited",
                                    "joined",
                                    "merged",
                                    "unmerged",
                                    "renamed",
                                    "event_deleted",
                                ],
                            )
                        ),
                        name="club_entry_kind_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("director", "director"),
                            ("scorer", "scorer"),
                            ("cashier", "cashier"),
                            ("referee", "referee"),
                        ],
                        max_length=20,
                        verbose_name="role",
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="for whom")),
                ("is_for_one_evening", models.BooleanField(default=False, verbose_name="for one evening")),
                ("token_digest", models.CharField(max_length=64, unique=True)),
                ("key_fingerprint", models.CharField(max_length=16)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.club",
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "used_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "ordering": ("club", "id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("role__in", ["owner", "director", "scorer", "cashier", "referee"])
                        ),
                        name="invitation_role_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("is_for_one_evening", True), ("role", "owner"), _negated=True),
                        name="owner_invited_for_good",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PlayerMerge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entries", models.JSONField(default=list)),
                ("shared", models.JSONField(default=list)),
                ("changes", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "duplicate",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="tournaments.player"
                    ),
                ),
                (
                    "kept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="merges",
                        to="tournaments.player",
                    ),
                ),
            ],
            options={
                "verbose_name": "merge of players",
                "verbose_name_plural": "merges of players",
                "ordering": ("kept", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at", None)),
                        fields=("duplicate",),
                        name="one_merge_per_duplicate_stands",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubTemplate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("game", models.CharField(max_length=40, verbose_name="game")),
                ("settings", models.JSONField(default=dict)),
                ("capacities", models.JSONField(default=list)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="templates",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "template of the club",
                "verbose_name_plural": "templates of the club",
                "ordering": ("club", "name"),
                "constraints": [
                    models.UniqueConstraint(fields=("club", "name"), name="template_once_per_club"),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True),
                        name="template_named",
                        violation_error_message="A template has a name.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EventOrigin",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ids", models.JSONField()),
                ("lengths", models.JSONField()),
                ("archive_digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="origins",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "origin of an event",
                "ordering": ("event", "id"),
            },
        ),
        migrations.CreateModel(
            name="ImportedAuthor",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=150)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported_authors",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "author of an imported event",
                "ordering": ("event", "id"),
            },
        ),
        migrations.CreateModel(
            name="PersonalToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80, verbose_name="name")),
                ("hint", models.CharField(max_length=12)),
                ("token_digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "personal token",
                "verbose_name_plural": "personal tokens",
                "ordering": ("user", "-id"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="token_named"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Emblem",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("picture", models.BinaryField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "club",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="emblem",
                        to="tournaments.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "emblem",
                "verbose_name_plural": "emblems",
                "ordering": ("club",),
            },
        ),
        migrations.CreateModel(
            name="SentRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=255)),
                ("digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField()),
                ("body", models.JSONField(null=True)),
                ("headers", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sent_requests",
                        to="tournaments.personaltoken",
                    ),
                ),
            ],
            options={
                "verbose_name": "request of a program",
                "verbose_name_plural": "requests of programs",
                "ordering": ("token", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("token", "key"), name="request_key_once_per_token")
                ],
            },
        ),
        migrations.CreateModel(
            name="MarkedPhoto",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("name", models.CharField(blank=True, max_length=100)),
                ("at", models.DateTimeField()),
                ("upload", models.BinaryField(default=b"")),
                ("page", models.BinaryField(default=b"")),
                ("reading", models.JSONField(null=True)),
                ("answers", models.JSONField(default=dict)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="marked_photos",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "photo of a marked sheet",
                "verbose_name_plural": "photos of marked sheets",
                "ordering": ("round", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("round", "digest"), name="marked_photo_once_per_round")
                ],
            },
        ),
        migrations.CreateModel(
            name="MarkedPlan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fingerprint", models.CharField(max_length=6)),
                ("plan", models.JSONField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="marked_plans",
                        to="tournaments.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "plan of marked sheets",
                "ordering": ("round", "id"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("round", "fingerprint"), name="marked_plan_once_per_round"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("url", models.CharField(max_length=500, verbose_name="address")),
                ("types", models.JSONField(default=list)),
                ("is_active", models.BooleanField(default=True)),
                ("salt", models.CharField(max_length=32)),
                ("key_fingerprint", models.CharField(max_length=16)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("busy_until", models.DateTimeField(null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.club",
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="tournaments.event",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ("club", "id"),
            },
        ),
        migrations.CreateModel(
            name="OutgoingMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("public_id", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("type", models.CharField(max_length=40)),
                ("body", models.TextField()),
                ("made_at", models.DateTimeField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("delivered", "delivered"),
                            ("dead", "not delivered"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("attempt_count", models.PositiveIntegerField(default=0)),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outgoing_messages",
                        to="tournaments.event",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="tournaments.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name": "outgoing message",
                "verbose_name_plural": "outgoing messages",
                "ordering": ("webhook", "id"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "waiting")),
                        fields=["webhook", "due_at"],
                        name="message_due",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["waiting", "delivered", "dead"])),
                        name="message_status_known",
                        violation_error_message="This status is unknown.",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DeliveryAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("milliseconds", models.PositiveIntegerField()),
                ("status", models.PositiveIntegerField(null=True)),
                ("problem", models.CharField(blank=True, max_length=40)),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="tournaments.outgoingmessage",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery attempt",
                "verbose_name_plural": "delivery attempts",
                "ordering": ("message", "id"),
            },
        ),
        migrations.RunPython(make_cache_table, migrations.RunPython.noop),
        migrations.RunPython(set_triggers, drop_triggers),
    ]
