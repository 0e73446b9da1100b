// Ed25519: computed by noble; keys, signatures and verdicts are those of the OpenSSL of Node as well.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { bytes, check, concat, confirmed, hex, version, write } from './tv.mjs';

const computed = `${version('@noble/curves')}, ${confirmed}`;
const { Point } = ed25519, L = Point.Fn.ORDER, p = Point.Fp.ORDER;

const prefix = { private: '302e020100300506032b657004220420', public: '302a300506032b6570032100' };
const der = (kind, key) => ({
  key: Buffer.concat([Buffer.from(prefix[kind], 'hex'), key]), format: 'der', type: kind === 'private' ? 'pkcs8' : 'spki' });

const number = (data) => BigInt(`0x${hex(data.slice().reverse())}`);
const encoded = (value) => Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex')).reverse();
const changed = (data, place, bit) => data.map((byte, i) => (i === place ? byte ^ bit : byte));

// OpenSSL's verdict, which is the one that is wanted: no cofactor, canonical S and R. False for keys without a point.
export function isValid(pk, msg, sig) {
  return verify(null, msg, createPublicKey(der('public', pk)), sig);
}

function signed(i, size) {
  const seed = bytes(`ed25519 seed ${i}`, 32), msg = bytes(`ed25519 message ${i}`, size);
  const pk = ed25519.getPublicKey(seed), sig = ed25519.sign(msg, seed);
  check(hex(sig) === hex(sign(null, msg, createPrivateKey(der('private', seed)))), 'Ed25519 signature');
  check(isValid(pk, msg, sig) && ed25519.verify(sig, msg, pk, { zip215: false }), 'Ed25519 verification');
  return { seed, pk, msg, sig };
}

// Verdicts on what is not as the signer made it.
function verdicts() {
  const { pk, msg, sig } = signed(100, 50), R = sig.slice(0, 32), S = sig.slice(32);
  const cases = [['the signature', pk, sig]];
  for (const place of [0, 15, 31, 32, 47, 63]) cases.push([`byte ${place} changed`, pk, changed(sig, place, 1)]);
  for (const k of [1n, 2n, 7n]) cases.push([`S + ${k} L`, pk, concat(R, encoded(number(S) + k * L))]);
  for (const bit of [0x20, 0x40, 0x80]) cases.push([`S with bit ${bit} of its last byte`, pk, changed(sig, 63, bit)]);
  cases.push(['S = L', pk, concat(R, encoded(L))], ['S = 0', pk, concat(R, encoded(0n))]);
  cases.push(['the other sign of R', pk, changed(sig, 31, 0x80)], ['the other sign of A', changed(pk, 31, 0x80), sig]);
  cases.push(['another key', signed(101, 50).pk, sig]);
  // Nothing of the curve has y = 2.
  cases.push(['a key that is no point', encoded(2n), sig], ['R that is no point', pk, concat(encoded(2n), S)]);
  // Keys of small order, in canonical and other encodings, under S = 0 and R = 1, -1, 0, and under R that is not reduced.
  const small = [1n, p - 1n, 0n, p, p + 1n].map(encoded);
  for (const A of [...small, changed(small[0], 31, 0x80)]) {
    for (const one of [small[0], small[1], small[4]]) cases.push(['a key of small order', A, concat(one, encoded(0n))]);
  }
  // A key with a part of order two: valid for some messages.
  const minus = Point.fromHex(hex(small[1])), mixed = Point.BASE.multiply(5n).add(minus).toBytes();
  cases.push(['a key of mixed order', mixed, sig]);
  return cases.map(([comment, A, s]) => {
    const result = isValid(A, msg, s) ? 'valid' : 'invalid';
    return { comment, pk: A, msg, sig: s, result };
  });
}

// s = r + k a under the key a B + T with T of order two, for messages until both verdicts occurred: without the cofactor
// a signature is valid if k is even.
function mixedOrder() {
  const T = Point.fromHex(hex(encoded(p - 1n))), a = 12345n, r = 67890n;
  const A = Point.BASE.multiply(a).add(T).toBytes(), R = Point.BASE.multiply(r).toBytes();
  return [0, 1, 2, 3, 4, 5, 6, 7].map((i) => {
    const msg = bytes(`ed25519 mixed ${i}`, 8), k = number(sha512(concat(R, A, msg))) % L;
    const sig = concat(R, encoded((r + k * a) % L));
    const result = isValid(A, msg, sig) ? 'valid' : 'invalid';
    check((result === 'valid') === (k % 2n === 0n), 'a key of mixed order');
    return { comment: 'a key of mixed order, signed', pk: A, msg, sig, result };
  });
}

function lengths() {
  const { pk, msg, sig } = signed(102, 20);
  const wrong = [[pk, sig.slice(0, 63)], [pk, concat(sig, [0])], [pk, new Uint8Array(0)], [pk, sig.slice(0, 32)],
    [pk.slice(0, 31), sig], [concat(pk, [0]), sig], [new Uint8Array(0), sig]];
  return wrong.map(([A, s]) => ({ comment: 'wrong length', pk: A, msg, sig: s, result: 'invalid' }));
}

export function writeEd25519(root) {
  const signatures = [0, 1, 2, 31, 32, 47, 48, 79, 80, 111, 112, 127, 128, 500].map((size, i) => signed(i, size));
  const put = (name, about, fields, records) => write(root, `ed25519/${name}.tv`, { about, computed, fields, records });
  put('sign', 'Ed25519 signatures', 'seed pk msg sig', signatures);
  put('verify', 'Ed25519 verdicts: no cofactor, canonical S and R', 'comment pk msg sig result',
    [...verdicts(), ...mixedOrder(), ...lengths()]);
}
