#!/usr/bin/env python3
"""The table of README.md follows from the published evidence: compares them, or rewrites the table with `fix`.

usage: readme.py [fix]
"""
import csv
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = "evidence/first-light"
BEGIN, END = f"<!-- table from {DATA} -->\n", "<!-- end of table -->\n"
OURS = [
    ("Keccak-f[1600], one state", "keccak-f1600-x1", "permute"),
    ("Keccak-f[1600], four states together", "keccak-f1600-x4", "permute"),
    ("Keccak-f[1600], eight states together", "keccak-f1600-x8", "permute"),
    ("SHA3-256, 128 KiB", "sha3-256", "hash_131072"),
    ("SHA3-256, four objects of 128 KiB together", "sha3-256", "hash4_131072"),
    ("SHA3-256, 8 MiB", "sha3-256", "hash_8388608"),
] + [
    (f"ML-KEM-{size} {words}", f"ml-kem-{size}", operation)
    for size in (512, 768, 1024)
    for words, operation in (
        ("key generation", "keygen"),
        ("encapsulation", "encaps"),
        ("decapsulation", "decaps"),
        ("encapsulation, prepared key", "encaps_prepared"),
        ("decapsulation, prepared key", "decaps_prepared"),
    )
]


def time(ns: float) -> str:
    for unit, size in (("ms", 1e6), ("µs", 1e3), ("ns", 1)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def count(text: str) -> str:
    return f"{round(float(text)):,}" if text else "–"


def ratio(ours: dict, other: dict | None) -> str:
    return f"{float(ours['median_ns']) / float(other['median_ns']):.2f}" if other else ""


def table() -> str:
    with open(ROOT / DATA / "report.csv", newline="", encoding="utf-8") as file:
        rows = {(row["algorithm"], row["operation"], row["target"]): row for row in csv.DictReader(file)}
    best = next(row["target"] for (algorithm, _, _), row in rows.items() if algorithm == "keccak-f1600-x1")
    lines = ["| operation | median | 95 % interval | ticks | core cycles (estimate) | AVX2 | ÷ libgcrypt | ÷ libcrypto |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for title, algorithm, operation in OURS:
        row = rows[algorithm, operation, best]
        avx2 = rows.get((algorithm, operation, "AVX2"))
        cells = [title, time(float(row["median_ns"])),
                 f"{time(float(row['interval_low_ns']))} – {time(float(row['interval_high_ns']))}", count(row["median_ticks"]),
                 f"~{count(row['estimated_core_cycles'])}" if row["estimated_core_cycles"] else "–",
                 time(float(avx2["median_ns"])) if avx2 else "",
                 ratio(row, rows.get((f"{algorithm}:libgcrypt", operation, ""))),
                 ratio(row, rows.get((f"{algorithm}:libcrypto", operation, "")))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    path = ROOT / "README.md"
    text = path.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    wanted = head + BEGIN + table() + END + tail
    if sys.argv[1:] == ["fix"]:
        path.write_text(wanted, encoding="utf-8")
        return 0
    if text != wanted:
        print(f"README.md: the table is not that of {DATA}; tests/readme.py fix rewrites it", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
