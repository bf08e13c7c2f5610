"""Steps of a net's weights by their gradients, each by its mean and its size so far (Adam)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Weights = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]
"""The weights of the first layer, of the second and of the last, or gradients of these."""


class Adam:
    """Steps that change weights in place so that what the gradients are of grows."""

    def __init__(self, net: Weights, memory: float = 0.99) -> None:
        self._net, self._memory, self._steps = net, memory, 0
        self._means = [np.zeros_like(each) for each in net]
        self._squares = [np.zeros_like(each) for each in net]

    def climb(self, steep: Weights, rate: float) -> None:
        """Change the weights by steps of about this length; `steep` are the gradients."""
        self._steps += 1
        rest = 1 - self._memory
        parts = zip(self._net, steep, self._means, self._squares, strict=True)
        for weights, slope, mean, square in parts:
            mean += 0.1 * (slope - mean)
            square += rest * (slope * slope - square)
            size = np.sqrt(square / (1 - self._memory**self._steps)) + 1e-7
            weights += rate * mean / (1 - 0.9**self._steps) / size
