#!/usr/bin/env python3
"""Plants violations of the layers in a small tree and requires that each is found, and nothing else."""

import pathlib
import tempfile
import unittest

import layers

CLEAN = {
    "include/lydite/bytes.h": "#include <array>\n",
    "include/lydite/sha3.h": '#include "lydite/bytes.h"\n',
    "include/lydite/mlkem.h": '#include "lydite/sha3.h"\n',
    "src/base/ct.h": "#include <cstdint>\n#include <valgrind/memcheck.h>\n",
    "src/keccak/permute.h": '#include "src/base/ct.h"\n',
    "src/keccak/permute.cc": '#define HWY_TARGET_INCLUDE "src/keccak/permute.cc"\n#include "hwy/foreach_target.h"\n',
    "src/mlkem/ntt.h": '#include "src/keccak/permute.h"\n#include "lydite/mlkem.h"\n',
    "src/mldsa/ntt.h": "",
    "src/hybrid/kem.h": '#include "src/mlkem/ntt.h"\n',
    "src/encode/pem.h": '#include "src/base/ct.h"\n',
    "src/mlkem/ntt_test.cc": '#include <vector>\n#include "lab/algorithm.h"\nint* p = new int;\n',
    "src/mlkem/testing.h": '#include <vector>\n#include "src/mlkem/ntt.h"\n',
    "lab/algorithm.h": '#include <vector>\n#include "lydite/mlkem.h"\n',
    "lab/catalog/kernels.cc": '#include "src/mlkem/ntt.h"\n',
    "cli/main.cc": '#include "lab/algorithm.h"\n#include "lydite/bytes.h"\n',
    "tests/all_test.cc": '#include "src/mlkem/ntt.h"\n#include "cli/main.cc"\n',
}

# File, text added to it, part of the complaint.
PLANTED = [
    ("src/keccak/permute.h", '#include "src/mlkem/ntt.h"', "keccak must not use mlkem"),
    ("src/keccak/permute.h", '#include "lydite/mlkem.h"', "keccak must not use mlkem"),
    ("include/lydite/sha3.h", '#include "lydite/mlkem.h"', "keccak must not use mlkem"),
    ("src/mlkem/ntt.h", '#include "src/mldsa/ntt.h"', "mlkem must not use mldsa"),
    ("src/mlkem/ntt.h", '#include "src/hybrid/kem.h"', "mlkem must not use hybrid"),
    ("src/mlkem/ntt.h", '#include "src/encode/pem.h"', "mlkem must not use encode"),
    ("src/encode/pem.h", '#include "lydite/mlkem.h"', "encode must not use mlkem"),
    ("src/mlkem/ntt.h", '#include "lab/algorithm.h"', "src must not use lab"),
    ("src/mlkem/ntt.h", '#include "cli/main.cc"', "src must not use cli"),
    ("include/lydite/bytes.h", '#include "src/base/ct.h"', "a public header must not include"),
    ("lab/algorithm.h", '#include "src/mlkem/ntt.h"', "lab must not use src"),
    ("lab/algorithm.h", '#include "cli/main.cc"', "lab must not use cli"),
    ("lab/algorithm.h", '#include "hwy/highway.h"', "only the library knows Highway"),
    ("cli/main.cc", '#include "src/base/ct.h"', "cli must not use src"),
    ("src/novel/new.h", '#include "src/base/ct.h"', "no place in the table"),
    ("src/mlkem/ntt.h", '#include "permute.h"', "not written from the root"),
    ("src/mlkem/ntt.h", '#include "../keccak/permute.h"', "not written from the root"),
    ("src/mlkem/ntt.h", "#include <lydite/mlkem.h>", "written in quotes"),
    ("src/mlkem/ntt.h", '#include "src/mlkem/gone.h"', "does not exist"),
    ("src/mlkem/ntt.h", "#include <vector>", "must not include <vector>"),
    ("src/mlkem/ntt.h", "#  include <iostream>", "must not include <iostream>"),
    ("src/mlkem/ntt.h", "#include <valgrind/memcheck.h>", "must not include <valgrind/memcheck.h>"),
    ("src/mlkem/ntt.h", '#include "src/mlkem/testing.h"', "is for tests only"),
    ("lab/algorithm.h", '#include "identity.h"', "not written from the root"),
    ("src/keccak/permute.cc", '#define HWY_TARGET_INCLUDE "src/keccak/other.cc"', "HWY_TARGET_INCLUDE names"),
    ("src/mlkem/ntt.h", "int* p = new int[3];", "no heap"),
    ("src/mlkem/ntt.h", "void* p = malloc(3);", "no heap"),
    ("src/mlkem/ntt.h", "void f() { throw 1; }", "no exceptions"),
    ("src/mlkem/ntt.h", "std::vector<int> v;", "no containers"),
    ("src/mlkem/ntt.h", "std::string s;", "no containers"),
    ("src/mlkem/ntt.h", 'auto* f = fopen("x", "r");', "no file access"),
    ("src/mlkem/ntt.h", "std::ifstream f;", "no file access"),
    ("src/mlkem/ntt.h", "constexpr double x = 1;", "no floating point"),
    ("src/mlkem/ntt.h", "int a = 1'000; float b; int c = 2'000;", "no floating point"),
    ("src/mlkem/ntt.h", "float f(int x);", "no floating point"),
]

HARMLESS = [
    "// A new float, a double malloc(3) and a throw in a comment.",
    "/* std::vector<int>\n   new */",
    'constexpr char text[] = "new float // throw";',
    "constexpr char quote = '\"'; std::string_view renewed, doubled;",
]


def violations(planted):
    with tempfile.TemporaryDirectory() as root:
        for name, text in (CLEAN | planted).items():
            path = pathlib.Path(root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return layers.check(root)


class LayersTest(unittest.TestCase):
    def test_clean_tree_passes(self):
        self.assertEqual(violations({}), ([], len(CLEAN)))

    def test_each_planted_violation_is_found(self):
        for name, line, complaint in PLANTED:
            with self.subTest(name=name, line=line):
                found, _ = violations({name: CLEAN.get(name, "") + line + "\n"})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"{name}:{CLEAN.get(name, '').count(chr(10)) + 1}: "), found)
                self.assertIn(complaint, found[0])

    def test_comments_and_strings_are_no_code(self):
        for text in HARMLESS:
            with self.subTest(text=text):
                self.assertEqual(violations({"src/mlkem/field.h": text + "\n"})[0], [])

    def test_empty_tree_is_an_error(self):
        with tempfile.TemporaryDirectory() as root:
            self.assertEqual(layers.main(["layers.py", root]), 1)


if __name__ == "__main__":
    unittest.main()
