// ML-DSA and HashML-DSA: computed by noble, which must verify what is valid and refuse what is not.
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import { sha3_256, sha3_512, shake128, shake128_32, shake256_64 } from '@noble/hashes/sha3.js';
import { bytes, check, concat, hex, version, write } from './tv.mjs';

const computed = `${version('@noble/post-quantum')} and ${version('@noble/hashes')}`;
const schemes = { 'ML-DSA-44': ml_dsa44, 'ML-DSA-65': ml_dsa65, 'ML-DSA-87': ml_dsa87 };
const parameters = { 'ML-DSA-44': { k: 4, omega: 80 }, 'ML-DSA-65': { k: 6, omega: 55 }, 'ML-DSA-87': { k: 8, omega: 75 } };
const hashes = {
  'ML-DSA-44': { 'SHA2-256': sha256, 'SHA3-256': sha3_256, 'SHAKE-128': shake128_32 },
  'ML-DSA-65': { 'SHA2-384': sha384, 'SHA3-512': sha3_512, 'SHAKE-256': shake256_64 },
  'ML-DSA-87': { 'SHA2-512': sha512 },
};

const changed = (data, place, value) => data.map((byte, i) => (i === place ? value : byte));

function session(set, number) {
  const scheme = schemes[set], seed = bytes(`${set} seed ${number}`, 32);
  const { publicKey: pk, secretKey: sk } = scheme.keygen(seed);
  return { scheme, seed, pk, sk };
}

// A deterministic or hedged signature, of a message with its context or of a representative.
function signing(set) {
  const records = [];
  const sizes = [0, 32, 33, 200, 1000];
  sizes.forEach((size, number) => {
    const { scheme, seed, pk, sk } = session(set, number);
    const message = bytes(`${set} message ${number}`, size);
    const context = bytes(`${set} context ${number}`, [0, 1, 0, 255, 32][number]);
    const rnd = number % 2 ? bytes(`${set} rnd ${number}`, 32) : undefined;
    const sig = scheme.sign(message, sk, { context, extraEntropy: rnd ?? false });
    check(scheme.verify(sig, message, pk, { context }), `${set}: an honest signature`);
    const record = { set, seed, message, context };
    if (rnd) record.rnd = rnd;
    if (number === 0) Object.assign(record, { pk, sk });
    records.push({ ...record, sig, result: 'valid' });
  });
  const { scheme, seed, pk, sk } = session(set, 6), mu = bytes(`${set} mu`, 64);
  const sig = scheme.internal.sign(mu, sk, { externalMu: true, extraEntropy: false });
  check(scheme.internal.verify(sig, mu, pk, { externalMu: true }), `${set}: a representative`);
  records.push({ set, seed, mu, sig, result: 'valid' });
  return records;
}

function hashed(set) {
  return Object.entries(hashes[set]).map(([name, hash], number) => {
    const { scheme, seed, pk, sk } = session(set, 10 + number), context = bytes(`${set} hash context`, 3);
    const message = bytes(`${set} hashed ${number}`, 100);
    const sig = scheme.prehash(hash).sign(message, sk, { context, extraEntropy: false });
    check(!scheme.verify(sig, message, pk, { context }), `${set}: a pure verifier refuses HashML-DSA`);
    return { set, seed, message, context, prehash: 'preHash', hash: name, sig, result: 'valid' };
  });
}

// Malformed variants of one signature. The last omega + k bytes are the places of hints and their counts.
function malformed(set, sig) {
  const { k, omega } = parameters[set], size = sig.length, hints = size - omega - k, counts = size - k;
  const total = sig[size - 1], first = sig[counts];
  const repeated = Uint8Array.from(sig);
  repeated.copyWithin(hints + 1, hints, counts - 1);
  for (let i = 0; i < k; ++i) repeated[counts + i]++;
  const list = [
    ['a byte short', sig.slice(0, -1)], ['a byte long', concat(sig, [0])], ['empty', new Uint8Array(0)],
    ['changed challenge', changed(sig, 0, sig[0] ^ 1)], ['changed z', changed(sig, hints - 1, sig[hints - 1] ^ 0x10)],
    ['z out of range', changed(changed(changed(sig, hints - 3, 0), hints - 2, 0), hints - 1, 0)],
    ['more than omega hints', changed(sig, size - 1, omega + 1)], ['255 hints', changed(sig, size - 1, 255)],
    ['counts that decrease', changed(sig, counts, total + 1)],
  ];
  if (first > 0 && total < omega) list.push(['a hint twice', repeated]);
  if (total < omega) list.push(['unused place not zero', changed(sig, counts - 1, 1)]);
  return list;
}

// Of the other sets only what depends on the parameters.
const brief = ['z out of range', 'more than omega hints', 'a hint twice', 'unused place not zero'];

function refusals(set) {
  const { scheme, pk, sk } = session(set, 20), message = bytes(`${set} refused`, 32), other = session(set, 21).pk;
  const sig = scheme.sign(message, sk, { extraEntropy: false }), context = new Uint8Array(0);
  const verify = (s, m, key, c) => {
    try {
      return scheme.verify(s, m, key, { context: c });
    } catch {
      return false;
    }
  };
  const records = malformed(set, sig).map(([comment, s]) => [comment, pk, message, context, s]);
  records.push(['another key', other, message, context, sig], ['another message', pk, changed(message, 3, 0), context, sig],
    ['another context', pk, message, Uint8Array.of(1), sig], ['a key a byte short', pk.slice(1), message, context, sig]);
  const kept = records.filter(([comment]) => set === 'ML-DSA-65' || brief.includes(comment));
  return kept.map(([comment, key, m, c, s]) => {
    check(!verify(s, m, key, c), `${set}: ${comment}`);
    return { set, comment, pk: key, message: m, context: c, sig: s, result: 'invalid' };
  });
}

function accumulated(set, count) {
  const source = shake128.create().update(new Uint8Array(0)), sum = shake128.create();
  for (let i = 0; i < count; ++i) {
    const { publicKey, secretKey } = schemes[set].keygen(source.xof(32));
    sum.update(publicKey).update(schemes[set].sign(new Uint8Array(0), secretKey, { extraEntropy: false }));
  }
  return { set, kind: 'keysign', count, out: sum.xof(32) };
}

const each = (make) => Object.keys(schemes).flatMap(make);

export function writeMlDsa(root) {
  write(root, 'mldsa/sign.tv', {
    about: 'ML-DSA: keys from seeds, deterministic and hedged signatures (rnd), contexts, a representative mu', computed,
    fields: 'set seed message context rnd mu pk sk sig result', records: each(signing) });
  write(root, 'mldsa/hash-sign.tv', {
    about: 'HashML-DSA: signatures of message digests', computed,
    fields: 'set seed message context prehash hash sig result', records: each(hashed) });
  write(root, 'mldsa/verify.tv', {
    about: 'ML-DSA: signatures that must be refused', computed,
    fields: 'set comment pk message context sig result', records: each(refusals) });
  write(root, 'mldsa/accumulated.tv', {
    about: 'ML-DSA: digests over many keys and signatures of the empty message', computed, fields: 'set kind count out',
    records: each((set) => [accumulated(set, 100)]) });
}
