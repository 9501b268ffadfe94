"""URLs: clubs and accounts."""

from django.urls import path

from tournaments.views.clubs import (
    accounts,
    club,
    helper_links,
    joining,
    member_register,
    members,
    merging,
    privacy,
    tokens,
)
from tournaments.views.pages.prefixes import ORGANISE

urlpatterns = [
    path("new-club/", club.new_club, name="new_club"),
    path("h/<str:token>", helper_links.helper_link, name="helper_link"),
    path("i/<str:token>", joining.invitation_link, name="invitation_link"),
    path("invitation/", joining.invitation, name="invitation"),
    path("p/<str:token>", accounts.password_link, name="password_link"),
    path("new-password/", accounts.new_password, name="new_password"),
    path("account/", accounts.account, name="account"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<whole:token_id>/revoke/", tokens.revoke, name="revoke_token"),
    path("clubs/<any_slug:slug>/members/", members.members, name="members"),
    path("clubs/<any_slug:slug>/emblem/", club.change_emblem, name="change_emblem"),
    path("clubs/<any_slug:slug>/emblem/<str:emblem>.png", club.emblem, name="emblem"),
    path("clubs/<any_slug:slug>/rename/", members.rename, name="rename_club"),
    path("clubs/<any_slug:slug>/members/<whole:member_id>/", members.change_member, name="change_member"),
    path(
        "clubs/<any_slug:slug>/members/<whole:member_id>/password/",
        members.member_password,
        name="member_password",
    ),
    path("clubs/<any_slug:slug>/invitations/", joining.invitations, name="invitations"),
    path(
        "clubs/<any_slug:slug>/invitations/<whole:invitation_id>/revoke/",
        joining.revoke,
        name="revoke_invitation",
    ),
    path("clubs/<any_slug:slug>/register/", member_register.member_register, name="member_register"),
    path("clubs/<any_slug:slug>/players/<whole:player_id>/merge/", merging.merge, name="merge_players"),
    path(
        "clubs/<any_slug:slug>/players/<whole:player_id>/merges/<whole:merge_id>/undo/",
        merging.undo,
        name="undo_merge",
    ),
    path(ORGANISE + "helpers/", helper_links.helpers, name="helpers"),
    path(ORGANISE + "helpers/<whole:link_id>/revoke/", helper_links.revoke, name="revoke_helper"),
    path(ORGANISE + "players/<whole:entrant_id>/shown-as/", privacy.show_as, name="show_as"),
    path(ORGANISE + "players/<whole:entrant_id>/anonymise/", privacy.anonymise, name="anonymise"),
]
