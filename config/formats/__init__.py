"""How dates are said, where Django says them otherwise than a club of that language."""
