"""Pages of teams and competitions."""
