// Composite signatures of ML-DSA-65 and Ed25519 in both framings: the components by noble, put together here.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js';
import { isValid } from './ed25519.mjs';
import { bytes, check, concat, confirmed, version, write } from './tv.mjs';

const computed = `${version('@noble/post-quantum')} and ${version('@noble/curves')}, Ed25519 ${confirmed}`;
const ascii = (text) => Uint8Array.from(Buffer.from(text, 'ascii'));

// What both components sign, and the context of ML-DSA.
const represented = (label) => (msg, ctx) => ({
  subject: concat(ascii('CompositeAlgorithmSignatures2025'), ascii(label), [ctx.length], ctx, sha512(msg)),
  context: ascii(label),
});
const framings = {
  'FOG-MLDSA65-Ed25519': (msg) => ({ subject: msg, context: new Uint8Array(0) }),
  'id-MLDSA65-Ed25519-SHA512': represented('COMPSIG-MLDSA65-Ed25519-SHA512'),
};

function keys(seed) {
  const first = ml_dsa65.keygen(seed.slice(0, 32)), second = seed.slice(32);
  return { first, second, pk: concat(first.publicKey, ed25519.getPublicKey(second)) };
}

// Deterministic.
function sign(seed, { subject, context }) {
  const { first, second } = keys(seed);
  return concat(ml_dsa65.sign(subject, first.secretKey, { context, extraEntropy: false }), ed25519.sign(subject, second));
}

function verify(pk, { subject, context }, sig) {
  return ml_dsa65.verify(sig.slice(0, 3309), subject, pk.slice(0, 1952), { context }) &&
    isValid(pk.slice(1952), subject, sig.slice(3309));
}

function session(set, i, size, contextSize) {
  const seed = bytes(`${set} seed ${i}`, 64), msg = bytes(`${set} message ${i}`, size);
  const ctx = bytes(`${set} context ${i}`, set.startsWith('FOG') ? 0 : contextSize);
  const { pk } = keys(seed), sig = sign(seed, framings[set](msg, ctx));
  check(verify(pk, framings[set](msg, ctx), sig), `${set}: an honest signature`);
  return { seed, msg, ctx, pk, sig };
}

// The first one in full, of the others digests.
function signing(set) {
  return [[0, 0], [1, 1], [64, 255], [700, 32], [8193, 7]].map(([size, contextSize], i) => {
    const { seed, msg, ctx, pk, sig } = session(set, i, size, contextSize);
    const record = { set, seed, msg, ctx };
    return i === 0 ? { ...record, pk, sig } : { ...record, pk_sha256: sha256(pk), sig_sha256: sha256(sig) };
  });
}

// Halves that belong to others.
function verdicts(set) {
  const { seed, msg, ctx, pk, sig } = session(set, 10, 40, 3);
  const other = set.startsWith('FOG') ? represented('COMPSIG-MLDSA65-Ed25519-SHA512') : framings['FOG-MLDSA65-Ed25519'];
  const subject = framings[set](msg, ctx), wrong = framings[set](concat(msg, [0]), ctx);
  const foreign = { first: sign(seed, wrong).slice(0, 3309), second: sign(seed, wrong).slice(3309) };
  const cases = [['valid', sig], ['ML-DSA of another message', concat(foreign.first, sig.slice(3309))],
    ['Ed25519 of another message', concat(sig.slice(0, 3309), foreign.second)],
    ['the other framing', sign(seed, other(msg, ctx))]];
  if (!set.startsWith('FOG')) cases.push(['another label', sign(seed, represented('COMPSIG-MLDSA65-Ed25519-SHA384')(msg, ctx))]);
  return cases.map(([comment, s]) => {
    const result = verify(pk, subject, s) ? 'valid' : 'invalid';
    check((result === 'valid') === (comment === 'valid'), `${set}: ${comment}`);
    return { set, comment, pk, msg, ctx, sig: s, result };
  });
}

export function writeComposite(root) {
  const put = (name, about, fields, records) => write(root, `composite/${name}.tv`, { about, computed, fields, records });
  const all = (records) => Object.keys(framings).flatMap(records);
  put('sign', 'Composite signatures, deterministic; seed: of ML-DSA-65, then of Ed25519',
    'set seed msg ctx pk sig | set seed msg ctx pk_sha256 sig_sha256', all(signing));
  put('verify', 'Verdicts on composite signatures', 'set comment pk msg ctx sig result', all(verdicts));
}
