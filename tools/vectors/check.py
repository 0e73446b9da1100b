#!/usr/bin/env python3
"""Checks vectors/ with a second set of independent implementations: hashlib and hmac of Python, and OpenSSL 3.5 or later
through pyca/cryptography. A file that neither is checked nor has a reason why not is an error. Usage: check.py [FOLDER]"""
import hashlib
import hmac
import pathlib
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ed25519, mldsa, mlkem, x25519
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

ROOT = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2] / "vectors"
KEM_PRIVATE = {"ML-KEM-768": mlkem.MLKEM768PrivateKey, "ML-KEM-1024": mlkem.MLKEM1024PrivateKey}
KEM_PUBLIC = {"ML-KEM-768": mlkem.MLKEM768PublicKey, "ML-KEM-1024": mlkem.MLKEM1024PublicKey}
DSA_PRIVATE = {"ML-DSA-44": mldsa.MLDSA44PrivateKey, "ML-DSA-65": mldsa.MLDSA65PrivateKey,
               "ML-DSA-87": mldsa.MLDSA87PrivateKey}
DSA_PUBLIC = {"ML-DSA-44": mldsa.MLDSA44PublicKey, "ML-DSA-65": mldsa.MLDSA65PublicKey,
              "ML-DSA-87": mldsa.MLDSA87PublicKey}
COMPOSITE_LABEL = b"COMPSIG-MLDSA65-Ed25519-SHA512"

# Files of which no record can be checked.
IMPOSSIBLE = {
    "sha3/keccak-f1600": "neither library gives access to the permutation",
    "blake2/blake2xb": "hashlib refuses the depth of 0 that BLAKE2Xb needs",
    "mlkem/decaps-expanded": "cryptography takes private keys as seeds only",
    "mlkem/accumulated": "cryptography takes no randomness for encapsulation",
    "mldsa/hash-sign": "cryptography has no HashML-DSA",
    "mldsa/accumulated": "cryptography signs hedged only",
}
# What is left out of files that are checked.
PARTLY = {
    "composite/sign": "signatures given by a digest are left out: cryptography signs hedged only",
    "hybrid/mlkem768-x25519": "shared secrets are left out: they need BLAKE2Xb",
    "hybrid/x25519-kem": "shared secrets are left out: they need BLAKE2Xb",
    "mldsa/sign": "expanded private keys and representatives are left out: cryptography has neither",
    "mlkem/decaps": "cryptography has no ML-KEM-512",
    "mlkem/encaps": "cryptography has no ML-KEM-512, and takes no randomness",
    "mlkem/keygen": "cryptography has no ML-KEM-512 and no expanded keys",
}


def records(name):
    for block in (ROOT / f"{name}.tv").read_text("ascii").split("\n\n")[1:]:
        pairs = (line.partition(" =") for line in block.strip().split("\n"))
        yield {field: text.lstrip() for field, _, text in pairs}


def value(record, name):
    return bytes.fromhex(record.get(name, ""))


def refuses(call):
    try:
        call()
    except (ValueError, InvalidSignature):
        return True
    return False


# Each check gives True or False, or None for a record of which the libraries can say nothing.


def check_hash(name):
    algorithm = name.replace("-", "_")
    return lambda record: hashlib.new(algorithm, value(record, "msg")).digest() == value(record, "md")


def check_xof(name):
    algorithm = name.replace("shake", "shake_")
    return lambda record: (hashlib.new(algorithm, value(record, "msg")).digest(int(record["outlen"]))
                           == value(record, "out"))


def check_chain(name):
    algorithm = name.removesuffix("-chain").replace("-", "_")

    def check(record):
        digest = value(record, "seed")
        for i in range(5):
            for _ in range(1000):
                digest = hashlib.new(algorithm, digest).digest()
            if digest != value(record, f"md.{i}"):
                return False
        return True
    return check


def check_blake2b(record):
    out = value(record, "out")
    return hashlib.blake2b(value(record, "in"), digest_size=len(out), key=value(record, "key")).digest() == out


def check_hmac(algorithm):
    def check(record):
        tag = hmac.new(value(record, "key"), value(record, "msg"), algorithm).digest()[:int(record["taglen"]) // 8]
        return (tag == value(record, "tag")) == (record["result"] == "valid")
    return check


def check_hkdf(algorithm):
    def check(record):
        def derive():
            kdf = HKDF(algorithm, int(record["size"]), value(record, "salt"), value(record, "info"))
            return kdf.derive(value(record, "ikm"))
        if record["result"] == "invalid":
            return refuses(derive)
        return derive() == value(record, "okm")
    return check


# --- X25519 and Ed25519 ---


def multiply(scalar, u):
    return x25519.X25519PrivateKey.from_private_bytes(scalar).exchange(x25519.X25519PublicKey.from_public_bytes(u))


def base_product(scalar):
    return x25519.X25519PrivateKey.from_private_bytes(scalar).public_key().public_bytes_raw()


def iterated(count):
    k = u = bytes([9]) + bytes(31)
    for _ in range(count):
        k, u = multiply(k, u), k
    return k


def check_x25519(record):
    if record["kind"] == "mul":
        return multiply(value(record, "scalar"), value(record, "u")) == value(record, "out")
    if "count" in record:
        return iterated(int(record["count"])) == value(record, "out")
    a, b = value(record, "a"), value(record, "b")
    ours = (base_product(a), base_product(b), multiply(a, value(record, "B")), multiply(b, value(record, "A")))
    return ours == (value(record, "A"), value(record, "B"), value(record, "k"), value(record, "k"))


def check_ed25519_sign(record):
    key = ed25519.Ed25519PrivateKey.from_private_bytes(value(record, "seed"))
    return (key.public_key().public_bytes_raw(), key.sign(value(record, "msg"))) == (value(record, "pk"),
                                                                                   value(record, "sig"))


def ed25519_verifies(pk, message, signature):
    return not refuses(lambda: ed25519.Ed25519PublicKey.from_public_bytes(pk).verify(signature, message))


def check_ed25519_verify(record):
    verdict = ed25519_verifies(value(record, "pk"), value(record, "msg"), value(record, "sig"))
    return verdict == (record["result"] == "valid")


# --- ML-KEM ---


def kem_key(record, seed):
    return KEM_PRIVATE[record["set"]].from_seed_bytes(seed)


def check_mlkem_keygen(record):
    if record["set"] not in KEM_PRIVATE:
        return None
    key = kem_key(record, value(record, "d") + value(record, "z"))
    return key.public_key().public_bytes_raw() == value(record, "ek")


def check_mlkem_encaps():
    seeds = {record["ek"]: value(record, "d") + value(record, "z") for record in records("mlkem/keygen")}

    # Encapsulation with given randomness is not offered: the key's owner decapsulates what it made.
    def check(record):
        if record["set"] not in KEM_PRIVATE:
            return None
        if record["result"] == "valid":
            if record["ek"] not in seeds:
                return None
            return kem_key(record, seeds[record["ek"]]).decapsulate(value(record, "c")) == value(record, "k")
        if record["ek"] in seeds or len(value(record, "m")) != 32:
            return None
        return refuses(lambda: KEM_PUBLIC[record["set"]].from_public_bytes(value(record, "ek")).encapsulate())
    return check


def check_mlkem_decaps(record):
    if record["set"] not in KEM_PRIVATE:
        return None
    if record["result"] == "invalid":
        return refuses(lambda: kem_key(record, value(record, "seed")).decapsulate(value(record, "c")))
    return kem_key(record, value(record, "seed")).decapsulate(value(record, "c")) == value(record, "k")


# --- ML-DSA ---


def mldsa_verifies(parameters, pk, message, signature, context):
    return not refuses(lambda: DSA_PUBLIC[parameters].from_public_bytes(pk).verify(signature, message, context))


def mldsa_public(parameters, seed):
    return DSA_PRIVATE[parameters].from_seed_bytes(seed).public_key().public_bytes_raw()


# Signatures are verified, not made again: signing is hedged here.
def check_mldsa_sign(record):
    if "mu" in record:
        return None
    pk = mldsa_public(record["set"], value(record, "seed"))
    if "pk" in record and pk != value(record, "pk"):
        return False
    return mldsa_verifies(record["set"], pk, value(record, "message"), value(record, "sig"), value(record, "context"))


def check_mldsa_verify(record):
    verdict = mldsa_verifies(record["set"], value(record, "pk"), value(record, "message"), value(record, "sig"),
                             value(record, "context"))
    return verdict == (record["result"] == "valid")


# --- Composite signatures ---


def composite_verifies(record):
    message, context = value(record, "msg"), value(record, "ctx")
    pk, signature, label = value(record, "pk"), value(record, "sig"), b""
    if not record["set"].startswith("FOG"):
        label = COMPOSITE_LABEL
        message = (b"CompositeAlgorithmSignatures2025" + label + bytes([len(context)]) + context
                   + hashlib.sha512(message).digest())
    first = mldsa_verifies("ML-DSA-65", pk[:1952], message, signature[:3309], label)
    return ed25519_verifies(pk[1952:], message, signature[3309:]) and first


# Of some records only the public key can be checked: their signatures are given by a digest.
def check_composite_sign(record):
    seed = value(record, "seed")
    pk = (mldsa_public("ML-DSA-65", seed[:32])
          + ed25519.Ed25519PrivateKey.from_private_bytes(seed[32:]).public_key().public_bytes_raw())
    if "pk" in record:
        return pk == value(record, "pk") and composite_verifies(record)
    return hashlib.sha256(pk).digest() == value(record, "pk_sha256")


def check_composite_verify(record):
    return composite_verifies(record) == (record["result"] == "valid")


# --- Hybrid KEMs ---


# The shared secret is BLAKE2Xb of the product, which hashlib cannot compute.
def check_x25519_kem(record):
    if "ct" not in record:
        return refuses(lambda: multiply(value(record, "eseed")[:32], value(record, "pk")[:32]))
    if "seed" not in record:
        return refuses(lambda: multiply(value(record, "sk")[:32], value(record, "ct")[:32]))
    return (base_product(value(record, "sk")[:32]), base_product(value(record, "eseed")[:32])) == (
        value(record, "pk")[:32], value(record, "ct")[:32])


# The ML-KEM half of the key as well; the shared secret hangs on the one above.
def check_split_prf(record):
    if "seed" not in record:
        return check_x25519_kem(record)
    sk, pk = value(record, "sk"), value(record, "pk")
    ek = mlkem.MLKEM768PrivateKey.from_seed_bytes(value(record, "seed")[32:]).public_key().public_bytes_raw()
    return check_x25519_kem(record) and pk[32:] == ek and sk[32:] == ek + value(record, "seed")[32:]


def xwing_keys(seed):
    expanded = hashlib.shake_256(seed).digest(96)
    return mlkem.MLKEM768PrivateKey.from_seed_bytes(expanded[:64]), expanded[64:]


def check_xwing(record):
    if "ct" not in record:
        return refuses(lambda: multiply(value(record, "eseed")[32:], value(record, "pk")[1184:]))
    first, x = xwing_keys(value(record, "sk"))
    ct, product = value(record, "ct"), lambda: multiply(x, value(record, "ct")[1088:])
    if "seed" not in record:
        return refuses(product)
    pk = first.public_key().public_bytes_raw() + base_product(x)
    secret = hashlib.sha3_256(first.decapsulate(ct[:1088]) + product() + ct[1088:] + pk[1184:] + b"\\.//^\\").digest()
    return (pk, base_product(value(record, "eseed")[32:]), secret) == (value(record, "pk"), ct[1088:],
                                                                       value(record, "ss"))


def all_checks():
    checks = {f"sha2/{name}": check_hash(name) for name in ("sha256", "sha512", "sha512-256")}
    for size in ("224", "256", "384", "512"):
        checks[f"sha3/sha3-{size}"] = check_hash(f"sha3-{size}")
        checks[f"sha3/sha3-{size}-chain"] = check_chain(f"sha3-{size}-chain")
    checks |= {f"sha3/{name}": check_xof(name) for name in ("shake128", "shake256")}
    checks |= {f"sha2/hmac-{name}": check_hmac(name.replace("-", "_")) for name in ("sha256", "sha512", "sha3-256")}
    return checks | {
        "blake2/blake2b": check_blake2b, "composite/sign": check_composite_sign,
        "composite/verify": check_composite_verify, "ed25519/sign": check_ed25519_sign,
        "ed25519/verify": check_ed25519_verify, "hybrid/mlkem768-x25519": check_split_prf, "hybrid/x-wing": check_xwing,
        "hybrid/x25519-kem": check_x25519_kem, "mldsa/sign": check_mldsa_sign, "mldsa/verify": check_mldsa_verify,
        "mlkem/decaps": check_mlkem_decaps, "mlkem/encaps": check_mlkem_encaps(), "mlkem/keygen": check_mlkem_keygen,
        "sha2/hkdf-sha256": check_hkdf(hashes.SHA256()), "sha2/hkdf-sha512": check_hkdf(hashes.SHA512()),
        "x25519/x25519": check_x25519,
    }


def main():
    checks = all_checks()
    names = {str(path.relative_to(ROOT).with_suffix("")) for path in ROOT.glob("*/*.tv")}
    wrong = [f"{name}: no check, and no reason why not" for name in sorted(names - checks.keys() - IMPOSSIBLE.keys())]
    wrong += [f"{name}: missing" for name in sorted((checks.keys() | IMPOSSIBLE.keys()) - names)]
    checked = 0
    for name in sorted(names & checks.keys()):
        outcomes = [checks[name](record) for record in records(name)]
        known = [outcome for outcome in outcomes if outcome is not None]
        checked += len(known)
        if not known:
            wrong.append(f"{name}: nothing checked")
        wrong += [f"{name}: record {i + 1} is wrong" for i, outcome in enumerate(outcomes) if outcome is False]
        print(f"{name}: {len(known)} of {len(outcomes)} records{'; ' + PARTLY[name] if name in PARTLY else ''}")
    for name, reason in IMPOSSIBLE.items():
        print(f"{name}: not checked, {reason}")
    for line in wrong:
        print(line, file=sys.stderr)
    versions = f"{backend.openssl_version_text()} and Python {sys.version.split()[0]}"
    print(f"{checked} records checked with {versions}, {len(wrong)} findings")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
