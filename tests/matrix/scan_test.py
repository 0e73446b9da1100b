#!/usr/bin/env python3
"""Plants divisions, compiled for size by both compilers, and requires that the scan finds each."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import scan  # noqa: E402

PLANTED = {
    "quotient": "unsigned quotient(unsigned x, unsigned y) { return x / y; }",
    "remainder": "int remainder(int x, int y) { return x % y; }",
    "wide": "unsigned __int128 wide(unsigned __int128 x, unsigned __int128 y) { return x / y; }",
    "real": "double real(double x, double y) { return x / y; }",
}
# The division of KyberSlash: g++ multiplies at -O2, and divides when it compiles for size.
COMPRESS = "unsigned compress(unsigned x) { return ((x << 4) + 1664) / 3329; }"
HARMLESS = "unsigned divide_like(unsigned x) { return x * 5039u >> 24; }"
COMPILERS = ["g++", "clang++-19", "aarch64-linux-gnu-g++"]


def findings(compiler, code):
    with tempfile.TemporaryDirectory() as folder:
        source, target = pathlib.Path(folder) / "planted.cc", pathlib.Path(folder) / "planted.o"
        source.write_text(code + "\n", encoding="utf-8")
        subprocess.run([compiler, "-Os", "-c", str(source), "-o", str(target)], check=True)
        return [function for function, _ in scan.divisions(scan.disassemble(target))]


class ScanTest(unittest.TestCase):
    def test_planted_divisions_are_found(self):
        for compiler in COMPILERS:
            for name, code in PLANTED.items():
                with self.subTest(compiler=compiler, name=name):
                    self.assertTrue(any(name in function for function in findings(compiler, code)))

    def test_division_by_a_constant_is_found(self):
        self.assertEqual(findings("g++", COMPRESS), ["compress(unsigned int)"])

    def test_multiplication_is_none(self):
        for compiler in COMPILERS:
            self.assertEqual(findings(compiler, HARMLESS), [])

    def test_nothing_to_scan_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(scan.main(["scan.py", folder]), 1)


if __name__ == "__main__":
    unittest.main()
