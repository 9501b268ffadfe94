"""Endpoints of published lists, the freeze and the sign-off."""
