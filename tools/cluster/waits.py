"""How long players waited around each loss, and the table that says so."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

Json = dict[str, Any]
MARKS: Final = ("<!-- cluster: written by tools/cluster -->", "<!-- end of cluster -->")


def longest(answers: Iterable[tuple[float, float]], moments: Sequence[float]) -> list[float]:
    """Return, for each moment, the longest wait that ended between it and the next moment.

    An answer is when an action was first asked for and when it was acknowledged.

    >>> longest([(0, 1), (2, 5), (6, 6.5)], [4, 6])
    [3, 0.5]
    """
    most: list[float] = [0.0] * len(moments)
    for asked, answered in answers:
        at = sum(moment <= answered for moment in moments) - 1
        if at >= 0:
            most[at] = max(most[at], answered - asked)
    return most


def summary(waits: Sequence[float]) -> Json:
    """Return the median and the maximum of these waits, in seconds.

    >>> summary([1.0, 2.0, 6.0])
    {'median': 2.0, 'worst': 6.0}
    """
    return {"median": round(statistics.median(waits), 2), "worst": round(max(waits), 2)}


def table(results: Mapping[str, Json]) -> str:
    """Return the results of all losses as a Markdown table."""
    lines = [
        "| taken away | tables | times | longest wait for an acknowledgement, median / worst, s | limit, s "
        "| longest time without news, median / worst, s | acknowledged moves | lost, doubled, stuck |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    lines += [_row(result) for result in results.values()]
    return "\n".join(lines)


def _row(result: Json) -> str:
    wait, news, limit = result["wait_s"], result["without_news_s"], result["limit_s"]
    is_late = limit is not None and max(result["waits_s"]) > limit  # which is one of the faults
    cells = (
        result["title"],
        result["tables"],
        result["times"],
        f"{wait['median']} / {wait['worst']}",
        "" if limit is None else f"{limit:g}{', exceeded' if is_late else ''}",
        f"{news['median']} / {news['worst']}",
        f"{result['acknowledged']:,}",
        result["faults_in_all"] - is_late,
    )
    return f"| {' | '.join(map(str, cells))} |"


def into_document(text: str, results: Mapping[str, Json]) -> str:
    """Return the text of a document with the table between its marks replaced."""
    begin, end = MARKS
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}\n\n{table(results)}\n\n{end}{after}"
