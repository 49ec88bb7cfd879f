import { rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages with native code or threads of their own, and those that the program loads only on request. */
const NOT_BUNDLED = [/^@node-rs\//, /^pino/, /^thread-stream/, /^pg-native/, /^@opentelemetry\/(?!api$)/];

/**
 * Writes the program as a few files, because loading its 1,500 modules one by one takes half of a start. The program
 * finds its data files and its password process in the sources, which must stay at the same relative path.
 */
export async function buildServer(dir: string, entries: Record<string, string>): Promise<void> {
  const bundle = await rolldown({
    input: entries,
    platform: 'node',
    external: NOT_BUNDLED,
    logLevel: 'silent',
    plugins: [
      {
        name: 'source-places',
        transform: (code, id) =>
          isSource(id) && code.includes('import.meta.') ? withSourcePlace(code, id, dir) : null,
      },
    ],
  });
  await bundle.write({ dir, entryFileNames: '[name].js', chunkFileNames: '[name].js', sourcemap: true });
  await bundle.close();
}

/** Not a package, nor one of the bundler's own modules, whose ids start with NUL. */
const isSource = (id: string) => !id.startsWith('\0') && !id.includes('/node_modules/');

function withSourcePlace(code: string, file: string, dir: string): { code: string; map: null } {
  const path = (to: string) => JSON.stringify(`./${relative(dir, to)}`);
  const placed = code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + '/' + ${path(dirname(file))})`)
    .replaceAll('import.meta.url', `new URL(${path(file)}, import.meta.url).href`);
  // Without a map here, the one of the bundle would leave the file out. The lines stay the same.
  return { code: placed, map: null };
}

/** What deployments run: the server or worker, and the migrations before an upgrade. */
export const PROGRAMS = { main: 'src/main.ts', migrate: 'src/commands/migrate.ts' };

if (import.meta.main) {
  const dist = join(import.meta.dirname, 'dist');
  await rm(dist, { recursive: true, force: true });
  const entries = Object.entries(PROGRAMS).map(([name, file]) => [name, join(import.meta.dirname, file)]);
  await buildServer(dist, Object.fromEntries(entries));
}
