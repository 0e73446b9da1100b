// BLAKE2b and BLAKE2Xb: noble's hash, and over it the tree parameters of BLAKE2Xb. check.py computes BLAKE2b with
// hashlib, which refuses the depth of 0 that BLAKE2Xb needs.
import { _BLAKE2b, blake2b } from '@noble/hashes/blake2.js';
import { bytes, concat, version, write } from './tv.mjs';

const computed = version('@noble/hashes');

// noble has the parameters of a sequential hash; this changes those that BLAKE2Xb sets otherwise.
class Node extends _BLAKE2b {
  constructor({ dkLen, key, fanout, depth, leafLength, nodeOffset, xofLength, innerLength }) {
    super({ dkLen, key });
    this.v0l ^= (1 << 16) ^ (1 << 24) ^ (fanout << 16) ^ (depth << 24);
    this.v0h ^= leafLength;
    this.v1l ^= nodeOffset;
    this.v1h ^= xofLength;
    this.v2l ^= innerLength << 8;
  }
}

const unknown = 0xffffffff;

export function blake2xb(message, length, { key, read = length } = {}) {
  const xofLength = length === 0 ? unknown : length;
  const root = new Node({ dkLen: 64, key: key?.length ? key : undefined, fanout: 1, depth: 1, leafLength: 0,
    nodeOffset: 0, xofLength, innerLength: 0 }).update(message).digest();
  const blocks = [];
  for (let at = 0; at < read; at += 64) {
    const dkLen = length === 0 ? 64 : Math.min(64, length - at);
    blocks.push(new Node({ dkLen, fanout: 0, depth: 0, leafLength: 64, nodeOffset: at / 64, xofLength,
      innerLength: 64 }).update(root).digest());
  }
  return concat(...blocks).slice(0, read);
}

const sizes = [0, 1, 64, 127, 128, 129, 255, 256, 257, 1143];

function hashes() {
  return sizes.flatMap((size) => [[0, 64], [32, 32], [64, 1]].map(([keySize, dkLen]) => {
    const message = bytes(`blake2b message ${size}`, size), key = bytes(`blake2b key ${keySize}`, keySize);
    return { key, in: message, out: blake2b(message, { dkLen, key: keySize ? key : undefined }) };
  }));
}

function extended() {
  const records = [];
  for (const length of [1, 32, 63, 64, 65, 128, 200]) {
    for (const keySize of [0, 32]) {
      const message = bytes(`blake2xb message ${length}`, length * 2), key = bytes(`blake2xb key ${keySize}`, keySize);
      records.push({ key, in: message, out: blake2xb(message, length, { key }) });
    }
  }
  return records;
}

function unknownLength() {
  return [32, 130].map((read) => {
    const message = bytes('blake2xb unknown', 40), key = bytes('blake2xb key 16', 16);
    return { key, message, xof_size: 0, out: blake2xb(message, 0, { key, read }) };
  });
}

export function writeBlake2(root) {
  write(root, 'blake2/blake2b.tv', {
    about: 'BLAKE2b: messages around block boundaries, keys, digest lengths', computed, fields: 'key in out',
    records: hashes() });
  write(root, 'blake2/blake2xb.tv', {
    about: 'BLAKE2Xb: output of declared length; an xof_size of 0 stands for an unknown length', computed,
    fields: 'key in out | key message xof_size out', records: [...extended(), ...unknownLength()] });
}
