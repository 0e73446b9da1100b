// SHA-2, HMAC and HKDF: computed by noble, each value checked with the OpenSSL of Node.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { bytes, check, confirmed, hex, version, write } from './tv.mjs';

const computed = `${version('@noble/hashes')}, ${confirmed}`;
const same = (a, b) => hex(a) === hex(Buffer.from(b));

// Around the padding and the ends of the first blocks.
const lengths = (block) => [
  ...[0, 1, 2, 31, 32, 33, block / 8 * 7 - 1, block / 8 * 7, block / 8 * 7 + 1, block - 1, block, block + 1],
  ...[2 * block - 1, 2 * block, 2 * block + 1, 8 * block + 1],
];

function digests(name, openssl, hash) {
  return lengths(hash.blockLen).map((len) => {
    const msg = bytes(`${name} message of ${len}`, len), md = hash(msg);
    check(same(md, createHash(openssl).update(msg).digest()), `${name} of ${len} bytes`);
    return { len, msg, md };
  });
}

// Keys below, at and above the length of a block; tags that are cut, changed or of a wrong length.
function tags(name, openssl, hash) {
  const records = [0, 1, 32, hash.blockLen - 1, hash.blockLen, hash.blockLen + 1, 3 * hash.blockLen].map((size, i) => {
    const key = bytes(`hmac ${name} key ${i}`, size), msg = bytes(`hmac ${name} message ${i}`, 37 * i);
    const tag = hmac(hash, key, msg);
    check(same(tag, createHmac(openssl, key).update(msg).digest()), `HMAC with ${name}`);
    return { key, msg, taglen: 8 * tag.length, tag, result: 'valid' };
  });
  const { key, msg, tag } = records[2], taglen = 8 * tag.length;
  const wrong = (changed, bits = taglen) => ({ key, msg, taglen: bits, tag: changed, result: 'invalid' });
  records.push({ key, msg, taglen: 128, tag: tag.slice(0, 16), result: 'valid' });
  for (const place of [0, 15, tag.length - 1]) records.push(wrong(tag.map((byte, i) => (i === place ? byte ^ 1 : byte))));
  records.push(wrong(tag.slice(0, -1)), wrong(tag.slice(0, 16)), wrong(tag.slice(0, 17), 128), wrong(new Uint8Array(0)));
  return records;
}

function keys(name, openssl, hash) {
  const inputs = [[32, 0, 0, 42], [32, 32, 10, hash.outputLen], [1, 200, 200, 2 * hash.outputLen + 1], [80, 13, 1, 1],
    [22, 20, 3, 255 * hash.outputLen]];
  const records = inputs.map(([ikmSize, saltSize, infoSize, size], i) => {
    const ikm = bytes(`hkdf ${name} ikm ${i}`, ikmSize), salt = bytes(`hkdf ${name} salt ${i}`, saltSize);
    const info = bytes(`hkdf ${name} info ${i}`, infoSize), okm = hkdf(hash, ikm, salt, info, size);
    check(same(okm, hkdfSync(openssl, ikm, salt, info, size)), `HKDF with ${name}`);
    return { ikm, salt, info, size, okm, result: 'valid' };
  });
  return [...records, { ...records[1], size: 255 * hash.outputLen + 1, okm: '', result: 'invalid' }];
}

export function writeSha2(root) {
  const functions = [['SHA-256', 'sha256', 'sha256', sha256], ['SHA-512', 'sha512', 'sha512', sha512],
    ['SHA-512/256', 'sha512-256', 'sha512-256', sha512_256], ['SHA3-256', 'sha3-256', 'sha3-256', sha3_256]];
  const fields = { hash: 'len msg md', hmac: 'key msg taglen tag result', hkdf: 'ikm salt info size okm result' };
  for (const [title, name, openssl, hash] of functions) {
    const put = (kind, about, records) =>
      write(root, `sha2/${kind === 'hash' ? '' : `${kind}-`}${name}.tv`, { about, computed, fields: fields[kind], records });
    if (hash !== sha3_256) put('hash', title, digests(title, openssl, hash));
    if (hash !== sha512_256) put('hmac', `HMAC with ${title}`, tags(title, openssl, hash));
    if (hash === sha256 || hash === sha512) put('hkdf', `HKDF with ${title}`, keys(title, openssl, hash));
  }
}
