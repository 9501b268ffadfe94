"""The draw: constraints, the search, drafts and swaps."""
