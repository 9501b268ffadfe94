"""URLs: public pages, the sign-off, ranks explained and files."""

from django.urls import path

from tournaments.views.pages.prefixes import EVENT, ORGANISE
from tournaments.views.publishing import (
    charts,
    exports,
    papers,
    pdf,
    public_pages,
    published_lists,
    rank_explanation,
    sign_off,
)

urlpatterns = [
    path("", public_pages.home, name="home"),
    path("lists/", published_lists.check_list, name="check_list"),
    path("lists/<uuid:public_id>/", published_lists.published_list, name="published_list"),
    path("clubs/<any_slug:slug>/", public_pages.club, name="club"),
    path(EVENT, public_pages.event, name="event"),
    path(EVENT + "live/", public_pages.event_live, name="event_live"),
    path(EVENT + "entrants/<whole:number>/rank/", rank_explanation.rank_explanation, name="rank_explanation"),
    path(EVENT + "charts/", charts.charts, name="charts"),
    path(EVENT + "standings.csv", exports.standings_csv, name="standings_csv"),
    path(EVENT + "standings.xlsx", exports.standings_xlsx, name="standings_xlsx"),
    path(EVENT + "standings.json", exports.standings_json, name="standings_json"),
    path(EVENT + "rounds.csv", exports.rounds_csv, name="rounds_csv"),
    path(EVENT + "feed.atom", exports.feed, name="feed"),
    path(EVENT + "embed/", exports.embed, name="embed"),
    path(EVENT + "preview.png", exports.preview, name="preview"),
    path(ORGANISE + "sign-off-checklist/", sign_off.sign_off_checklist, name="sign_off_checklist"),
    path(ORGANISE + "sign-off/", sign_off.sign, name="sign_off"),
    path(ORGANISE + "count-played/", sign_off.count_played, name="count_played_rounds"),
    path(EVENT + "standings.pdf", pdf.standings, name="standings_pdf"),
    path(EVENT + "rounds/<whole:number>.pdf", pdf.round_results, name="round_pdf"),
    path(EVENT + "rounds/<whole:number>/sheets.pdf", pdf.round_sheets, name="round_sheets_pdf"),
    path(EVENT + "tables/<uuid:public_id>/sheet.pdf", pdf.sheet, name="sheet_pdf"),
    path(EVENT + "tables/<uuid:public_id>/", public_pages.sheet, name="sheet"),
    path(EVENT + "tables/<uuid:public_id>/live/", public_pages.sheet_live, name="sheet_live"),
    path(ORGANISE + "papers/", papers.papers, name="papers"),
    path(ORGANISE + "papers.pdf", papers.papers_pdf, name="papers_pdf"),
    path(ORGANISE + "results.pdf", pdf.results, name="results_pdf"),
    path(ORGANISE + "certificates.pdf", pdf.certificates, name="certificates_pdf"),
    path(ORGANISE + "publish/", published_lists.publish, name="publish"),
    path(ORGANISE + "show/", published_lists.show_to_all, name="show_event"),
    path(ORGANISE + "freeze/", published_lists.freeze, name="freeze"),
]
