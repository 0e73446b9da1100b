// ML-KEM: computed by noble. Rejection secrets are computed apart as SHAKE256(z || c), and noble must agree; what is
// to be refused, noble must refuse too.
import { ml_kem512, ml_kem768, ml_kem1024 } from '@noble/post-quantum/ml-kem.js';
import { shake128, shake256 } from '@noble/hashes/sha3.js';
import { bytes, check, concat, hex, refuses, version, write } from './tv.mjs';

const computed = `${version('@noble/post-quantum')} and ${version('@noble/hashes')}`;
const kems = { 'ML-KEM-512': ml_kem512, 'ML-KEM-768': ml_kem768, 'ML-KEM-1024': ml_kem1024 };
const polynomialBytes = { 'ML-KEM-512': 640, 'ML-KEM-768': 960, 'ML-KEM-1024': 1408 }; // of u in a ciphertext

const flipped = (data, place, bit = 0) => data.map((byte, i) => (i === place ? byte ^ (1 << bit) : byte));
const shorter = (data) => data.slice(0, -1);
const longer = (data) => concat(data, [0]);
const rejection = (z, c) => shake256(concat(z, c), { dkLen: 32 });

// A key pair and an honest encapsulation to it.
function session(set, number) {
  const kem = kems[set];
  const seed = bytes(`${set} seed ${number}`, 64);
  const { publicKey: ek, secretKey: dk } = kem.keygen(seed);
  const m = bytes(`${set} m ${number}`, 32);
  const { cipherText: c, sharedSecret: k } = kem.encapsulate(ek, m);
  check(hex(kem.decapsulate(c, dk)) === hex(k), `${set}: decapsulation of an honest ciphertext`);
  return { kem, seed, d: seed.slice(0, 32), z: seed.slice(32), ek, dk, m, c, k };
}

function keygen(set) {
  return [1, 2, 3].map((number) => {
    const { d, z, ek, dk } = session(set, number);
    return { set, d, z, ek, dk };
  });
}

// 3329 in the first or last coefficient; 12 bits each, little-endian.
function outOfRange(ek) {
  const first = Uint8Array.from(ek), last = Uint8Array.from(ek), end = ek.length - 32;
  first.set([0x01, (ek[1] & 0xf0) | 0x0d], 0);
  last.set([(ek[end - 2] & 0x0f) | 0x10, 0xd0], end - 2);
  return { first, last };
}

function encapsulation(set) {
  const valid = [1, 2, 3].map((number) => {
    const { ek, m, c, k } = session(set, number);
    return { set, comment: 'honest', ek, m, c, k, result: 'valid' };
  });
  const { kem, ek, m } = session(set, 4);
  const { first, last } = outOfRange(ek);
  const invalid = [
    ['first coefficient is 3329', first, m],
    ['last coefficient is 3329', last, m],
    ['every byte is 255', new Uint8Array(ek.length).fill(0xff), m],
    ['key one byte short', shorter(ek), m],
    ['key one byte long', longer(ek), m],
    ['empty key', new Uint8Array(0), m],
    ['m one byte short', ek, shorter(m)],
    ['m one byte long', ek, longer(m)],
  ].map(([comment, key, randomness]) => {
    check(refuses(() => kem.encapsulate(key, randomness)), `${set}: ${comment}`);
    return { set, comment, ek: key, m: randomness, result: 'invalid' };
  });
  return [...valid, ...invalid];
}

// One decapsulation whose ciphertext is not the honest one.
function rejected({ kem, dk, z }, c) {
  const k = rejection(z, c);
  check(hex(kem.decapsulate(c, dk)) === hex(k), 'rejection secret');
  return k;
}

// The key given by its seed.
function decapsulation(set) {
  const honest = [1, 2].map((number) => {
    const { seed, c, k } = session(set, number);
    return { set, comment: 'honest', seed, c, k, result: 'valid' };
  });
  const one = session(set, 3);
  const { kem, seed, dk, c } = one;
  const u = polynomialBytes[set];
  const places = [0, 1, u >> 1, u - 1, u, c.length - 2, c.length - 1];
  const modified = [
    ...places.map((place) => [`modified in byte ${place}`, flipped(c, place, place % 8)]),
    ['all zero', new Uint8Array(c.length)],
    ['all ones', new Uint8Array(c.length).fill(0xff)],
  ].map(([comment, other]) => ({ set, comment, seed, c: other, k: rejected(one, other), result: 'valid' }));
  const invalid = [
    ['ciphertext one byte short', seed, shorter(c)],
    ['ciphertext one byte long', seed, longer(c)],
    ['empty ciphertext', seed, new Uint8Array(0)],
    ['seed one byte short', shorter(seed), c],
    ['seed one byte long', longer(seed), c],
  ].map(([comment, key, other]) => {
    check(refuses(() => kem.decapsulate(other, key === seed ? dk : kem.keygen(key).secretKey)), `${set}: ${comment}`);
    return { set, comment, seed: key, c: other, result: 'invalid' };
  });
  return [...honest, ...modified, ...invalid];
}

// The key in the encoding of the standard: vector, ek, H(ek), z.
function expandedDecapsulation(set) {
  const one = session(set, 4);
  const { kem, dk, c, k } = one;
  const otherZ = flipped(dk, dk.length - 32);
  const other = flipped(c, c.length >> 1);
  check(hex(kem.decapsulate(c, otherZ)) === hex(k), `${set}: another z is a valid key`);
  const valid = [
    { comment: 'honest', dk, c, k },
    { comment: 'modified ciphertext', dk, c: other, k: rejected(one, other) },
    { comment: 'another z, honest ciphertext', dk: otherZ, c, k },
    {
      comment: 'another z, modified ciphertext',
      dk: otherZ,
      c: other,
      k: rejected({ kem, dk: otherZ, z: otherZ.slice(-32) }, other),
    },
  ].map((record) => ({ set, ...record, result: 'valid' }));
  const ekStart = dk.length - 64 - (dk.length - 96) / 2 - 32;
  const invalid = [
    ['wrong H(ek)', flipped(dk, dk.length - 64)],
    ['ek does not match H(ek)', flipped(dk, ekStart)],
    ['key one byte short', shorter(dk)],
    ['key one byte long', longer(dk)],
  ].map(([comment, key]) => {
    check(refuses(() => kem.decapsulate(c, key)), `${set}: ${comment}`);
    return { set, comment, dk: key, c, result: 'invalid' };
  });
  return [...valid, ...invalid];
}

// Digest over many cases; the procedure is described in vectors/README.md.
function accumulated(set, wanted) {
  const kem = kems[set];
  const source = shake128.create();
  const draw = (size) => source.xof(size);
  const sums = { go: shake128.create(), full: shake128.create() };
  const records = [];
  const last = Math.max(...wanted.map(({ count }) => count));
  const size = session(set, 1).c.length;
  for (let round = 1; round <= last; ++round) {
    const { publicKey: ek, secretKey: dk } = kem.keygen(draw(64));
    const { cipherText: c, sharedSecret: k } = kem.encapsulate(ek, draw(32));
    const k2 = kem.decapsulate(draw(size), dk);
    for (const part of [ek, c, k, k2]) sums.go.update(part);
    for (const part of [ek, dk, c, k, k2]) sums.full.update(part);
    for (const { format, count } of wanted) {
      if (count === round) records.push({ set, format, count, out: sums[format].clone().xof(32) });
    }
  }
  return records;
}

export function writeMlKem(root) {
  const all = (make) => Object.keys(kems).flatMap((set) => make(set));
  write(root, 'mlkem/keygen.tv', {
    about: 'ML-KEM key generation from d and z', computed, fields: 'set d z ek dk', records: all(keygen) });
  write(root, 'mlkem/encaps.tv', {
    about: 'ML-KEM encapsulation; invalid: must be refused', computed,
    fields: 'set comment ek m c k result', records: all(encapsulation) });
  write(root, 'mlkem/decaps.tv', {
    about: 'ML-KEM decapsulation with the key given as seed d || z; modified ciphertexts give SHAKE256(z || c)',
    computed,
    fields: 'set comment seed c k result', records: all(decapsulation) });
  write(root, 'mlkem/decaps-expanded.tv', {
    about: 'ML-KEM decapsulation with an encoded key; invalid: must be refused', computed,
    fields: 'set comment dk c k result', records: all(expandedDecapsulation) });
  const wanted = [{ format: 'go', count: 100 }, { format: 'full', count: 1000 }];
  write(root, 'mlkem/accumulated.tv', {
    about: 'ML-KEM digests over many cases; procedure in README.md', computed,
    fields: 'set format count out', records: all((set) => accumulated(set, wanted)) });
}
