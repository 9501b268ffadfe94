"""Marked sheets of a round, their photographs, and sheets beside the totals on their paper."""
