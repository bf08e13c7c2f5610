"""Reading metrics in tests: what a block added to them."""

from __future__ import annotations

from contextlib import contextmanager

from prometheus_client.parser import text_string_to_metric_families

from games.live.core import metrics


def samples(text: str | None = None) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """(name, labels) -> value, of this process or of an exposition's text."""
    text = metrics.exposition().decode() if text is None else text
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


class Added:
    def __init__(self) -> None:
        self._before = samples()

    def __call__(self, name: str, **labels: str) -> float:
        key = (name, tuple(sorted(labels.items())))
        return samples().get(key, 0.0) - self._before.get(key, 0.0)

    def all(self, name: str) -> float:
        """Over all labels."""
        after = samples()
        return sum(
            value - self._before.get(key, 0.0) for key, value in after.items() if key[0] == name
        )


@contextmanager
def added():
    """Gives a function that says by how much a sample has grown since."""
    yield Added()
