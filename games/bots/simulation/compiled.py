"""Compilation of plain modules by numba: a second copy of a module with compiled functions.

The first copy stays plain Python; tests and benches compare the two.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import numba

_NUMBA_OPTIONS: Final = {"error_model": "numpy"}


def compile_module(module: ModuleType, *uses: ModuleType) -> ModuleType:
    """Return a copy of a module whose functions in `COMPILED` numba compiles on first use.

    `uses` are the compiled copies of other modules whose functions this one calls. Compiled code is
    cached beside the source for the next process, where that can be written. Cached functions that
    call each other recursively would crash: all but one of them belong in `INLINED`, which makes
    them part of that one.
    """
    name = f"{module.__name__}_compiled"
    spec = importlib.util.spec_from_file_location(name, module.__file__)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    sys.modules[name] = copy  # where what was compiled before looks for its names
    spec.loader.exec_module(copy)
    for used in uses:
        for function in (*used.COMPILED, *getattr(used, "INLINED", ())):
            name = function.__name__
            if hasattr(copy, name):
                setattr(copy, name, getattr(used, name))
    with _folder_of_this_code(Path(str(module.__file__))):
        for function in copy.COMPILED:
            setattr(copy, function.__name__, _compiled(function))
        for function in getattr(copy, "INLINED", ()):
            setattr(
                copy, function.__name__, numba.njit(inline="always", **_NUMBA_OPTIONS)(function)
            )
    return copy


@contextlib.contextmanager
def _folder_of_this_code(module: Path) -> Iterator[None]:
    """Set numba's cache folder, within the block, to one named by a hash of all code involved.

    That is the code of the simulation and of the module's package: by itself numba notices changes
    of a function's own file, but not of those it calls.
    """
    original = numba.config.CACHE_DIR
    if not original:
        folder = Path(__file__).parent
        files = {*folder.glob("*.py"), *module.parent.glob("*.py")}
        code = b"".join(path.read_bytes() for path in sorted(files))
        cache = folder / "__pycache__" / f"numba-{hashlib.sha256(code).hexdigest()[:12]}"
        with contextlib.suppress(OSError):
            cache.mkdir(parents=True, exist_ok=True)
            if os.access(cache, os.W_OK):
                numba.config.CACHE_DIR = str(cache)
    try:
        yield
    finally:
        numba.config.CACHE_DIR = original


def _compiled(function: Any) -> Any:
    """Return a compiled function, cached where a folder for that can be written."""
    try:
        return numba.njit(cache=bool(numba.config.CACHE_DIR), **_NUMBA_OPTIONS)(function)
    except RuntimeError:  # no folder for the cache can be written
        return numba.njit(**_NUMBA_OPTIONS)(function)
