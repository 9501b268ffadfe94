"""From folded sheets to standings: methods, tie-breaks, teams, series, prizes."""
