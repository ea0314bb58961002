"""Run times of programs."""

import json
import statistics
import time

from .. import _raw


class BenchmarkResult:
    """The times of a run in seconds, one for each repetition."""

    def __init__(self, results):
        self.results = list(results)
        self.mean = statistics.fmean(self.results)
        self.std = statistics.pstdev(self.results)
        self.median = statistics.median(self.results)
        self.min = min(self.results)
        self.max = max(self.results)

    def __str__(self):
        return _raw.benchmarkText(json.dumps(self.results))

    def __repr__(self):
        return f"BenchmarkResult(mean={self.mean}, median={self.median}, min={self.min}, max={self.max})"


def times_of(run, repeat=5, number=5):
    """Takes `repeat` mean times of `number` runs each."""
    results = []
    for _ in range(repeat):
        start = time.perf_counter()
        for _ in range(number):
            run()
        results.append((time.perf_counter() - start) / number)
    return BenchmarkResult(results)
