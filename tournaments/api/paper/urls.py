"""URLs of sheets typed from paper, and of photographs."""

from django.urls import path

from tournaments.api.paper import endpoints, photos, round_photos

EVENT = "events/<any_slug:slug>/"
PHOTOS = EVENT + "rounds/<whole:number>/photos/"
PHOTO = PHOTOS + "<whole:photo_id>/"

urlpatterns = [
    path(EVENT + "sheets/", endpoints.Sheets.as_view(), name="api_sheets"),
    path(EVENT + "photos/", photos.Photos.as_view(), name="api_photos"),
    path(PHOTOS, round_photos.RoundPhotos.as_view(), name="api_round_photos"),
    path(PHOTOS + "store/", round_photos.StoredPhotos.as_view(), name="api_store_photos"),
    path(PHOTO, round_photos.OnePhoto.as_view(), name="api_photo"),
    path(PHOTO + "looked/", round_photos.LookedAt.as_view(), name="api_looked_at"),
    path(PHOTO + "rows/<whole:line>/", round_photos.PhotoRow.as_view(), name="api_photo_row"),
]
