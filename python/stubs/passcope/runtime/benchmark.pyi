# Made by python/tools/describe.py.
"""Times of runs."""

from typing import Any

class BenchmarkResult:
    """The seconds that a run took, in each repetition."""
    def __init__(self, results: Any) -> None: ...
    def __str__(self) -> str: ...
    def __repr__(self) -> str: ...

def times_of(run: Any, repeat: Any = 5, number: Any = 5) -> Any:
    """The mean time of `number` runs, `repeat` times."""
