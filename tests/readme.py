#!/usr/bin/env python3
"""The tables of README.md follow from the published evidence: compares them, or rewrites the tables with `fix`.

usage: readme.py [fix]
"""
import csv
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
END = "<!-- end of table -->\n"
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


def read(data: str) -> tuple[dict, str]:
    """The rows of a data set by algorithm, operation and target, and its best target."""
    with open(ROOT / data / "report.csv", newline="", encoding="utf-8") as file:
        rows = {(row["algorithm"], row["operation"], row["target"]): row for row in csv.DictReader(file)}
    targets = ("AVX3_DL", "AVX3", "AVX2", "SSE4", "SCALAR", "NEON")
    return rows, min((target for _, _, target in rows if target), key=targets.index)


def cycles(row: dict) -> str:
    return f"~{count(row['estimated_core_cycles'])}" if row["estimated_core_cycles"] else "–"


def first_light(data: str) -> str:
    rows, best = read(data)
    lines = ["| operation | median | 95 % interval | ticks | core cycles (estimate) | AVX2 | ÷ libgcrypt | ÷ libcrypto |",
             "|---|---:|---:|---:|---:|---:|---:|---:|"]
    for title, algorithm, operation in OURS:
        row = rows[algorithm, operation, best]
        avx2 = rows.get((algorithm, operation, "AVX2"))
        cells = [title, time(float(row["median_ns"])),
                 f"{time(float(row['interval_low_ns']))} – {time(float(row['interval_high_ns']))}", count(row["median_ticks"]),
                 cycles(row),
                 time(float(avx2["median_ns"])) if avx2 else "",
                 ratio(row, rows.get((f"{algorithm}:libgcrypt", operation, ""))),
                 ratio(row, rows.get((f"{algorithm}:libcrypto", operation, "")))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


FOG = {
    "evidence/fog-kem": [
        (f"{name} {words}", algorithm, operation)
        for name, algorithm in (("MLKEM768-X25519", "mlkem768-x25519"), ("X-Wing", "x-wing"))
        for words, operation in (("key generation", "keygen"), ("encapsulation", "encaps"), ("decapsulation", "decaps"),
                                 ("decapsulation, prepared key", "decaps_prepared"))
    ],
}
UNITS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}


def fog(data: str) -> str:
    """Medians, beside what others published."""
    rows, best = read(data)
    reference = json.loads((ROOT / data / "campaign.json").read_text(encoding="utf-8"))["reference"]
    published = {(row["algorithm"], row["operation"]): row["value"] * UNITS[row["unit"]] for row in reference["rows"]}
    lines = ["| operation | time | ticks | core cycles (estimate) | reference ÷ ours |", "|---|---:|---:|---:|---:|"]
    for title, algorithm, operation in FOG[data]:
        row = rows.get((algorithm, operation, best)) or rows[algorithm, operation, ""]
        ticks = float(row["median_ticks"])
        ns = ticks / float(row["ref_hz"]) * 1e9
        other = published.get((algorithm, operation))
        lines.append(f"| {title} | {time(ns)} | {count(str(ticks))} | {cycles(row)} | {f'{other / ns:.1f}' if other else ''} |")
    return "\n".join(lines) + "\n"


TABLES = {"evidence/first-light": first_light, "evidence/fog-kem": fog}


def rewritten(text: str) -> str:
    for data, table in TABLES.items():
        head, rest = text.split(f"<!-- table from {data} -->\n")
        text = head + f"<!-- table from {data} -->\n" + table(data) + END + rest.split(END, 1)[1]
    return text


def main() -> int:
    path = ROOT / "README.md"
    text = path.read_text(encoding="utf-8")
    wanted = rewritten(text)
    if sys.argv[1:] == ["fix"]:
        path.write_text(wanted, encoding="utf-8")
        return 0
    if text != wanted:
        print("README.md: a table is not that of the evidence; tests/readme.py fix rewrites it", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
