#!/usr/bin/env python3
"""An import beside sqlite3's own, in one run, as ratios.

    cargo build --release
    python3 benches/import.py [target/release/steelyard] [rows]

Both read the same file of offers, then one of prices, into an empty database. `steelyard import --release` parses, checks every value and
reference, compares with the catalogue, looks for implausible values and publishes a release in one transaction; `sqlite3` runs `.import`
and `create index`. Rounds alternate, the order turns round each time, and what is compared is the time from start to end, and the
processor time beside it: the medians of the rounds' ratios are printed. Let nothing else run meanwhile.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 5


def files(folder, rows):
    offers = folder / "offers.csv"
    with open(offers, "w", encoding="utf-8") as file:
        file.write("offer_id,vendor_id,instance_type,accelerator_id,accelerator_count,vcpu,ram_gib,region,area,available,source,url,as_of,grade,note\n")
        for n in range(rows):
            file.write(f"bench-{n},aws,type.{n},h100-sxm,8,96,1024,region-{n % 60},us,true,price list,https://example.org/{n},2026-11-01,C,\n")
    prices = folder / "prices.csv"
    with open(prices, "w", encoding="utf-8") as file:
        file.write("offer_id,plan,hourly,upfront,currency,completeness,as_of,source,url,grade,note\n")
        for n in range(rows):
            file.write(f"bench-{n},on_demand,{30 + n % 50}.{n % 997:06},,USD,all_in,2026-11-01,price list,https://example.org/{n},C,\n")
    return offers, prices


def timed(*command):
    """Seconds from start to end, and seconds of processor."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    ended, after = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended - begun, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "target/release/steelyard"
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 65_000
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tables = dict(zip(["offer", "price"], files(folder, rows)))
        ratios = {table: [] for table in tables}
        for round_number in range(ROUNDS):
            ours, theirs = folder / f"ours-{round_number}.db", folder / f"theirs-{round_number}.db"
            subprocess.run([program, "release", "list", "--database-url", f"sqlite://{ours}"], check=True, stdout=subprocess.DEVNULL)
            for table, path in tables.items():
                work = {
                    "ours": [program, "import", path, "--release", "--database-url", f"sqlite://{ours}"],
                    "theirs": ["sqlite3", theirs, f".import --csv {path} {table}", f"create index {table}_id on {table} (offer_id)"],
                }
                order = sorted(work, reverse=round_number % 2 == 0)
                times = {who: timed(*work[who]) for who in order}
                (our_time, our_work), (their_time, their_work) = times["ours"], times["theirs"]
                ratios[table].append((their_time / our_time, their_work / our_work))
                print(
                    f"round {round_number + 1}, {rows} rows of {table}s: ours {our_time:.2f} s (processor {our_work:.2f} s),"
                    f" sqlite3 {their_time:.2f} s ({their_work:.2f} s)",
                    flush=True,
                )
        for table, found in ratios.items():
            whole, work = (statistics.median(column) for column in zip(*found))
            print(f"{table}s: {whole:.2f} of the rows per second that sqlite3 takes, {work:.2f} per second of processor")


if __name__ == "__main__":
    os.environ.pop("DATABASE_URL", None)
    sys.exit(main())
