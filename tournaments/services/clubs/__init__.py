"""Clubs: members, invitations, passwords, throttling, anonymising."""
