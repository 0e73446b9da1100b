// Writing of .tv files, and the bytes that all inputs come from.
import { writeFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shake128 } from '@noble/hashes/sha3.js';

export const seedName = 'lydite vectors 1';

export const hex = (bytes) => Buffer.from(bytes).toString('hex');
export const concat = (...parts) => new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

// Bytes for one purpose: SHAKE128 of the name of this set of vectors and of the purpose.
export function bytes(purpose, size) {
  return size === 0 ? new Uint8Array(0) : shake128(Buffer.from(`${seedName} | ${purpose}`), { dkLen: size });
}

export function version(name) {
  return `${name} ${JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version}`;
}

// For values that the OpenSSL of Node confirmed.
export const confirmed = `checked with the OpenSSL ${process.versions.openssl} of Node ${process.versions.node}`;

export function check(condition, what) {
  if (!condition) throw new Error(`disagreement: ${what}`);
}

// True if the function throws, as it must for inputs that are to be refused.
export function refuses(run) {
  try {
    run();
  } catch {
    return true;
  }
  return false;
}

const text = (value) => (typeof value === 'object' ? hex(value) : String(value));
const line = ([name, value]) => (text(value) === '' ? `${name} =` : `${name} = ${text(value)}`);

export function write(root, path, { about, computed, fields, records }) {
  const header = [
    `# ${about}`,
    `# source: tools/vectors/generate.mjs, with ${computed}`,
    `# seed: ${seedName}`,
    `# fields: ${fields}`,
    `# records: ${records.length}`,
  ];
  const body = records.map((record) => Object.entries(record).map(line).join('\n'));
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [header.join('\n'), ...body].join('\n\n') + '\n');
}
