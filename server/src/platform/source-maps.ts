import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Makes error stacks name the sources of the files in the entry's folder that have a map. Node can do it
 * too, but reads all maps at the start and keeps them: 15 MB, and a tenth of a second. Here the first error reads the maps
 * of its files.
 */
export function nameSourcesInStacks(entry: string | undefined): void {
  if (!entry) return;
  const folder = new URL('.', pathToFileURL(realpathSync(entry))).href;
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (file: string): SourceMap | null => {
    const known = maps.get(file);
    if (known !== undefined) return known;
    const map = new URL(`${file}.map`);
    const read = existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : null;
    maps.set(file, read);
    return read;
  };
  Error.prepareStackTrace = (error, sites) =>
    [headOf(error), ...sites.map((site) => `    at ${withSource(site, folder, mapOf)}`)].join('\n');
}

function headOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}

function withSource(
  site: NodeJS.CallSite,
  folder: string,
  mapOf: (file: string) => SourceMap | null,
): string {
  const text = String(site);
  const file = site.getFileName();
  if (!file?.startsWith(folder)) return text;
  const [line, column] = [site.getLineNumber() ?? 0, site.getColumnNumber() ?? 0];
  try {
    const origin = mapOf(file)?.findOrigin(line, column);
    if (!origin || !('fileName' in origin)) return text;
    const source = new URL(origin.fileName, file).href;
    return text.replace(`${file}:${line}:${column}`, `${source}:${origin.lineNumber}:${origin.columnNumber}`);
  } catch {
    // An unreadable map must not hide the error.
    return text;
  }
}
