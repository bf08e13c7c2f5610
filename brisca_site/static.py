"""How static files are hashed and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes names in the imports of ES modules too, so that everything is cached for ever."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 40
    """A name settles only when those it builds on have: as many rounds as modules stand in a row."""
