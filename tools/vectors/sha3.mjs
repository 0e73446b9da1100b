// SHA-3, SHAKE and Keccak-f[1600]: computed by noble, each value checked with the OpenSSL of Node.
import { createHash } from 'node:crypto';
import * as noble from '@noble/hashes/sha3.js';
import { bytes, check, confirmed, hex, version, write } from './tv.mjs';

const computed = `${version('@noble/hashes')}, ${confirmed}`;

// Around each boundary of the first blocks, where padding and buffering go wrong.
const lengths = (rate) => [
  ...[0, 1, 2, 7, 8, 9, 31, 32, 33, 64],
  ...[rate - 9, rate - 8, rate - 2, rate - 1, rate, rate + 1, 2 * rate - 1, 2 * rate, 2 * rate + 1],
  ...[3 * rate - 1, 3 * rate, 3 * rate + 1, 8 * rate + 1],
];

function digests(bits) {
  const name = `sha3-${bits}`;
  const compute = noble[`sha3_${bits}`];
  return lengths(200 - bits / 4).map((len) => {
    const msg = bytes(`${name} message of ${len}`, len);
    const md = compute(msg);
    check(hex(md) === createHash(name).update(msg).digest('hex'), `${name} of ${len} bytes`);
    return { len, msg, md };
  });
}

// md.0 is the result of 1000 iterations from the seed, md.i that of 1000 more.
function chain(bits) {
  const compute = noble[`sha3_${bits}`];
  const seed = bytes(`sha3-${bits} chain`, bits / 8);
  const record = { seed };
  for (let i = 0, md = seed; i < 5; ++i) {
    for (let j = 0; j < 1000; ++j) md = compute(md);
    record[`md.${i}`] = md;
  }
  return record;
}

function outputs(security) {
  const name = `shake${security}`;
  const rate = 200 - security / 4;
  const one = (len, outlen) => {
    const msg = bytes(`${name} message of ${len}, output of ${outlen}`, len);
    const out = noble[name](msg, { dkLen: outlen });
    check(hex(out) === createHash(name, { outputLength: outlen }).update(msg).digest('hex'), `${name} of ${len} bytes`);
    return { len, outlen, msg, out };
  };
  const sizes = [1, 16, 32, 64, rate - 1, rate, rate + 1, 2 * rate, 2 * rate + 1, 3 * rate + 7];
  return [...lengths(rate).map((len) => one(len, 32)), ...sizes.map((outlen) => one(33, outlen))];
}

function permutations() {
  const permute = (state) => {
    const words = new Uint32Array(state.slice().buffer);
    noble.keccakP(words, 24);
    return new Uint8Array(words.buffer);
  };
  const zero = new Uint8Array(200);
  const states = [zero, permute(zero), new Uint8Array(200).fill(0xff)];
  for (let i = 0; i < 6; ++i) states.push(bytes(`keccak-f1600 state ${i}`, 200));
  return states.map((state) => ({ in: state, out: permute(state) }));
}

export function writeSha3(root) {
  for (const bits of [224, 256, 384, 512]) {
    const about = `SHA3-${bits}`;
    const name = `sha3/sha3-${bits}`;
    write(root, `${name}.tv`, { about, computed, fields: 'len msg md', records: digests(bits) });
    const fields = 'seed md.0 .. md.4';
    const aboutChain = `${about}: md.i is 1000 iterations`;
    write(root, `${name}-chain.tv`, { about: aboutChain, computed, fields, records: [chain(bits)] });
  }
  for (const security of [128, 256]) {
    const fields = 'len outlen msg out';
    const about = `SHAKE${security}`;
    write(root, `sha3/shake${security}.tv`, { about, computed, fields, records: outputs(security) });
  }
  const about = 'Keccak-f[1600]: 25 lanes as 200 bytes in, 200 bytes out';
  const fields = 'in out';
  write(root, 'sha3/keccak-f1600.tv', { about, computed: version('@noble/hashes'), fields, records: permutations() });
}
