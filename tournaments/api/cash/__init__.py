"""Endpoints of fees, payments, prizes and the cash closing."""
