import * as z from 'zod/mini';
import { StartError } from './platform/app-error.ts';
import type { TlsFiles } from './platform/http/tls.ts';
import { databaseAddress, isClearText, onOff, text, transportTo } from './platform/settings.ts';
import type { ConfigWarning } from './provider-config.ts';

/** The settings of connections to the proxy and to the database. */
export const networkSettings = {
  HOST: z._default(z.string(), '127.0.0.1'),
  TLS_CERT_FILE: text,
  TLS_KEY_FILE: text,
  TLS_CA_FILE: text,
  PRIVATE_NETWORK: onOff('PRIVATE_NETWORK', 'off'),
  DATABASE_URL: databaseAddress('DATABASE_URL'),
  DATABASE_OWNER_URL: databaseAddress('DATABASE_OWNER_URL'),
  DATABASE_SESSION_URL: databaseAddress('DATABASE_SESSION_URL'),
  DATABASE_REPLICA_URL: databaseAddress('DATABASE_REPLICA_URL'),
};
type NetworkSettings = z.output<ReturnType<typeof z.object<typeof networkSettings>>>;

export function readTlsFiles({ TLS_CERT_FILE, TLS_KEY_FILE, TLS_CA_FILE }: NetworkSettings): TlsFiles | null {
  if (TLS_CERT_FILE === undefined && TLS_KEY_FILE === undefined) {
    if (TLS_CA_FILE !== undefined) throw new StartError('TLS_CA_FILE needs TLS_CERT_FILE and TLS_KEY_FILE.');
    return null;
  }
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined)
    throw new StartError('TLS_CERT_FILE and TLS_KEY_FILE must be set together.');
  return { certFile: TLS_CERT_FILE, keyFile: TLS_KEY_FILE, caFile: TLS_CA_FILE ?? null };
}

const DATABASE_URLS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_SESSION_URL',
  'DATABASE_REPLICA_URL',
] as const;

/** In `strict`, unencrypted connections are allowed only in a network that the operator has declared private. */
export function refuseClearText(settings: NetworkSettings): void {
  if (settings.PRIVATE_NETWORK === 'on') return;
  for (const name of DATABASE_URLS) {
    const transport = transportTo(settings[name]);
    if (transport === 'clear' || transport === 'unverified')
      throw new StartError(
        `${name} connects to another machine ${transport === 'clear' ? 'without TLS' : 'without checking its certificate'}, which LADING_SECURITY=strict refuses; add ?sslmode=verify-full, or set PRIVATE_NETWORK=on if no one else can read the traffic in that network.`,
      );
  }
}

/** Without PUBLIC_URL, links contain the address of HOST. Browsers refuse a zone. */
export function refuseZone({ HOST }: NetworkSettings): void {
  if (!HOST.includes('%')) return;
  throw new StartError(
    `HOST=${HOST} has a zone, which links cannot contain. Set PUBLIC_URL to the address users open.`,
  );
}

export function networkWarnings(settings: NetworkSettings, isStrict: boolean): ConfigWarning[] {
  if (settings.PRIVATE_NETWORK === 'on') return [];
  const warnings = DATABASE_URLS.filter((name) => isClearText(settings[name])).map((name) => ({
    event: 'config.database_clear_text',
    text: `${name} connects to another machine without TLS; add ?sslmode=verify-full`,
  }));
  if (isStrict && settings.TLS_CERT_FILE === undefined && !/^(localhost|127\..*|::1)$/.test(settings.HOST))
    warnings.push({
      event: 'config.http_clear_text',
      text: `HOST=${settings.HOST} accepts unencrypted connections from other machines; set TLS_CERT_FILE and TLS_KEY_FILE, or PRIVATE_NETWORK=on if no one else can read the traffic in that network`,
    });
  return warnings;
}
