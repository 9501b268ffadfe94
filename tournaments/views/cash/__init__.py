"""Pages of the cash desk and the prizes."""
