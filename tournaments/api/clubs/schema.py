"""OpenAPI descriptions of the endpoints of clubs."""

from tournaments.api.clubs import shapes, shapes_sent
from tournaments.api.http.schema_of_programs import listing, reading, writing

TAG = "clubs"
CLUBS = listing("clubs", TAG, shapes.ClubShape)
CREATE = writing(
    "create_club", TAG, shapes.OneClub, status=201,
    body=shapes_sent.ClubName, example={"name": "Prisdorfer Kartenrunde"},
)  # fmt: skip
CLUB = reading("club", TAG, shapes.OneClub)
RENAME = writing(
    "rename_club", TAG, shapes.OneClub, is_matched=True,
    body=shapes_sent.ClubName, example={"name": "Kartenrunde Prisdorf"},
)  # fmt: skip
MEMBERS = listing("members", TAG, shapes.MemberShape)
ADD_MEMBER = writing(
    "add_member", TAG, shapes.MemberShape, status=201,
    body=shapes_sent.NewMember, example={"username": "ben", "role": "scorer"},
)  # fmt: skip
MEMBER = reading("member", TAG, shapes.MemberShape)
CHANGE_MEMBER = writing(
    "change_member", TAG, shapes.MemberShape, is_matched=True,
    body=shapes_sent.RoleSent, example={"role": "director"},
)  # fmt: skip
REMOVE_MEMBER = writing("remove_member", TAG, None, status=204, is_matched=True)
PLAYERS = listing("players", TAG, shapes.RegisterShape)
PLAYER = reading("player", TAG, shapes.RegisterShape)
CHANGE_PLAYER = writing(
    "change_player", TAG, shapes.RegisterShape, is_matched=True,
    body=shapes_sent.PlayerChanges, example={"categories": ["women"], "member_number": "17"},
)  # fmt: skip
FORGET_PLAYER = writing("forget_player", TAG, None, status=204, is_matched=True)
MERGE = writing("merge_players", TAG, shapes.MergeShape, body=shapes_sent.Merging, example={"duplicate": 12})
MERGES = listing("merges", TAG, shapes.StandingMerge)
UNDO_MERGE = writing("undo_merge", TAG, None, status=204)
SET_EMBLEM = writing(
    "set_emblem",
    TAG,
    shapes.EmblemShape,
    status=201,
    body={"multipart/form-data": shapes.EmblemSent},
    example={"picture": "emblem.png"},
)
REMOVE_EMBLEM = writing("remove_emblem", TAG, None, status=204)
INVITATIONS = listing("invitations", TAG, shapes.InvitationShape)
INVITE = writing(
    "invite_member", TAG, shapes.InvitationShape, status=201,
    body=shapes_sent.NewInvitation, example={"role": "scorer", "name": "Ben", "is_for_one_evening": True},
)  # fmt: skip
REVOKE_INVITATION = writing("revoke_invitation", TAG, None, status=204)
HELPERS = listing("helpers", "events", shapes.HelperShape)
INVITE_HELPER = writing(
    "invite_helper", "events", shapes.HelperShape, status=201,
    body=shapes_sent.NewHelper, example={"role": "cashier", "name": "The door"},
)  # fmt: skip
REVOKE_HELPER = writing("revoke_helper", "events", None, status=204)
