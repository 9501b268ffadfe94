"""Screens in the hall: what each shows, how, and when it was last seen."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.clubs import Club
from tournaments.models.constraints import not_empty, one_of, within
from tournaments.models.event import Entrant, Event

MOST_PARTS = 12
LANGUAGES = [(code, name) for code, name in settings.LANGUAGES]


class Shows(models.TextChoices):
    """What a screen shows."""

    EVENING = "evening", _("follows the evening")
    SEATS = "seats", _("seats by surname")
    TABLES = "tables", _("seats by table")
    STANDINGS = "standings", pgettext_lazy("screen", "standings")
    RACE = "race", _("the leaders, deal by deal")
    CLOCK = "clock", pgettext_lazy("screen", "clock")
    MISSING = "missing", _("who is missing")
    TIMETABLE = "timetable", pgettext_lazy("screen", "timetable")
    BIG_GAMES = "big_games", _("the last big games")
    PODIUM = "podium", _("the first three")
    TEXT = "text", pgettext_lazy("screen", "a text")
    PICTURE = "picture", _("a picture")
    WIFI = "wifi", pgettext_lazy("screen", "Wi-Fi")
    TOMBOLA = "tombola", pgettext_lazy("screen", "tombola")
    COMPETITIONS = "competitions", pgettext_lazy("screen", "competitions")
    PRIZES = "prizes", pgettext_lazy("screen", "prize table")


class Screen(models.Model):
    """A television, projector or tablet in the hall, under its name.

    `code` is its short address, which anybody may open: it shows only what is public. `switched_to` is what
    the director shows on it for now, empty for what it usually `shows`. `lines` 0: as large as fits. A list
    over several screens is cut into `parts`, of which this one shows `part`. `digest` is that of its
    picture, `seen_at` is when it was last there.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="screens")
    name = models.CharField(_("name"), max_length=40)
    code = models.CharField(max_length=8, unique=True, editable=False)
    shows = models.CharField(_("shows"), max_length=12, choices=Shows, default=Shows.EVENING)
    switched_to = models.CharField(max_length=12, choices=Shows, blank=True)
    switched_at = models.DateTimeField(null=True)
    switched_by = models.CharField(max_length=150, blank=True)
    lines = models.PositiveSmallIntegerField(_("lines"), default=0)
    part = models.PositiveSmallIntegerField(_("part shown"), default=1)
    parts = models.PositiveSmallIntegerField(_("parts in all"), default=1)
    is_light = models.BooleanField(_("dark letters on a light ground"), default=False)
    language = models.CharField(_("language"), max_length=10, choices=LANGUAGES, blank=True)
    text = models.TextField(pgettext_lazy("screen", "text"), max_length=300, blank=True)
    picture = models.BinaryField(null=True)
    digest = models.CharField(max_length=16, blank=True, editable=False)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("event_id", "pk")
        verbose_name = _("screen")
        verbose_name_plural = _("screens")
        constraints = [
            models.UniqueConstraint(fields=("event", "name"), name="screen_name_once_per_event"),
            not_empty("screen_named", _("A screen has a name.")),
            one_of("shows", Shows, "screen_shows_known", _("A screen shows one of its choices.")),
            one_of(
                "switched_to", Shows, "screen_switch_known", _("A screen shows one of its choices."), also=""
            ),
            within("parts", 1, MOST_PARTS, "screen_parts", _("A list is shown on 1 to 12 screens.")),
            models.CheckConstraint(
                condition=Q(part__gte=1) & Q(part__lte=F("parts")),
                name="screen_part_of_parts",
                violation_error_message=_("A part lies between 1 and the number of parts."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Banner(models.Model):
    """A line over the screens of an event, its page and its pads; over one screen if it names one.

    It ends at `ends_at`, or when it is taken down, which deletes it.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="banners")
    screen = models.ForeignKey(Screen, models.CASCADE, null=True, blank=True, related_name="banners")
    text = models.CharField(_("text of the banner"), max_length=120)
    put_by = models.CharField(max_length=150, blank=True)
    put_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("event_id", "pk")
        verbose_name = _("banner")
        verbose_name_plural = _("banners")
        constraints = [
            models.CheckConstraint(
                condition=~Q(text=""),
                name="banner_has_text",
                violation_error_message=_("A banner has a text."),
            ),
        ]

    def __str__(self) -> str:
        return self.text


class TimetableEntry(models.Model):
    """A time of the day of an event, and what happens then: “List 1”, “Prize-giving”."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="timetable")
    at = models.DateTimeField(_("at"))
    what = models.CharField(_("what happens"), max_length=60)

    class Meta:
        ordering = ("event_id", "at")
        verbose_name = _("entry of the timetable")
        verbose_name_plural = _("timetable")
        constraints = [
            models.UniqueConstraint(fields=("event", "at"), name="timetable_one_thing_at_a_time"),
            models.CheckConstraint(
                condition=~Q(what=""),
                name="timetable_says_what",
                violation_error_message=_("An entry of the timetable says what happens."),
            ),
        ]

    def __str__(self) -> str:
        return self.what


class Wifi(models.Model):
    """The Wi-Fi of a club's hall: its name, and its password, which is empty in an open network.

    Only organisers see it, and whoever scans its code where they show it: on papers, on a screen switched to
    it and, `is_on_screens`, beside the other code of every screen.
    """

    club = models.OneToOneField(Club, models.CASCADE, related_name="wifi")
    name = models.CharField(_("name of the Wi-Fi"), max_length=32)
    password = models.CharField(_("password"), max_length=63, blank=True)
    is_hidden = models.BooleanField(_("hidden network"), default=False)
    is_on_screens = models.BooleanField(_("its code stands on the screens"), default=False)

    class Meta:
        ordering = ("club",)
        verbose_name = pgettext_lazy("network", "Wi-Fi")
        verbose_name_plural = pgettext_lazy("network", "Wi-Fi")
        constraints = [not_empty("wifi_named", _("A Wi-Fi has a name."))]

    def __str__(self) -> str:
        return self.name


class TombolaDraw(models.Model):
    """A name drawn in the tombola; `seed` and the start `numbers` that took part give the same name again."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="tombola")
    number = models.PositiveIntegerField(_("number"))
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="won")
    prize = models.CharField(_("what was won"), max_length=60, blank=True)
    seed = models.CharField(max_length=32)
    numbers = models.JSONField(default=list)
    drawn_at = models.DateTimeField()

    class Meta:
        ordering = ("event_id", "number")
        verbose_name = _("drawn name")
        verbose_name_plural = _("drawn names")
        constraints = [
            models.UniqueConstraint(fields=("event", "number"), name="tombola_number_once_per_event"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.entrant}"
