"""The outbox of messages to other programs, and the webhooks that get them."""
