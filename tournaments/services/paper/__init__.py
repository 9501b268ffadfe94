"""Import paper sheets into an event: check two files and report every problem, or store them."""

from tournaments.services.paper.files import PaperFiles, with_labels, with_likely_sheets
from tournaments.services.paper.findings import Finding
from tournaments.services.paper.importing import (
    Report,
    create_event_from_paper,
    import_paper,
    preview_paper,
)

__all__ = [
    "Finding",
    "PaperFiles",
    "Report",
    "create_event_from_paper",
    "import_paper",
    "preview_paper",
    "with_labels",
    "with_likely_sheets",
]
