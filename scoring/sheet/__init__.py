"""One table's sheet: its fold, the operations that change it, its refusals and its JSON."""
