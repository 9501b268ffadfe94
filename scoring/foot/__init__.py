"""The totals at the foot of a paper sheet: do they agree, and which slip of the pen explains it."""
