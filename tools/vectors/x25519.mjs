// X25519: computed by noble, each value checked with the OpenSSL of Node.
import { createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto';
import { x25519 } from '@noble/curves/ed25519.js';
import { bytes, check, confirmed, hex, version, write } from './tv.mjs';

const computed = `${version('@noble/curves')}, ${confirmed}`;

const prefix = { private: '302e020100300506032b656e04220420', public: '302a300506032b656e032100' };
const der = (kind, key) => Buffer.concat([Buffer.from(prefix[kind], 'hex'), key]);

function openssl(scalar, u) {
  return diffieHellman({
    privateKey: createPrivateKey({ key: der('private', scalar), format: 'der', type: 'pkcs8' }),
    publicKey: createPublicKey({ key: der('public', u), format: 'der', type: 'spki' }),
  });
}

function multiply(scalar, u) {
  const out = x25519.scalarMult(scalar, u);
  check(hex(out) === hex(openssl(scalar, u)), 'X25519');
  return out;
}

const base = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 9 : 0));

function products() {
  const records = [];
  for (let i = 0; i < 8; ++i) {
    const scalar = bytes(`x25519 scalar ${i}`, 32);
    const u = bytes(`x25519 u ${i}`, 32);
    records.push({ kind: 'mul', scalar, u, out: multiply(scalar, u) });
  }
  return records;
}

function exchanges() {
  return [0, 1].map((i) => {
    const a = bytes(`x25519 a ${i}`, 32), b = bytes(`x25519 b ${i}`, 32);
    const A = multiply(a, base), B = multiply(b, base);
    return { kind: 'dh', a, A, b, B, k: multiply(a, B) };
  });
}

// k = u = 9, then `count` times k, u = X25519(k, u), k (RFC 7748, section 5.2).
function iteration(count) {
  let k = base, u = base;
  for (let i = 0; i < count; ++i) [k, u] = [multiply(k, u), k];
  return { kind: 'iter', count, out: k };
}

export function writeX25519(root) {
  write(root, 'x25519/x25519.tv', {
    about: 'X25519: products, exchanges, and an iteration', computed,
    fields: 'kind scalar u out | kind a A b B k | kind count out',
    records: [...products(), ...exchanges(), iteration(100)] });
}
