"""Named constraints for the choices and ranges of the models; the migration before mends old rows."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_mended_facts"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("points__gte", -1000000),
                    ("points__lte", 1000000),
                    models.Q(("points", 0), _negated=True),
                ),
                name="adjustment_points_possible",
                violation_error_message="An adjustment is a whole number of points above or below zero, a million at most.",
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(("round_number__gte", 1), ("round_number__isnull", True), _connector="OR"),
                name="adjustment_round_from_one",
                violation_error_message="Rounds count from 1; leave the round empty to adjust the whole event.",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True),
                name="club_named",
                violation_error_message="A club has a name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="deal",
            constraint=models.CheckConstraint(
                condition=models.Q(("revision__gte", 1)),
                name="deal_revision_from_one",
                violation_error_message="The versions of a deal count from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=models.Q(("first_round__gte", 1)),
                name="draw_first_round_from_one",
                violation_error_message="Rounds count from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.CheckConstraint(
                condition=models.Q(("rounds_wanted__gte", 1)),
                name="draw_rounds_from_one",
                violation_error_message="A draw has one round at least.",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("leaver_rule__in", ["unplaced", "lowest", "keeps", ""])),
                name="entrant_leaver_rule_known",
                violation_error_message="A player who leaves early is not placed, gets the lowest result or keeps theirs.",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("pin_generation__gte", 1)),
                name="entrant_pin_from_one",
                violation_error_message="The PINs of a player count from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True),
                name="event_named",
                violation_error_message="An event has a name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("missing_deals__in", ["left_out", "zero"])),
                name="event_missing_deals_known",
                violation_error_message="Missing deals are left out or count as zero.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("leaver_rule__in", ["unplaced", "lowest", "keeps"])),
                name="event_leaver_rule_known",
                violation_error_message="A player who leaves early is not placed, gets the lowest result or keeps theirs.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("confirms__in", ["never", "deals", "sheets"])),
                name="event_confirms_known",
                violation_error_message="Results are confirmed never, deal by deal or sheet by sheet.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("language__in", ["", "en", "de", "ja"])),
                name="event_language_known",
                violation_error_message="The wall and papers are in one of the languages on offer.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("planned_rounds__gte", 1), ("planned_rounds__lte", 99)),
                    ("planned_rounds__isnull", True),
                    _connector="OR",
                ),
                name="event_planned_rounds_possible",
                violation_error_message="An event has 1 to 99 rounds; leave the number empty while it is open.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("round_minutes__gte", 1), ("round_minutes__lte", 1440)),
                    ("round_minutes__isnull", True),
                    _connector="OR",
                ),
                name="event_round_minutes_possible",
                violation_error_message="A round has 1 to 1440 minutes; leave the number empty where none are set.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("places__gte", 1), ("places__lte", 9999)),
                    ("places__isnull", True),
                    _connector="OR",
                ),
                name="event_places_possible",
                violation_error_message="An event has 1 to 9999 places; leave the number empty where there is no limit.",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("fee_cents__gte", 0), ("fee_cents__lte", 10000000)),
                name="event_fee_possible",
                violation_error_message="A fee is 0 to 100,000 euros.",
            ),
        ),
        migrations.AddConstraint(
            model_name="helperlink",
            constraint=models.CheckConstraint(
                condition=models.Q(("generation__gte", 1)),
                name="helper_link_from_one",
                violation_error_message="The tokens of a link count from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="parkeddeal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("author_kind__in", ["link", "member", "paper", "demo", "entrant", "helper"])
                ),
                name="parked_author_known",
                violation_error_message="A deal is sent by a known author.",
            ),
        ),
        migrations.AddConstraint(
            model_name="parkeddeal",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)),
                name="parked_number_from_one",
                violation_error_message="The deals of a sheet count from 1.",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True),
                name="player_named",
                violation_error_message="A player has a name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(("shown_as__in", ["full", "short", "number"])),
                name="player_shown_as_known",
                violation_error_message="A player is shown by the full name, by a short one or by the start number.",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("minutes__gte", 1), ("minutes__lte", 1440)),
                    ("minutes__isnull", True),
                    _connector="OR",
                ),
                name="round_minutes_possible",
                violation_error_message="A round has 1 to 1440 minutes; leave the number empty where none are set.",
            ),
        ),
        migrations.AddConstraint(
            model_name="series",
            constraint=models.CheckConstraint(
                condition=models.Q(("name", ""), _negated=True),
                name="series_named",
                violation_error_message="A series has a name.",
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.CheckConstraint(
                condition=models.Q(("extra_minutes__gte", 0), ("extra_minutes__lte", 1440)),
                name="table_minutes_possible",
                violation_error_message="A table has 0 to 1440 extra minutes.",
            ),
        ),
        migrations.AddConstraint(
            model_name="tablelink",
            constraint=models.CheckConstraint(
                condition=models.Q(("generation__gte", 1)),
                name="table_link_from_one",
                violation_error_message="The tokens of a link count from 1.",
            ),
        ),
    ]
