import { COMMON_PASSWORDS } from '@lading/contract/common-passwords.ts';
import { PASSWORD_MIN_LENGTH } from '@lading/contract/constants.ts';
import { EmailSchema, NewPasswordSchema } from '@lading/contract/identity.ts';
import { ownWordsOf, weaknessOf } from '@lading/contract/password-strength.ts';
import type { SecondFactorFor, SecurityLevel } from '@lading/contract/runtime-config.ts';
import * as z from 'zod/mini';
import type { SessionLimits } from './platform/actor.ts';
import { StartError } from './platform/app-error.ts';
import { days, minutes } from './platform/clock.ts';
import { text, wholeNumber } from './platform/settings.ts';

/** The settings of accounts and sessions. */
export const accountSettings = {
  ADMIN_EMAIL: text,
  ADMIN_PASSWORD: text,
  METRICS_TOKEN: z.optional(
    z.string().check(z.minLength(16, 'METRICS_TOKEN must have at least 16 characters.')),
  ),
  SESSION_IDLE_MINUTES: z.optional(wholeNumber('SESSION_IDLE_MINUTES', 525_600)),
  SESSION_IDLE_DAYS: z.optional(wholeNumber('SESSION_IDLE_DAYS', 365)),
  SECOND_FACTOR: z.optional(z.enum(['staff', 'everyone'], 'SECOND_FACTOR must be "staff" or "everyone".')),
  BREACHED_PASSWORDS_FILE: text,
};
type AccountSettings = z.output<ReturnType<typeof z.object<typeof accountSettings>>>;

const COMMON = new Set(COMMON_PASSWORDS.split('\n'));
const isEasyToGuess = (text: string, words: readonly string[]) =>
  weaknessOf(text, words, (password) => COMMON.has(password)) !== null;

export interface FirstAdmin {
  email: string;
  password: string;
}

export function readFirstAdmin(
  { ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: AccountSettings,
  mustBeStrong: boolean,
): FirstAdmin | null {
  if (email === undefined && password === undefined) return null;
  if (email === undefined || password === undefined) {
    throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
  }
  if (!z.safeParse(EmailSchema, email).success) throw new StartError('ADMIN_EMAIL is not an email address.');
  if (!z.safeParse(NewPasswordSchema, password).success) {
    throw new StartError(`ADMIN_PASSWORD must have at least ${PASSWORD_MIN_LENGTH} characters.`);
  }
  if (mustBeStrong && isEasyToGuess(password, ownWordsOf({ email, name: 'Administrator' })))
    throw new StartError('ADMIN_PASSWORD is easy to guess. Choose another one.');
  return { email, password };
}

/** Placeholders for secrets in examples. */
const PLACEHOLDERS = [
  'changeme',
  'change',
  'metrics',
  'secret',
  'token',
  'lading',
  'example',
  '0123456789',
  '123456',
];

export function readMetricsToken(
  { METRICS_TOKEN: token }: AccountSettings,
  mustBeStrong: boolean,
): string | null {
  if (token !== undefined && mustBeStrong && isEasyToGuess(token, PLACEHOLDERS))
    throw new StartError('METRICS_TOKEN is easy to guess. Use a random value.');
  return token ?? null;
}

/** Zero means no idle limit. `standard` has none by default, because the specification has none. */
export function readSessionLimits(
  { SESSION_IDLE_MINUTES, SESSION_IDLE_DAYS }: AccountSettings,
  security: SecurityLevel,
): SessionLimits {
  const isStrict = security === 'strict';
  return {
    idleMs: minutes(SESSION_IDLE_MINUTES ?? (isStrict ? 120 : 0)) || null,
    rememberedIdleMs: days(SESSION_IDLE_DAYS ?? (isStrict ? 30 : 0)) || null,
  };
}

/** Which accounts must have a second factor. */
export const readSecondFactorFor = (
  { SECOND_FACTOR }: AccountSettings,
  security: SecurityLevel,
): SecondFactorFor => SECOND_FACTOR ?? (security === 'strict' ? 'staff' : 'none');
