// Hybrid KEMs: X-Wing by noble, checked with a second composition from its parts; the split-PRF KEM and X25519 as a KEM
// composed from noble's ML-KEM, X25519 and BLAKE2.
import { ml_kem768 } from '@noble/post-quantum/ml-kem.js';
import { ml_kem768_x25519 as XWing } from '@noble/post-quantum/hybrid.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { sha3_256, shake256 } from '@noble/hashes/sha3.js';
import { bytes, check, concat, hex, version, write } from './tv.mjs';
import { blake2xb } from './blake2.mjs';

const computed = `${version('@noble/post-quantum')}, ${version('@noble/curves')} and ${version('@noble/hashes')}`;
const ascii = (text) => new Uint8Array(Buffer.from(text, 'latin1'));
const u32be = (n) => Uint8Array.from([n >>> 24, n >>> 16, n >>> 8, n]);

// --- X25519 as a KEM ---

const hashPoint = (point, recipient, ephemeral) => blake2xb(concat(recipient, ephemeral), 32, { key: point });

const dh = {
  name: 'x25519-kem', seedSize: 32, coinsSize: 32,
  keygen(seed) {
    const sk = blake2xb(blake2b(seed, { dkLen: 32 }), 0, { read: 32 });
    return { pk: x25519.getPublicKey(sk), sk };
  },
  encapsulate(pk, e) {
    const ct = x25519.getPublicKey(e);
    return { ct, ss: hashPoint(x25519.scalarMult(e, pk), pk, ct) };
  },
  decapsulate(sk, ct) {
    return hashPoint(x25519.scalarMult(sk, ct), x25519.getPublicKey(sk), ct);
  },
};

// --- MLKEM768-X25519 ---

function combine(secrets, ciphertexts) {
  const text = concat(ascii('splitprf-v1'), u32be(ciphertexts.length),
    ...ciphertexts.flatMap((ct) => [u32be(ct.length), ct]));
  const parts = secrets.map((secret) => blake2b(text, { dkLen: 32, key: blake2b(secret, { dkLen: 32 }) }));
  return parts[0].map((byte, i) => byte ^ parts[1][i]);
}

const splitPrf = {
  name: 'mlkem768-x25519', seedSize: 96, coinsSize: 64,
  keygen(seed) {
    const x = dh.keygen(seed.slice(0, 32)), ek = ml_kem768.keygen(seed.slice(32)).publicKey;
    return { pk: concat(x.pk, ek), sk: concat(x.sk, ek, seed.slice(32)) };
  },
  encapsulate(pk, coins) {
    const x = dh.encapsulate(pk.slice(0, 32), coins.slice(0, 32));
    const ml = ml_kem768.encapsulate(pk.slice(32), coins.slice(32));
    return { ct: concat(x.ct, ml.cipherText), ss: combine([x.ss, ml.sharedSecret], [x.ct, ml.cipherText]) };
  },
  decapsulate(sk, ct) {
    const x = dh.decapsulate(sk.slice(0, 32), ct.slice(0, 32)), c = ct.slice(32);
    const ml = ml_kem768.decapsulate(c, ml_kem768.keygen(sk.slice(1216)).secretKey);
    return combine([x, ml], [ct.slice(0, 32), c]);
  },
};

// --- X-Wing ---

const xwing = {
  name: 'x-wing', seedSize: 32, coinsSize: 64,
  keygen(seed) {
    return { pk: XWing.keygen(seed).publicKey, sk: seed };
  },
  encapsulate(pk, coins) {
    const { cipherText: ct, sharedSecret: ss } = XWing.encapsulate(pk, coins);
    const ml = ml_kem768.encapsulate(pk.slice(0, 1184), coins.slice(0, 32)), e = coins.slice(32);
    const secret = sha3_256(concat(ml.sharedSecret, x25519.scalarMult(e, pk.slice(1184)), x25519.getPublicKey(e),
      pk.slice(1184), ascii('\\.//^\\')));
    check(hex(secret) === hex(ss) && hex(ct) === hex(concat(ml.cipherText, x25519.getPublicKey(e))), 'X-Wing');
    return { ct, ss };
  },
  decapsulate(seed, ct) {
    return XWing.decapsulate(ct, XWing.keygen(seed).secretKey);
  },
};

// --- Records ---

function exchange(kem, number) {
  const seed = bytes(`${kem.name} seed ${number}`, kem.seedSize), coins = bytes(`${kem.name} coins ${number}`, kem.coinsSize);
  const { pk, sk } = kem.keygen(seed);
  const { ct, ss } = kem.encapsulate(pk, coins);
  check(hex(kem.decapsulate(sk, ct)) === hex(ss), `${kem.name}: an honest ciphertext`);
  return { seed, eseed: coins, pk, sk, ct, ss };
}

// Points whose product is zero for every key.
const lowOrder = ['0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'].map((text) => Buffer.from(text, 'hex'));

function refusals(kem, offsets) {
  const { pk, sk, ct, eseed } = exchange(kem, 9);
  return lowOrder.flatMap((point) => {
    const replace = (data, offset) => concat(data.slice(0, offset), point, data.slice(offset + 32));
    return [{ sk, ct: replace(ct, offsets.ct), result: 'invalid' }, { pk: replace(pk, offsets.pk), eseed, result: 'invalid' }];
  });
}

function file(root, kem, about, offsets) {
  write(root, `hybrid/${kem.name}.tv`, {
    about, computed, fields: 'seed eseed pk sk ct ss | sk ct result | pk eseed result',
    records: [...[1, 2, 3].map((number) => exchange(kem, number)), ...refusals(kem, offsets)] });
}

export function writeHybrid(root) {
  file(root, dh, 'X25519 as a KEM: exchanges, and points of low order', { pk: 0, ct: 0 });
  file(root, splitPrf, 'MLKEM768-X25519, split PRF: exchanges, and points of low order', { pk: 0, ct: 0 });
  file(root, xwing, 'X-Wing: exchanges, and points of low order', { pk: 1184, ct: 1088 });
}
