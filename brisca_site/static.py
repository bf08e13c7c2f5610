"""How static files are hashed and compressed."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes names in the imports of ES modules too, so that everything is cached for ever."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 40
    """A name settles only when those it builds on have: as many rounds as modules stand in a row."""

    _imports = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns
    _js_module_import_aggregation_patterns = (
        _imports[0],
        tuple(pattern for pattern in _imports[1] if r"import\(" not in pattern[0]),
    )
    """Without `import("...")`, which stands in comments alone, where types are named; types may
    name each other, and names that are served hold the hashes of what they import."""
