"""Pages of sheets on paper: files, photographs, and the totals at the foot of a sheet."""
