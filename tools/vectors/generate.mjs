// Writes the known answers of vectors/: node generate.mjs [FOLDER]. Every value comes from an implementation that is
// independent of this project; all inputs follow from the seed recorded in the files.
import { fileURLToPath } from 'node:url';
import { writeSha3 } from './sha3.mjs';
import { writeMlKem } from './mlkem.mjs';
import { writeX25519 } from './x25519.mjs';
import { writeBlake2 } from './blake2.mjs';
import { writeHybrid } from './hybrid.mjs';
import { writeMlDsa } from './mldsa.mjs';
import { writeSha2 } from './sha2.mjs';
import { writeEd25519 } from './ed25519.mjs';
import { writeComposite } from './composite.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('../../vectors', import.meta.url));
writeSha3(root);
writeMlKem(root);
writeX25519(root);
writeBlake2(root);
writeHybrid(root);
writeMlDsa(root);
writeSha2(root);
writeEd25519(root);
writeComposite(root);
