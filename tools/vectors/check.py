#!/usr/bin/env python3
"""Checks vectors/ with a second set of independent implementations: hashlib, and OpenSSL 3.5 or later through
pyca/cryptography for ML-KEM-768 and ML-KEM-1024. Usage: check.py [FOLDER]"""
import hashlib
import pathlib
import sys

from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives.asymmetric import mlkem

ROOT = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2] / "vectors"
PRIVATE = {"ML-KEM-768": mlkem.MLKEM768PrivateKey, "ML-KEM-1024": mlkem.MLKEM1024PrivateKey}


def records(path):
    for block in path.read_text("ascii").split("\n\n")[1:]:
        pairs = (line.partition(" =") for line in block.strip().split("\n"))
        yield {name: text.lstrip() for name, _, text in pairs}


def value(record, name):
    return bytes.fromhex(record[name])


def check_hash(name, record):
    message = value(record, "msg")
    if "out" in record:
        size = int(record["outlen"])
        return hashlib.new(name.replace("shake", "shake_"), message).digest(size) == value(record, "out")
    return hashlib.new(name.replace("-", "_"), message).digest() == value(record, "md")


def check_chain(name, record):
    digest = value(record, "seed")
    for i in range(5):
        for _ in range(1000):
            digest = hashlib.new(name.replace("-", "_"), digest).digest()
        if digest != value(record, f"md.{i}"):
            return False
    return True


def check_blake2b(record):
    out = value(record, "out")
    return hashlib.blake2b(value(record, "in"), digest_size=len(out), key=value(record, "key")).digest() == out


def key_of(record, seed):
    return PRIVATE[record["set"]].from_seed_bytes(seed)


def check_keygen(record):
    key = key_of(record, value(record, "d") + value(record, "z"))
    return key.public_key().public_bytes_raw() == value(record, "ek")


def check_decaps(record):
    try:
        secret = key_of(record, value(record, "seed")).decapsulate(value(record, "c"))
    except ValueError:
        return record["result"] == "invalid"
    return record["result"] == "valid" and secret == value(record, "k")


def main():
    checked = failed = 0
    def count(path, outcome):
        nonlocal checked, failed
        checked += 1
        if not outcome:
            failed += 1
            print(f"{path}: wrong", file=sys.stderr)
    for path in sorted(ROOT.glob("sha3/sha*.tv")):
        name = path.stem.removesuffix("-chain")
        for record in records(path):
            count(path, check_chain(name, record) if "seed" in record else check_hash(name, record))
    path = ROOT / "blake2" / "blake2b.tv"
    for record in records(path):
        count(path, check_blake2b(record))
    for name, check in (("keygen", check_keygen), ("decaps", check_decaps)):
        path = ROOT / "mlkem" / f"{name}.tv"
        for record in records(path):
            if record["set"] in PRIVATE:
                count(path, check(record))
    versions = f"{backend.openssl_version_text()} and Python {sys.version.split()[0]}"
    print(f"{checked} records checked with {versions}, {failed} wrong")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
