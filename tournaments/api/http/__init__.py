"""Shared by all endpoints: strict request parsing, authentication, JSON refusals, the OpenAPI description."""
