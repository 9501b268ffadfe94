"""URLs of clubs, their members and their players."""

from django.urls import path

from tournaments.api.clubs import emblems, endpoints, invitations, register

CLUB = "clubs/<any_slug:slug>/"
EVENT = "events/<any_slug:slug>/"
PLAYER = CLUB + "players/<whole:player_id>/"

urlpatterns = [
    path("clubs/", endpoints.Clubs.as_view(), name="api_clubs"),
    path(CLUB, endpoints.OneClub.as_view(), name="api_club"),
    path(CLUB + "members/", endpoints.Members.as_view(), name="api_members"),
    path(CLUB + "members/<whole:member_id>/", endpoints.OneMember.as_view(), name="api_member"),
    path(CLUB + "emblem/", emblems.ClubEmblem.as_view(), name="api_emblem"),
    path(CLUB + "invitations/", invitations.Invitations.as_view(), name="api_invitations"),
    path(
        CLUB + "invitations/<whole:invitation_id>/",
        invitations.OneInvitation.as_view(),
        name="api_invitation",
    ),
    path(EVENT + "helpers/", invitations.Helpers.as_view(), name="api_helpers"),
    path(EVENT + "helpers/<whole:link_id>/", invitations.OneHelper.as_view(), name="api_helper"),
    path(CLUB + "players/", register.Players.as_view(), name="api_players"),
    path(PLAYER, register.OnePlayer.as_view(), name="api_player"),
    path(PLAYER + "merge/", register.Merging.as_view(), name="api_merge"),
    path(PLAYER + "merge/<whole:merge_id>/", register.OneMerge.as_view(), name="api_undo_merge"),
]
