"""English as read in Europe, where the clubs are: 25 November 2026, 17:54."""
