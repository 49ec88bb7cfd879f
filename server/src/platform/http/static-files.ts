import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { PAGES } from '@lading/contract/routes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, StartError } from '../app-error.ts';
import { sendError } from './error-answers.ts';

interface StaticFile {
  type: string;
  etag: string;
  cacheControl: string;
  plain: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Files here have a digest in their name and never change; browsers revalidate all others. */
const HASHED_FOLDER = '/assets/';

/**
 * Loads the built web application with its compressed files into memory. Requests look up keys of this map,
 * so no request path reaches the file system.
 */
function loadFiles(folder: string): Map<string, StaticFile> {
  if (!existsSync(join(folder, 'app.html'))) {
    throw new StartError(`The web application is not built (${folder} is missing); run "npm run build".`);
  }
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = join(entry.parentPath, entry.name);
    const key = `/${path.slice(folder.length + 1)}`;
    const plain = readFileSync(path);
    const compressed = (suffix: string) => (existsSync(path + suffix) ? readFileSync(path + suffix) : null);
    files.set(key, {
      type,
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      cacheControl: key.startsWith(HASHED_FOLDER) ? 'public, max-age=31536000, immutable' : 'no-cache',
      plain,
      br: compressed('.br'),
      gzip: compressed('.gz'),
    });
  }
  return files;
}

export function installStaticFiles(app: FastifyInstance, folder: string): void {
  const files = loadFiles(folder);
  const landing = files.get('/index.html');
  const application = files.get('/app.html');
  if (!landing || !application)
    throw new StartError(`The web application in ${folder} is incomplete; run "npm run build".`);
  const pages = new Set<string>(Object.values(PAGES));

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (path === PAGES.landing) return sendFile(request, reply, landing);
    const file = path.endsWith('.html') ? undefined : files.get(path);
    if (file) return sendFile(request, reply, file);
    const wantsPage = request.headers.accept?.includes('text/html') ?? false;
    if (pages.has(path)) return sendFile(request, reply, application);
    if (wantsPage && !path.startsWith('/api/')) return sendFile(request, reply.code(404), application);
    return sendError(request, reply, new AppError('NOT_FOUND'));
  });
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: StaticFile): FastifyReply {
  reply
    .header('etag', file.etag)
    .header('cache-control', file.cacheControl)
    .header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag && reply.statusCode === 200)
    return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  reply.type(file.type);
  if (file.br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(file.br);
  if (file.gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(file.gzip);
  return reply.send(file.plain);
}
