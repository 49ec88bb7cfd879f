import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = import.meta.dirname;
const dist = join(root, 'dist');
// Inside the workspace, so that Node resolves React for the rendered module.
const rendererDir = join(root, 'node_modules', '.landing-renderer');

const MARKER = '<!--landing-->';

interface LandingServer {
  renderLanding: () => string;
}

async function renderLanding(): Promise<string> {
  await build({
    root,
    logLevel: 'warn',
    build: {
      ssr: 'src/landing-server.tsx',
      outDir: rendererDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: { input: 'src/landing-server.tsx', output: { entryFileNames: 'landing-server.js' } },
    },
  });
  try {
    const url = pathToFileURL(join(rendererDir, 'landing-server.js')).href;
    const server = (await import(url)) as LandingServer;
    return server.renderLanding();
  } finally {
    await rm(rendererDir, { recursive: true, force: true });
  }
}

const gzipBytes = (content: string | Buffer) => gzipSync(content).length;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB gzip`;

/** Compresses each file separately, because the server sends them separately. */
async function scriptBytes(html: string): Promise<number> {
  const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const contents = await Promise.all(files.map((file) => readFile(join(dist, file))));
  return contents.reduce((sum, content) => sum + gzipBytes(content), 0);
}

/** Compresses once at the highest level, so that the server does not compress each response. */
async function compressAll(): Promise<void> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(html|js|css|svg|json)$/.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const content = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

process.env.NODE_ENV = 'production';
await build({ root, logLevel: 'warn' });
const markup = await renderLanding();
const page = join(dist, 'index.html');
const template = await readFile(page, 'utf8');
if (!template.includes(MARKER)) throw new Error(`dist/index.html has no ${MARKER} to fill.`);
if (/\sstyle="|<style|<script>/.test(markup)) {
  throw new Error(
    'The landing page renders inline styles or scripts, which the content security policy forbids.',
  );
}
const html = template.replace(MARKER, () => markup);
await writeFile(page, html);
await compressAll();
console.log(
  `web built: landing page ${kilobytes(gzipBytes(html))}, its scripts ${kilobytes(await scriptBytes(html))}`,
);
