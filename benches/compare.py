#!/usr/bin/env python3
"""The scoring engine beside numpy and scikit-criteria, in one run, as ratios.

    pip install numpy scikit-criteria
    cargo build --release --example score_bench
    python benches/compare.py [target/release/examples/score_bench]

Bare times of a shared machine mean nothing; a ratio from alternating rounds does. Each round times all three; the
median of the rounds' ratios is printed. All score alternatives x criteria by a weighted sum and rank them.
"""

import json
import statistics
import subprocess
import sys
import time

import numpy as np

ROUNDS = 5
SIZES = [(100, 12), (1_000, 12), (10_000, 12), (100_000, 12)]


def median_us(work, runs=9):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e6)
    return statistics.median(times)


def with_numpy(values, weights):
    return np.argsort(-(values @ weights), kind="stable")


def with_scikit_criteria(values, weights):
    import skcriteria as skc
    from skcriteria.agg.simple import WeightedSumModel

    matrix = skc.mkdm(values, [max] * values.shape[1], weights=weights)
    return WeightedSumModel().evaluate(matrix).rank_


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else "target/release/examples/score_bench"
    random = np.random.default_rng(42)
    others = {"numpy": with_numpy, "scikit-criteria": with_scikit_criteria}
    ratios = {}
    for _ in range(ROUNDS):
        own = json.loads(subprocess.run([binary], check=True, capture_output=True).stdout)["score_and_rank"]
        for alternatives, criteria in SIZES:
            values = random.uniform(0, 100, (alternatives, criteria))
            weights = np.full(criteria, 1 / criteria)
            size = f"{alternatives} x {criteria}"
            for name, work in others.items():
                try:
                    theirs = median_us(lambda: work(values, weights))
                except ImportError:
                    continue
                ratios.setdefault((size, name), []).append(theirs / own[size])
    print("times as fast as, median of", ROUNDS, "alternating rounds")
    for (size, name), found in ratios.items():
        print(f"{size:>12}  {name:<16} {statistics.median(found):10.1f}")


if __name__ == "__main__":
    main()
