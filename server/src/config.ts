import { resolve } from 'node:path';
import { PASSWORD_MIN_LENGTH } from '@lading/contract/constants.ts';
import { EmailSchema, NewPasswordSchema } from '@lading/contract/identity.ts';
import * as z from 'zod/mini';
import { StartError } from './platform/app-error.ts';
import { onOff, text, webAddress, wholeNumber } from './platform/settings.ts';
import type { TracingConfig } from './platform/tracing/start-tracing.ts';
import {
  type ConfigWarning,
  type ProviderConfig,
  providerSettings,
  providerWarnings,
  readProviders,
} from './provider-config.ts';

const projectRoot = resolve(import.meta.dirname, '../..');

function isTimeZone(name: string): boolean {
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
  HOST: z._default(z.string(), '127.0.0.1'),
  PUBLIC_URL: webAddress('PUBLIC_URL'),
  LADING_DATA_DIR: z._default(z.string(), resolve(projectRoot, 'data')),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(z.regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres:// or postgresql://.')),
  ),
  LADING_MIGRATE: onOff('LADING_MIGRATE', 'on'),
  DRAIN_SECONDS: z.optional(wholeNumber('DRAIN_SECONDS', 600)),
  DATABASE_REPLICA_URL: z.optional(
    z
      .string()
      .check(
        z.regex(/^postgres(ql)?:\/\//, 'DATABASE_REPLICA_URL must start with postgres:// or postgresql://.'),
      ),
  ),
  LADING_DEMO: z.optional(z.enum(['on', 'off'], 'LADING_DEMO must be "on" or "off".')),
  LADING_WEB: onOff('LADING_WEB', 'on'),
  LADING_FAST_TIMINGS: onOff('LADING_FAST_TIMINGS', 'off'),
  LADING_RATE_LIMITS: onOff('LADING_RATE_LIMITS', 'on'),
  LOG_LEVEL: z.optional(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.',
    ),
  ),
  ADMIN_EMAIL: text,
  ADMIN_PASSWORD: text,
  SUPPORT_EMAIL: text,
  METRICS_TOKEN: z.optional(
    z.string().check(z.minLength(16, 'METRICS_TOKEN must have at least 16 characters.')),
  ),
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
  ...providerSettings,
  TRACKING_URL: z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => URL.parse(value)?.protocol === 'https:' && value.includes('{number}'),
          'TRACKING_URL must be an https address with {number} in it.',
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
  port: number;
  /** Null: use the address that the server listens on. */
  publicUrl: string | null;
  dataDir: string;
  /** The built web application; null to serve only the API. */
  webDir: string | null;
  migrationsDir: string;
  /** Null: use the embedded server in the data folder. */
  databaseUrl: string | null;
  /** A hot standby that answers reads while the primary is down. */
  replicaUrl: string | null;
  /** Whether startup runs pending migrations. If not, the database must be up to date. */
  migrates: boolean;
  /** How long the process still accepts requests after it reports that it is shutting down. */
  drainMs: number;
  demo: boolean;
  rateLimits: boolean;
  logLevel: string;
  firstAdmin: { email: string; password: string } | null;
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

function readFirstAdmin(email: string | undefined, password: string | undefined): Config['firstAdmin'] {
  if (email === undefined && password === undefined) return null;
  if (email === undefined || password === undefined) {
    throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
  }
  if (!z.safeParse(EmailSchema, email).success) throw new StartError('ADMIN_EMAIL is not an email address.');
  if (!z.safeParse(NewPasswordSchema, password).success) {
    throw new StartError(`ADMIN_PASSWORD must have at least ${PASSWORD_MIN_LENGTH} characters.`);
  }
  return { email, password };
}

/** A live installation must be complete and public over https. */
function refuseLive({ LADING_DEMO, PUBLIC_URL }: z.output<typeof SettingsSchema>, production: boolean): void {
  if (LADING_DEMO === 'on')
    throw new StartError('LADING_DEMO=on cannot be combined with a live STRIPE_SECRET_KEY.');
  if (!production) throw new StartError('A live STRIPE_SECRET_KEY needs NODE_ENV=production.');
  if (!PUBLIC_URL?.startsWith('https:'))
    throw new StartError('A live STRIPE_SECRET_KEY needs a PUBLIC_URL that starts with https://.');
}

/** Throws a StartError with one sentence that names the bad setting. */
export function readConfig(env: Record<string, string | undefined>, role: Role = 'both'): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = z.safeParse(SettingsSchema, given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(issue?.message ?? 'The settings are not valid.');
  }
  const settings = parsed.data;
  const production = settings.NODE_ENV === 'production';
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
  if (providers.live) refuseLive(settings, production);
  // Demo data contains payments and labels of the built-in providers.
  const isSandbox = providers.payment.kind === 'test' && providers.carrier.kind === 'builtin';
  return {
    role,
    production,
    host: settings.HOST,
    port: settings.PORT ?? (role === 'worker' ? 3001 : 3000),
    publicUrl: settings.PUBLIC_URL ?? null,
    dataDir: resolve(settings.LADING_DATA_DIR),
    webDir: settings.LADING_WEB === 'on' ? resolve(projectRoot, 'web/dist') : null,
    migrationsDir: resolve(projectRoot, 'server/migrations'),
    databaseUrl,
    replicaUrl: settings.DATABASE_REPLICA_URL ?? null,
    migrates: settings.LADING_MIGRATE === 'on',
    drainMs: role === 'worker' ? 0 : (settings.DRAIN_SECONDS ?? 0) * 1000,
    demo: demoAllowed && isSandbox && settings.LADING_DEMO !== 'off',
    rateLimits: settings.LADING_RATE_LIMITS === 'on',
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    firstAdmin: readFirstAdmin(settings.ADMIN_EMAIL, settings.ADMIN_PASSWORD),
    supportEmail: settings.SUPPORT_EMAIL ?? null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    tracing:
      settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
            service: settings.OTEL_SERVICE_NAME,
            ratio: settings.OTEL_TRACES_SAMPLER_ARG,
          },
    trustedProxies: list(settings.TRUST_PROXY),
    corsOrigins: checkOrigins(list(settings.CORS_ORIGINS)),
    timeZone: settings.TIME_ZONE,
    trackingUrl: settings.TRACKING_URL,
    providers,
    warnings: providerWarnings(settings),
    fastTimings: settings.NODE_ENV === 'test' && settings.LADING_FAST_TIMINGS === 'on',
    apiBaseUrl: settings.API_BASE_URL ?? '',
    adminBaseUrl: settings.ADMIN_API_BASE_URL ?? '',
    verifyBaseUrl: settings.VERIFY_BASE_URL ?? '',
  };
}
