import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { bomOf } from './bom.ts';
import { readJson } from './packages.ts';
import { ROOT } from './steps.ts';

/** `npm run sbom > sbom.json`: the packages that run in production, as CycloneDX. `-- --all` adds development tools. */
const lockFile = join(ROOT, 'package-lock.json');
const { version } = readJson(join(ROOT, 'package.json'));
const bom = bomOf(readJson(lockFile), version, process.argv.includes('--all'));
const serial = createHash('sha256').update(JSON.stringify(bom)).digest('hex').slice(0, 32);
const serialNumber = `urn:uuid:${serial.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`;
console.log(JSON.stringify({ ...bom, serialNumber }, null, 2));
