"""Pages of the webhooks of a club."""
