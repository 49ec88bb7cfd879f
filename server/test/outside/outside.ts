import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A file of published facts; README.md names the sources. */
export const readOutside = (name: string): Buffer => readFileSync(resolve(import.meta.dirname, name));

export const readOutsideJson = <T>(name: string): T => JSON.parse(readOutside(name).toString());
