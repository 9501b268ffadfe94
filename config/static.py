"""Static files under names that change with their content, also where one script imports another."""

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class HashedStorage(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
