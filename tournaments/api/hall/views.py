"""Endpoints of the hall: screens, banners, the timetable, the door, the Wi-Fi."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.hall.shapes import (
    BannerList,
    BannerOfHall,
    DrawnName,
    EveningNumbersShape,
    Move,
    NameToDraw,
    NewBanner,
    NewScreen,
    NewTimetable,
    NewWifi,
    ScreenChange,
    ScreenList,
    ScreenShape,
    Switch,
    Switched,
    TimetableOfHall,
    WifiShape,
    timetable_facts,
)
from tournaments.api.http.objects import or_404
from tournaments.api.http.views import Editable, OfEvent
from tournaments.models import Banner, Screen, TombolaDraw
from tournaments.selectors.clubs.permissions import Right
from tournaments.selectors.hall.evening_numbers import numbers_json
from tournaments.selectors.hall.screens import banners_up, get_event_screen, timetable_as_typed, wifi_of
from tournaments.services.hall.hall import draw_name, move_timetable, set_timetable, set_wifi
from tournaments.services.hall.screens import (
    add_screens,
    change_screen,
    put_banner,
    remove_screen,
    switch_screens,
    take_down,
)


class OfHall(OfEvent):
    """Endpoints of what is told to the hall."""

    @property
    def who(self) -> str:
        """Return the name under which directors see who switched."""
        return str(self.request.user.get_username())

    def screen_of(self, sent: dict[str, Any]) -> Screen | None:
        """Take the screen out of a body; None for all. Raises Http404 for one that is not of the event."""
        screen_id = sent.pop("screen", None)
        return None if screen_id is None else or_404(get_event_screen(self.event, screen_id))


@extend_schema(tags=["hall"])
class ScreenViewSet(OfHall, Editable):
    """The screens of an event; pictures are uploaded on the page of the screens."""

    queryset = Screen.objects.defer("picture").select_related("event")
    serializer_class = ScreenShape
    lookup_url_kwarg = "screen_id"

    @extend_schema(operation_id="screens", responses=ScreenShape(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the screens, what each shows and whether it is alive."""
        return self.page()

    @extend_schema(operation_id="add_screens", request=NewScreen, responses={201: ScreenList})
    def create(self, request: Request, slug: str) -> Response:
        """Add a screen, or several that share one list."""
        added = add_screens(event=self.event, **self.sent(NewScreen))
        return Response(ScreenList({"results": added}).data, 201)

    @extend_schema(operation_id="screen")
    def retrieve(self, request: Request, slug: str, screen_id: int) -> Response:
        """Return the screen, with the ETag that a change needs."""
        return self.answer(self.get_object())

    @extend_schema(operation_id="change_screen", request=ScreenChange)
    def partial_update(self, request: Request, slug: str, screen_id: int) -> Response:
        """Replace what is sent."""
        return self.answer(change_screen(screen=self.seen(), **self.sent(ScreenChange)))

    @extend_schema(operation_id="remove_screen")
    def destroy(self, request: Request, slug: str, screen_id: int) -> Response:
        """Remove the screen; its address ends."""
        remove_screen(screen=self.seen())
        return Response(status=204)

    @extend_schema(operation_id="switch_screens", request=Switch, responses={200: Switched})
    @action(detail=False, methods=["post"], url_path="switch", url_name="switch_screens")
    def switch(self, request: Request, slug: str) -> Response:
        """Show something on one screen or on all, until they are switched again."""
        event, sent = self.event, self.sent(Switch)
        screen = self.screen_of(sent)
        return Response({"switched": switch_screens(event=event, screen=screen, who=self.who, **sent)})


@extend_schema(tags=["hall"])
class BannerViewSet(OfHall):
    """The banners that are up."""

    queryset = Banner.objects.all()
    serializer_class = BannerOfHall
    pagination_class = None

    @extend_schema(operation_id="banners", responses=BannerList)
    def list(self, request: Request, slug: str) -> Response:
        """List the banners that are up, the newest first."""
        return Response(BannerList({"results": banners_up(self.event)}).data)

    @extend_schema(operation_id="put_banner", request=NewBanner)
    def create(self, request: Request, slug: str) -> Response:
        """Put a banner over one screen, or over all, the event's page and the pads."""
        event, sent = self.event, self.sent(NewBanner)
        screen = self.screen_of(sent)
        return self.answer(put_banner(event=event, screen=screen, who=self.who, by=self.author, **sent), 201)

    @extend_schema(operation_id="take_down_banners", responses={204: None})
    def take_down(self, request: Request, slug: str) -> Response:
        """Take all banners down."""
        take_down(event=self.event, by=self.author)
        return Response(status=204)


@extend_schema(tags=["hall"])
class TimetableViewSet(OfHall):
    """The timetable of an event."""

    serializer_class = TimetableOfHall

    def shown(self) -> Response:
        """Return the timetable as it is now."""
        return self.answer(timetable_facts(self.event, timetable_as_typed(self.event)))

    @extend_schema(operation_id="timetable")
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return the timetable."""
        return self.shown()

    @extend_schema(operation_id="set_timetable", request=NewTimetable)
    def update(self, request: Request, slug: str) -> Response:
        """Replace the timetable."""
        set_timetable(event=self.event, by=self.author, **self.sent(NewTimetable))
        return self.shown()

    @extend_schema(operation_id="move_timetable", request=Move, responses={200: TimetableOfHall})
    def move(self, request: Request, slug: str) -> Response:
        """Move all that is still to come."""
        move_timetable(event=self.event, by=self.author, **self.sent(Move))
        return self.shown()


@extend_schema(tags=["hall"])
class TombolaViewSet(OfHall):
    """The tombola."""

    queryset = TombolaDraw.objects.select_related("entrant")
    serializer_class = DrawnName
    ordering = "number"

    @extend_schema(operation_id="drawn_names", responses=DrawnName(many=True))
    def list(self, request: Request, slug: str) -> Response:
        """List the names that were drawn."""
        return self.page()

    @extend_schema(operation_id="draw_name", request=NameToDraw)
    def create(self, request: Request, slug: str) -> Response:
        """Draw a name of those who are here."""
        return self.answer(draw_name(event=self.event, by=self.author, **self.sent(NameToDraw)), 201)


@extend_schema(tags=["hall"])
class NumbersViewSet(OfHall):
    """The numbers of the evening."""

    serializer_class = EveningNumbersShape

    @extend_schema(operation_id="evening_numbers")
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return people by club and age, guests, and what was played."""
        return self.answer(numbers_json(self.event))


@extend_schema(tags=["hall"])
class WifiViewSet(OfHall):
    """The Wi-Fi of the hall; only who directs reads it."""

    right_to_read = Right.DIRECT
    serializer_class = WifiShape

    @extend_schema(operation_id="wifi")
    def retrieve(self, request: Request, slug: str) -> Response:
        """Return the Wi-Fi; 404 if nobody has typed it."""
        return self.answer(or_404(wifi_of(self.event.club)))

    @extend_schema(operation_id="set_wifi", request=NewWifi, responses={200: WifiShape, 204: None})
    def update(self, request: Request, slug: str) -> Response:
        """Store the Wi-Fi for the club; an empty name removes it."""
        wifi = set_wifi(event=self.event, by=self.author, **self.sent(NewWifi))
        return Response(status=204) if wifi is None else self.answer(wifi)
