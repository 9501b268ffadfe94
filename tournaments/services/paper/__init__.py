"""Paper sheets into an event: check two files, say everything that is wrong with them, or store them."""

from tournaments.services.paper.findings import Finding
from tournaments.services.paper.importing import (
    PaperFiles,
    Report,
    create_event_from_paper,
    import_paper,
    preview_paper,
)
from tournaments.services.paper.keeping import drop_files, find_files, keep_files

__all__ = [
    "Finding",
    "PaperFiles",
    "Report",
    "create_event_from_paper",
    "drop_files",
    "find_files",
    "import_paper",
    "keep_files",
    "preview_paper",
]
