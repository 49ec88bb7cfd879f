import { readFileSync } from 'node:fs';
import { StartError } from './app-error.ts';

/** Settings that contain a secret. Each can be read from a file, which other processes can't see. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_SESSION_URL',
  'DATABASE_REPLICA_URL',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'SHIPPO_API_KEY',
  'SHIPPO_WEBHOOK_TOKEN',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'GOOGLE_PLACES_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SHOPIFY_APP_SECRET',
  'ETSY_APP_SECRET',
  'EBAY_APP_SECRET',
  'ETSY_WEBHOOK_SECRET',
  'EBAY_VERIFICATION_TOKEN',
];

type Environment = Record<string, string | undefined>;

/** Replaces every `<SETTING>_FILE` with the content of that file. Empty variables count as not set. */
export function readSecretFiles(env: Environment): Environment {
  const read: Environment = {};
  for (const name of SECRETS) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new StartError(`Set either ${name} or ${name}_FILE, not both.`);
    read[name] = contentOf(name, file);
  }
  return { ...env, ...read };
}

function contentOf(name: string, file: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new StartError(`${name}_FILE cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  if (content === '') throw new StartError(`The file in ${name}_FILE is empty.`);
  return content;
}
