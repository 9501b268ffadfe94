"""What a tournament does with results: sheets, standings. Pure; knows the rules, knows no database."""
