import { readFileSync } from 'node:fs';
import type { Server } from 'node:https';
import { createSecureContext, type SecureContextOptions, type TlsOptions } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { StartError } from '../app-error.ts';
import type { Log } from '../log.ts';

/** Where the server's certificate is. */
export interface TlsFiles {
  certFile: string;
  keyFile: string;
  /** Callers must show a certificate of this authority. Null: callers need none. */
  caFile: string | null;
}

/** Forward secrecy and authenticated encryption only. TLS 1.3 has no other ciphers. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');
const HANDSHAKE_TIMEOUT_MS = 10_000;
const RELOAD_EVERY_MS = 60_000;

/** The options of an https server. Throws a StartError that names the setting. */
export function tlsOptions(files: TlsFiles): TlsOptions {
  const read = readContext(files);
  try {
    createSecureContext(read);
  } catch (error) {
    throw new StartError(
      `TLS_CERT_FILE and TLS_KEY_FILE do not contain a certificate and its key: ${(error as Error).message}.`,
      { cause: error },
    );
  }
  const asksCallers = files.caFile !== null;
  return {
    ...read,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
    requestCert: asksCallers,
    rejectUnauthorized: asksCallers,
  };
}

function readContext({ certFile, keyFile, caFile }: TlsFiles): SecureContextOptions {
  return {
    cert: contentOf('TLS_CERT_FILE', certFile),
    key: contentOf('TLS_KEY_FILE', keyFile),
    ...(caFile === null ? {} : { ca: contentOf('TLS_CA_FILE', caFile) }),
    minVersion: 'TLSv1.2',
    ciphers: CIPHERS,
  };
}

function contentOf(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${setting} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}

/**
 * Uses a renewed certificate for new connections, without a restart. Files that do not match, perhaps
 * because only one of them was replaced so far, change nothing.
 */
export function reloadCertificates(
  app: FastifyInstance,
  files: TlsFiles,
  log: Log,
  everyMs = RELOAD_EVERY_MS,
): void {
  const server = app.server as unknown as Server;
  let loaded = JSON.stringify(readContext(files));
  let refused = '';
  const timer = setInterval(() => {
    let found = '';
    try {
      const context = readContext(files);
      found = JSON.stringify(context);
      if (found === loaded || found === refused) return;
      createSecureContext(context);
      server.setSecureContext(context);
      loaded = found;
      log.info({ event: 'tls.certificate_loaded' }, 'The new TLS certificate is in use');
    } catch (err) {
      if (found === '' && refused === 'unreadable') return;
      refused = found || 'unreadable';
      log.error(
        { event: 'tls.certificate_unusable', err },
        'The new TLS certificate cannot be used; the server keeps using the current one',
      );
    }
  }, everyMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
