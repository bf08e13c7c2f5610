"""Hands plain functions to numba: a second copy of a module, every function of it compiled.

The first copy stays plain Python, which is what tests and benches compare with.
"""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import Any, Final

import numba

_HOW: Final = {"error_model": "numpy"}


def compile_module(module: ModuleType, uses: ModuleType | None = None) -> ModuleType:
    """A copy of this module with the functions that its `COMPILED` names compiled, on first use.

    `uses` is the compiled copy of another module whose functions this one calls. Without it what was compiled is kept beside the code or in the user's cache, where one can be written.
    """
    name = f"{module.__name__}_compiled"
    spec = importlib.util.spec_from_file_location(name, module.__file__)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    sys.modules[name] = copy  # where what was compiled before looks for its names
    spec.loader.exec_module(copy)
    for function in uses.COMPILED if uses is not None else ():
        name = function.__name__
        if hasattr(copy, name):
            setattr(copy, name, getattr(uses, name))
    for function in copy.COMPILED:
        # kept is only what one file says: numba sees the changes of that file alone
        setattr(copy, function.__name__, _compiled(function, kept=uses is None))
    return copy


def _compiled(function: Any, *, kept: bool) -> Any:
    try:
        return numba.njit(cache=kept, **_HOW)(function)
    except RuntimeError:  # no folder for the cache can be written
        return numba.njit(**_HOW)(function)
