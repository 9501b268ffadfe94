"""Rows of an event, a round or a table are ordered by keys. No table changes."""

from typing import Any

from django.db import migrations


class AtOnce(migrations.SeparateDatabaseAndState):
    """Changes what models say; all are rendered once, not again after each."""

    def state_forwards(self, app_label: str, state: Any) -> None:
        state.__dict__.pop("apps", None)  # what is rendered on demand
        super().state_forwards(app_label, state)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0051_plain_words"),
    ]

    operations = [
        AtOnce(
            state_operations=[
                migrations.AlterModelOptions(
                    name="adjustment",
                    options={"ordering": ("event_id", "id"), "verbose_name": "adjustment"},
                ),
                migrations.AlterModelOptions(
                    name="banner",
                    options={
                        "ordering": ("event_id", "pk"),
                        "verbose_name": "banner",
                        "verbose_name_plural": "banners",
                    },
                ),
                migrations.AlterModelOptions(
                    name="competition",
                    options={"ordering": ("event_id", "number"), "verbose_name": "competition"},
                ),
                migrations.AlterModelOptions(
                    name="deal",
                    options={"ordering": ("table_id", "number"), "verbose_name": "deal"},
                ),
                migrations.AlterModelOptions(
                    name="directorcall",
                    options={"ordering": ("table_id", "id"), "verbose_name": "call for the director"},
                ),
                migrations.AlterModelOptions(
                    name="door",
                    options={
                        "ordering": ("event_id",),
                        "verbose_name": "open door",
                        "verbose_name_plural": "open doors",
                    },
                ),
                migrations.AlterModelOptions(
                    name="draw",
                    options={"ordering": ("event_id", "number"), "verbose_name": "draw"},
                ),
                migrations.AlterModelOptions(
                    name="drawconstraint",
                    options={
                        "ordering": ("event_id", "kind", "id"),
                        "verbose_name": "draw constraint",
                        "verbose_name_plural": "draw constraints",
                    },
                ),
                migrations.AlterModelOptions(
                    name="entrant",
                    options={"ordering": ("event_id", "number"), "verbose_name": "entrant"},
                ),
                migrations.AlterModelOptions(
                    name="eventchange",
                    options={
                        "ordering": ("event_id", "number"),
                        "verbose_name": "event history entry",
                        "verbose_name_plural": "event history entries",
                    },
                ),
                migrations.AlterModelOptions(
                    name="eventorigin",
                    options={"ordering": ("event_id", "id"), "verbose_name": "origin of an event"},
                ),
                migrations.AlterModelOptions(
                    name="helperlink",
                    options={"ordering": ("event_id", "id"), "verbose_name": "helper link"},
                ),
                migrations.AlterModelOptions(
                    name="importedauthor",
                    options={"ordering": ("event_id", "id"), "verbose_name": "author of an imported event"},
                ),
                migrations.AlterModelOptions(
                    name="listimport",
                    options={
                        "ordering": ("event_id", "id"),
                        "verbose_name": "list that was taken over",
                        "verbose_name_plural": "lists that were taken over",
                    },
                ),
                migrations.AlterModelOptions(
                    name="markedphoto",
                    options={
                        "ordering": ("round_id", "id"),
                        "verbose_name": "photo of a marked sheet",
                        "verbose_name_plural": "photos of marked sheets",
                    },
                ),
                migrations.AlterModelOptions(
                    name="markedplan",
                    options={"ordering": ("round_id", "id"), "verbose_name": "plan of marked sheets"},
                ),
                migrations.AlterModelOptions(
                    name="part",
                    options={"ordering": ("table_id", "position"), "verbose_name": "part of a sheet"},
                ),
                migrations.AlterModelOptions(
                    name="payment",
                    options={"ordering": ("event_id", "id"), "verbose_name": "payment"},
                ),
                migrations.AlterModelOptions(
                    name="pendingdeal",
                    options={"ordering": ("table_id", "id"), "verbose_name": "pending deal"},
                ),
                migrations.AlterModelOptions(
                    name="publication",
                    options={"ordering": ("event_id", "number"), "verbose_name": "published list"},
                ),
                migrations.AlterModelOptions(
                    name="round",
                    options={"ordering": ("event_id", "number"), "verbose_name": "round"},
                ),
                migrations.AlterModelOptions(
                    name="screen",
                    options={
                        "ordering": ("event_id", "pk"),
                        "verbose_name": "screen",
                        "verbose_name_plural": "screens",
                    },
                ),
                migrations.AlterModelOptions(
                    name="seat",
                    options={"ordering": ("part_id", "position"), "verbose_name": "seat"},
                ),
                migrations.AlterModelOptions(
                    name="sheetchange",
                    options={
                        "ordering": ("table_id", "number"),
                        "verbose_name": "history entry",
                        "verbose_name_plural": "history entries",
                    },
                ),
                migrations.AlterModelOptions(
                    name="sitout",
                    options={
                        "ordering": ("round_id", "entrant__number"),
                        "verbose_name": "player sitting out",
                    },
                ),
                migrations.AlterModelOptions(
                    name="standings",
                    options={
                        "ordering": ("event_id",),
                        "verbose_name": "standings",
                        "verbose_name_plural": "standings",
                    },
                ),
                migrations.AlterModelOptions(
                    name="standingsrow",
                    options={
                        "ordering": ("event_id", "rank", "entrant__number"),
                        "verbose_name": "line of the standings",
                    },
                ),
                migrations.AlterModelOptions(
                    name="storedresponse",
                    options={
                        "ordering": ("table_id", "id"),
                        "verbose_name": "stored response",
                        "verbose_name_plural": "stored responses",
                    },
                ),
                migrations.AlterModelOptions(
                    name="table",
                    options={"ordering": ("round_id", "number"), "verbose_name": "table"},
                ),
                migrations.AlterModelOptions(
                    name="tablelink",
                    options={"ordering": ("table_id", "id"), "verbose_name": "table link"},
                ),
                migrations.AlterModelOptions(
                    name="team",
                    options={"ordering": ("event_id", "number"), "verbose_name": "team"},
                ),
                migrations.AlterModelOptions(
                    name="timetableentry",
                    options={
                        "ordering": ("event_id", "at"),
                        "verbose_name": "entry of the timetable",
                        "verbose_name_plural": "timetable",
                    },
                ),
                migrations.AlterModelOptions(
                    name="tomboladraw",
                    options={
                        "ordering": ("event_id", "number"),
                        "verbose_name": "drawn name",
                        "verbose_name_plural": "drawn names",
                    },
                ),
                migrations.AlterModelOptions(
                    name="webhook",
                    options={
                        "ordering": ("club_id", "id"),
                        "verbose_name": "webhook",
                        "verbose_name_plural": "webhooks",
                    },
                ),
            ]
        ),
    ]
