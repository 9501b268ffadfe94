"""How the API and its description are made; `config/settings.py` takes both."""

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_METADATA_CLASS": None,  # the API does not support OPTIONS
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "tournaments.api.http.errors.handle",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Stichtag",
    "DESCRIPTION": "Club tournaments for card games at physical tables.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "TAGS": [  # in the order of an evening
        {"name": name}
        for name in (
            "clubs",
            "games",
            "events",
            "entrants",
            "draws",
            "rounds",
            "tables",
            "table",
            "sheets",
            "rulings",
            "money",
            "competitions",
            "publishing",
            "hall",
            "series",
            "archives",
            "webhooks",
        )
    ],
    "PATH_CONVERTER_OVERRIDES": {
        "whole": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
        "any_slug": {"type": "string"},
    },
    "ENUM_NAME_OVERRIDES": {  # the names stay when another field gets the name of a field
        "OrganisedRoundStatusEnum": "tournaments.models.RoundStatus.values",
        "DryRunEnum": ["true", "false"],
        "KindEnum": "tournaments.models.PaymentKind.values",
        "ShowsEnum": "tournaments.models.Shows.values",
        "ConstraintKindEnum": "tournaments.models.DrawConstraintKind.values",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "tournaments.api.http.schema.close_bodies",
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
