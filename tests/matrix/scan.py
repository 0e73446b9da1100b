#!/usr/bin/env python3
"""Fails on a division instruction, or a call to a division helper, in the library's object files.

Dividing takes a time that depends on the operands (KyberSlash). divisions.txt names the functions where a division
touches public data only: one pattern of the demangled name a line, and why.
"""

import pathlib
import re
import subprocess
import sys

DIVISION = re.compile(
    r"^\s*[0-9a-f]+:\s+(?P<what>i?div[bwlq]?|v?div[sp][sdh]|fi?divr?p?[sl]?|udiv|sdiv|fdiv"
    r"|(?:call|callq|bl|jmp)\s+.*__(?:u?div|u?mod|u?divmod)[dts]i[34])\b")
CALL = re.compile(r"R_\w+\s+(__(?:u?div|u?mod|u?divmod)[dts]i[34])\b")
FUNCTION = re.compile(r"^[0-9a-f]+ <(?P<name>.*)>:$")


def divisions(listing):
    """(function, instruction) for each division in a disassembly."""
    function = "?"
    for line in listing.splitlines():
        if match := FUNCTION.match(line):
            function = match.group("name")
        elif match := DIVISION.match(line):
            yield function, match.group("what")
        elif match := CALL.search(line):
            yield function, match.group(1)


def disassemble(path):
    command = ["llvm-objdump-19", "--disassemble", "--reloc", "--demangle", "--no-show-raw-insn", str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def allowed_patterns():
    lines = pathlib.Path(__file__).with_name("divisions.txt").read_text(encoding="utf-8").splitlines()
    return [re.compile(line.split("  ")[0]) for line in lines if line.strip() and not line.startswith("#")]


def main(arguments):
    allowed = allowed_patterns()
    objects = sorted(pathlib.Path(arguments[1]).rglob("*.o"))
    functions, problems = 0, []
    for path in objects:
        listing = disassemble(path)
        functions += len(re.findall(FUNCTION.pattern, listing, re.M))
        problems += [f"{path.name}: {what} in {function}" for function, what in divisions(listing)
                     if not any(pattern.search(function) for pattern in allowed)]
    print("\n".join(problems + [f"{functions} functions in {len(objects)} files, {len(problems)} divisions"]))
    return 1 if problems or functions == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
