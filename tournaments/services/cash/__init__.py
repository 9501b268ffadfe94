"""Money: payments and prizes."""
