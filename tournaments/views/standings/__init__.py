"""Pages of the decisions on points: rulings and adjustments."""
