import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { SecondFactorFor, SecurityLevel } from '@lading/contract/runtime-config.ts';
import * as z from 'zod/mini';
import {
  accountSettings,
  type FirstAdmin,
  readFirstAdmin,
  readMetricsToken,
  readSecondFactorFor,
  readSessionLimits,
} from './account-config.ts';
import {
  networkSettings,
  networkWarnings,
  readTlsFiles,
  refuseClearText,
  refuseZone,
} from './network-config.ts';
import { refuseTestStores } from './order-source-config.ts';
import type { SessionLimits } from './platform/actor.ts';
import { StartError } from './platform/app-error.ts';
import type { TlsFiles } from './platform/http/tls.ts';
import { readSecretFiles } from './platform/secret-files.ts';
import { onOff, text, webAddress, wholeNumber } from './platform/settings.ts';
import type { TracingConfig } from './platform/tracing/start-tracing.ts';
import {
  type ConfigWarning,
  type ProviderConfig,
  providerSettings,
  providerWarnings,
  readProviders,
} from './provider-config.ts';
import { type Retention, readRetention, retentionSettings } from './retention-config.ts';

const projectRoot = resolve(import.meta.dirname, '../..');

function isTimeZone(name: string): boolean {
  // PostgreSQL reads the sign of an offset the other way around.
  if (/^[+-]/.test(name)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const SettingsSchema = z.object({
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], 'NODE_ENV must be development, test or production.'),
    'development',
  ),
  PORT: z.optional(wholeNumber('PORT', 65_535)),
  PUBLIC_URL: webAddress('PUBLIC_URL'),
  LADING_DATA_DIR: z._default(z.string(), resolve(projectRoot, 'data')),
  ERASURES_FILE: text,
  ...networkSettings,
  DATABASE_PREPARED_STATEMENTS: onOff('DATABASE_PREPARED_STATEMENTS', 'on'),
  LADING_MIGRATE: onOff('LADING_MIGRATE', 'on'),
  DRAIN_SECONDS: z.optional(wholeNumber('DRAIN_SECONDS', 600)),
  LADING_DEMO: z.optional(z.enum(['on', 'off'], 'LADING_DEMO must be "on" or "off".')),
  LADING_WEB: onOff('LADING_WEB', 'on'),
  API_DOCS: onOff('API_DOCS', 'on'),
  LADING_FAST_TIMINGS: onOff('LADING_FAST_TIMINGS', 'off'),
  LADING_RATE_LIMITS: onOff('LADING_RATE_LIMITS', 'on'),
  LADING_SECURITY: z.optional(
    z.enum(['standard', 'strict'], 'LADING_SECURITY must be "standard" or "strict".'),
  ),
  LOG_LEVEL: z.optional(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.',
    ),
  ),
  SUPPORT_EMAIL: text,
  TRUST_PROXY: text,
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('OTEL_EXPORTER_OTLP_ENDPOINT'),
  OTEL_SERVICE_NAME: z._default(z.string(), 'lading'),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.pipe(
      z
        .string()
        .check(
          z.refine(
            (value) => value.trim() !== '' && Number(value) >= 0 && Number(value) <= 1,
            'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
          ),
        ),
      z.transform(Number),
    ),
    1,
  ),
  TIME_ZONE: z._default(
    z.string().check(z.refine(isTimeZone, 'TIME_ZONE must be a name such as America/New_York.')),
    'UTC',
  ),
  ...accountSettings,
  ...retentionSettings,
  ...providerSettings,
  TRACKING_URL: z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.parse(value)?.protocol === 'https:' && value.includes('{number}'),
          'TRACKING_URL must be an HTTPS address with {number} in it.',
        ),
      ),
    'https://parcelsapp.com/en/tracking/{number}',
  ),
  CORS_ORIGINS: text,
  API_BASE_URL: webAddress('API_BASE_URL'),
  ADMIN_API_BASE_URL: webAddress('ADMIN_API_BASE_URL'),
  VERIFY_BASE_URL: webAddress('VERIFY_BASE_URL'),
});

/** A process answers requests (server), runs background work (worker), or both. */
export const ROLES = ['both', 'server', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export interface Config {
  role: Role;
  production: boolean;
  host: string;
  /** Null: plain HTTP, for a proxy on the same machine or in a private network. */
  tls: TlsFiles | null;
  port: number;
  /** Null: use the address that the server listens on. */
  publicUrl: string | null;
  dataDir: string;
  /** The ids of erased clients. Outside the data folder, it survives the restore of a backup. */
  erasuresFile: string;
  retention: Retention;
  /** The built web application; null to serve only the API. */
  webDir: string | null;
  migrationsDir: string;
  /** The application's login. Null: use the embedded server in the data folder. */
  databaseUrl: string | null;
  /** The login that migrates. Null: the application's login. */
  ownerUrl: string | null;
  /** The application's login without a pooler, for what a pooler in transaction mode can't do. */
  sessionUrl: string | null;
  /** Off for poolers that don't support prepared statements. */
  preparesStatements: boolean;
  /** A hot standby that answers reads while the primary is down. */
  replicaUrl: string | null;
  /** Whether startup runs pending migrations. If not, the database must be up to date. */
  migrates: boolean;
  /** How long the process still accepts requests after it reports that it is shutting down. */
  drainMs: number;
  demo: boolean;
  rateLimits: boolean;
  /** Whether /api/docs and /api/openapi.json exist. */
  apiDocs: boolean;
  security: SecurityLevel;
  secondFactorFor: SecondFactorFor;
  logLevel: string;
  firstAdmin: FirstAdmin | null;
  /** A sorted list of SHA-1 hashes. */
  breachedPasswordsFile: string | null;
  sessionLimits: SessionLimits;
  supportEmail: string | null;
  metricsToken: string | null;
  /** Null: tracing is off. */
  tracing: TracingConfig | null;
  /** Addresses or networks of the reverse proxies whose X-Forwarded-For we trust. */
  trustedProxies: string[];
  corsOrigins: string[];
  /** The operator's time zone, which decides what "today" is. */
  timeZone: string;
  /** The tracking page, with {number} and {carrier} as placeholders. */
  trackingUrl: string;
  providers: ProviderConfig;
  /** Settings that still work but should be changed. */
  warnings: ConfigWarning[];
  /** Short timings, for tests only. */
  fastTimings: boolean;
  apiBaseUrl: string;
  adminBaseUrl: string;
  verifyBaseUrl: string;
}

const list = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

function checkOrigins(origins: string[]): string[] {
  for (const origin of origins) {
    if (URL.parse(origin)?.origin !== origin) {
      throw new StartError(
        `CORS_ORIGINS contains "${origin}", which is not an origin such as https://shop.example.com.`,
      );
    }
  }
  return origins;
}

const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function checkProxies(proxies: string[]): string[] {
  for (const proxy of proxies) {
    const [address = '', bits, ...rest] = proxy.split('/');
    const family = isIP(address);
    const isNetwork =
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
    if (PROXY_NAMES.includes(proxy) || (family !== 0 && isNetwork && rest.length === 0)) continue;
    throw new StartError(
      `TRUST_PROXY contains "${proxy}", which is not an address or network such as 10.0.0.5 or 10.0.0.0/24.`,
    );
  }
  return proxies;
}

function securityWarnings(settings: z.output<typeof SettingsSchema>, production: boolean): ConfigWarning[] {
  if (!production || settings.LADING_RATE_LIMITS === 'on') return [];
  return [
    {
      event: 'config.rate_limits_off',
      text: 'LADING_RATE_LIMITS=off: callers can send any number of requests. Use it for load tests only.',
    },
  ];
}

/** A live installation must run in production, without demo data, and be public over https. */
function refuseLive({ LADING_DEMO, PUBLIC_URL }: z.output<typeof SettingsSchema>, production: boolean): void {
  if (LADING_DEMO === 'on')
    throw new StartError('LADING_DEMO=on cannot be combined with a live STRIPE_SECRET_KEY.');
  if (!production) throw new StartError('A live STRIPE_SECRET_KEY needs NODE_ENV=production.');
  if (!PUBLIC_URL?.startsWith('https:'))
    throw new StartError('A live STRIPE_SECRET_KEY needs a PUBLIC_URL that starts with https://.');
}

/** Without a certificate of its own, an HTTPS address means that a proxy is in front of the server. */
const proxyWarnings = (settings: z.output<typeof SettingsSchema>): ConfigWarning[] =>
  settings.PUBLIC_URL?.startsWith('https:') &&
  settings.TRUST_PROXY === undefined &&
  settings.TLS_CERT_FILE === undefined
    ? [
        {
          event: 'config.trust_proxy_missing',
          text: 'PUBLIC_URL starts with https:// but TRUST_PROXY is not set; set it to the address of your proxy, otherwise all callers share one limit.',
        },
      ]
    : [];

type Environment = Record<string, string | undefined>;

function parseSettings(env: Environment): z.infer<typeof SettingsSchema> {
  const given = Object.fromEntries(
    Object.entries(readSecretFiles(env)).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = z.safeParse(SettingsSchema, given);
  if (parsed.success) return parsed.data;
  throw new StartError(parsed.error.issues[0]?.message ?? 'The settings are not valid.');
}

/** Throws a StartError with one sentence that names the bad setting. */
export function readConfig(env: Environment, role: Role = 'both'): Config {
  const settings = parseSettings(env);
  const production = settings.NODE_ENV === 'production';
  const security = settings.LADING_SECURITY ?? (production ? 'strict' : 'standard');
  const databaseUrl = settings.DATABASE_URL ?? null;
  if (role !== 'both' && databaseUrl === null)
    throw new StartError(
      `A separate ${role} needs DATABASE_URL: the embedded database serves a single process.`,
    );
  const demoAllowed = databaseUrl === null && !production;
  if (settings.LADING_DEMO === 'on' && !demoAllowed) {
    throw new StartError('LADING_DEMO=on cannot be combined with DATABASE_URL or NODE_ENV=production.');
  }
  const providers = readProviders(settings);
  refuseTestStores(providers.orderSources, { production, live: providers.live });
  if (providers.live) refuseLive(settings, production);
  if (security === 'strict') refuseClearText(settings);
  if (settings.PUBLIC_URL === undefined) refuseZone(settings);
  // Demo data contains payments and labels of the built-in providers.
  const isSandbox = providers.payment.kind === 'test' && providers.labelProvider.kind === 'builtin';
  return {
    role,
    production,
    host: settings.HOST,
    tls: readTlsFiles(settings),
    port: settings.PORT ?? (role === 'worker' ? 3001 : 3000),
    publicUrl: settings.PUBLIC_URL ?? null,
    dataDir: resolve(settings.LADING_DATA_DIR),
    retention: readRetention(settings),
    erasuresFile: resolve(settings.ERASURES_FILE ?? resolve(settings.LADING_DATA_DIR, 'erasures.jsonl')),
    webDir: settings.LADING_WEB === 'on' ? resolve(projectRoot, 'web/dist') : null,
    migrationsDir: resolve(projectRoot, 'server/migrations'),
    databaseUrl,
    ownerUrl: settings.DATABASE_OWNER_URL ?? null,
    sessionUrl: settings.DATABASE_SESSION_URL ?? null,
    replicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    preparesStatements: settings.DATABASE_PREPARED_STATEMENTS === 'on',
    migrates: settings.LADING_MIGRATE === 'on',
    drainMs: role === 'worker' ? 0 : (settings.DRAIN_SECONDS ?? 0) * 1000,
    demo: demoAllowed && isSandbox && settings.LADING_DEMO !== 'off',
    rateLimits: settings.LADING_RATE_LIMITS === 'on',
    apiDocs: settings.API_DOCS === 'on',
    security,
    secondFactorFor: readSecondFactorFor(settings, security),
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    firstAdmin: readFirstAdmin(settings, production || security === 'strict'),
    breachedPasswordsFile: settings.BREACHED_PASSWORDS_FILE ?? null,
    sessionLimits: readSessionLimits(settings, security),
    supportEmail: settings.SUPPORT_EMAIL ?? null,
    metricsToken: readMetricsToken(settings, production || security === 'strict'),
    tracing:
      settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
            service: settings.OTEL_SERVICE_NAME,
            ratio: settings.OTEL_TRACES_SAMPLER_ARG,
          },
    trustedProxies: checkProxies(list(settings.TRUST_PROXY)),
    corsOrigins: checkOrigins(list(settings.CORS_ORIGINS)),
    timeZone: settings.TIME_ZONE,
    trackingUrl: settings.TRACKING_URL,
    providers,
    warnings: [
      ...providerWarnings(settings),
      ...networkWarnings(settings, security === 'strict'),
      ...proxyWarnings(settings),
      ...securityWarnings(settings, production),
    ],
    fastTimings: settings.NODE_ENV === 'test' && settings.LADING_FAST_TIMINGS === 'on',
    apiBaseUrl: settings.API_BASE_URL ?? '',
    adminBaseUrl: settings.ADMIN_API_BASE_URL ?? '',
    verifyBaseUrl: settings.VERIFY_BASE_URL ?? '',
  };
}
