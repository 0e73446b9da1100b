#!/usr/bin/env python3
"""Reads the include graph and fails on an arrow that ARCHITECTURE section 3 does not allow.

Also fails on what the library must not use: the heap, exceptions, streams, files, floating point.
"""

import pathlib
import re
import sys

ROWS = [
    {"base", "field"},
    {"keccak"},
    {"hash", "aez", "poseidon", "classical"},
    {"mlkem", "adkex", "xmss"},
    {"mldsa"},  # short products in the ring of ML-KEM
    {"sphinx", "hybrid", "composite"},
]
RANK = {folder: rank for rank, row in enumerate(ROWS) for folder in row}

# Which folder of src/ a public header is the surface of.
SURFACE = {
    "bytes.h": "base", "cpu.h": "base", "entropy.h": "base", "result.h": "base", "version.h": "base",
    "sha3.h": "keccak",
    "mlkem.h": "mlkem",
    "mldsa.h": "mldsa",
    "x25519.h": "classical", "ed25519.h": "classical", "sha2.h": "classical",
    "composite.h": "composite",
    "blake2.h": "hash",
    "hybrid.h": "hybrid",
    "encode.h": "encode",
}

# Part of the project -> parts that it may include from, itself aside.
PARTS = {
    "include": set(),
    "src": {"include"},
    "lab": {"include"},
    "cli": {"include", "lab"},
    "worker": {"lab"},
    "keystore": {"include"},
    "compat": {"include", "keystore"},
    "examples": {"include"},
    "tests": {"include", "src", "lab", "cli", "fuzz"},
    "fuzz": {"include", "src", "lab", "tests"},
}

SYSTEM_HEADERS = set(
    "algorithm array bit cassert climits compare concepts cstddef cstdint cstring functional initializer_list limits numeric optional "
    "span string_view tuple type_traits utility immintrin.h arm_neon.h".split())
# Declared exceptions: file -> system headers that only it may include.
SYSTEM_EXCEPTIONS = {
    "src/base/cpu.cc": {"cpuid.h"},
    "src/base/entropy.cc": {"sys/random.h", "cerrno"},
    "src/base/ct.h": {"valgrind/memcheck.h"},
    "src/classical/sha2.cc": {"openssl/sha.h"},
    "src/classical/base_point.cc": {"sodium/crypto_scalarmult_ed25519.h"},
    "src/classical/ed25519.cc": {"sodium/crypto_core_ed25519.h"},
    "src/classical/x25519.cc": {"sodium/core.h", "sodium/crypto_scalarmult_curve25519.h"},
}

# Made by the build: file -> generated headers that only it may include.
GENERATED = {"lab/evidence/build.cc": {"identity.h"}}

BANNED = [
    ("heap", r"\bnew\b|\bdelete\s*[\[\w]|\b(malloc|calloc|realloc|aligned_alloc|free)\s*\(|\b(unique|shared)_ptr\b"),
    ("exceptions", r"\bthrow\b|\btry\b|\bcatch\b"),
    ("containers that allocate", r"\bstd::(vector|string|deque|list|map|set|function|unordered_\w+)\b"),
    ("streams", r"\bstd::(cout|cerr|clog|cin|ostream|istream|stringstream)\b|\bprintf\b"),
    ("file access", r"\b(fopen|fread|fwrite|open|openat|mmap|opendir)\s*\(|\b[io]?fstream\b|\bstd::filesystem\b|\bFILE\b"),
    ("floating point", r"\b(float|double|long double)\b"),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.M)
SELF_INCLUDE = re.compile(r'^\s*#\s*define\s+HWY_TARGET_INCLUDE\s+"([^"]+)"', re.M)
TOKENS = re.compile(r'\b\d[\w\']*|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)


def strip(text):
    """The code without comments, strings and character literals; line numbers stay."""
    return TOKENS.sub(lambda match: "\n" * match.group().count("\n") + " ", text)


def is_test(path):
    return path.startswith(("tests/", "fuzz/")) or path.endswith(("_test.cc", "_test.h", "/testing.h"))


def library_folder(path):
    """The folder of src/ that a file of src/ or include/lydite/ belongs to, or None."""
    parts = path.split("/")
    if parts[0] == "src":
        return parts[1] if len(parts) > 2 else None
    return SURFACE.get("/".join(parts[2:]))


def check_library_arrow(path, target):
    source_folder, target_folder = library_folder(path), library_folder(target)
    for name, folder in ((path, source_folder), (target, target_folder)):
        if folder != "encode" and folder not in RANK:
            return f"{name} has no place in the table of layers (tests/layers.py)"
    if source_folder == target_folder or target_folder == "base":
        return None
    if source_folder == "encode" or target_folder == "encode" or RANK[target_folder] >= RANK[source_folder]:
        return f"{source_folder} must not use {target_folder}"
    return None


def check_include(root, path, style, name):
    """What is wrong with one include line, or None."""
    target = f"include/{name}" if name.startswith("lydite/") or name == "lydite.h" else name
    part, target_part = path.split("/")[0], target.split("/")[0]
    if target_part not in PARTS:
        if style == '"' and not name.startswith("hwy/") and name not in GENERATED.get(path, set()):
            return f'"{name}" is not written from the root of the repository'
        if part in ("src", "include") and not is_test(path) and not name.startswith("hwy/"):
            if name not in SYSTEM_HEADERS | SYSTEM_EXCEPTIONS.get(path, set()):
                return f"the library must not include <{name}>"
        return "only the library knows Highway" if name.startswith("hwy/") and part in ("lab", "cli") else None
    if style == "<" and part != "examples":
        return f"<{name}> belongs to the project and is written in quotes"
    if not (root / target).is_file():
        return f'"{name}" does not exist'
    if is_test(path):
        return None
    if is_test(target):
        return f"{name} is for tests only"
    if part in ("src", "include") and target_part in ("src", "include"):
        if part == "include" and target_part == "src":
            return f"a public header must not include {name}"
        return check_library_arrow(path, target)
    if path.startswith("lab/catalog/") and target_part == "src":
        return None  # kernel rows time the library's inner functions
    if target_part != part and target_part not in PARTS[part]:
        return f"{part} must not use {target_part} ({name})"
    return None


def check_file(root, path):
    text = (root / path).read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        problem = check_include(root, path, match.group(1), match.group(2))
        if problem:
            yield text.count("\n", 0, match.start(2)) + 1, problem
    for match in SELF_INCLUDE.finditer(text):
        if match.group(1) != path:
            yield text.count("\n", 0, match.start(1)) + 1, f"HWY_TARGET_INCLUDE names {match.group(1)}"
    if path.startswith(("src/", "include/")) and not is_test(path):
        code = strip(text)
        for what, pattern in BANNED:
            for match in re.finditer(pattern, code):
                yield code.count("\n", 0, match.start()) + 1, f"no {what} in the library: {match.group().strip()}"


def sources(root):
    for part in sorted(PARTS):
        for suffix in ("*.h", "*.cc"):
            for path in sorted((root / part).rglob(suffix)):
                yield path.relative_to(root).as_posix()


def check(root):
    """Every violation below root as "file:line: what is wrong", and the number of files read."""
    root = pathlib.Path(root)
    files = list(sources(root))
    return [f"{path}:{line}: {problem}" for path in files for line, problem in check_file(root, path)], len(files)


def main(arguments):
    problems, count = check(arguments[1] if len(arguments) > 1 else pathlib.Path(__file__).parents[1])
    print("\n".join(problems + [f"{count} files, {len(problems)} violations of the layers"]))
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
