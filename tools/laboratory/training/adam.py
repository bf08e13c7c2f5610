"""The Adam optimiser: steps of a net's weights by the running mean and size of their gradients."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Weights = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]
"""Weights of the first, second and last layer of a net, or gradients of these."""


class Adam:
    """Optimiser that changes a net's weights in place along gradients of a value that should grow."""

    def __init__(self, net: Weights, memory: float = 0.99) -> None:
        self._net, self._memory, self._steps = net, memory, 0
        self._means = [np.zeros_like(each) for each in net]
        self._squares = [np.zeros_like(each) for each in net]

    def climb(self, gradients: Weights, rate: float) -> None:
        """Change the net's weights in place, by steps of about `rate` along these gradients."""
        self._steps += 1
        rest = 1 - self._memory
        parts = zip(self._net, gradients, self._means, self._squares, strict=True)
        for weights, slope, mean, square in parts:
            mean += 0.1 * (slope - mean)
            square += rest * (slope * slope - square)
            size = np.sqrt(square / (1 - self._memory**self._steps)) + 1e-7
            weights += rate * mean / (1 - 0.9**self._steps) / size
