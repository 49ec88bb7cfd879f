import pg from 'pg';
import { StartError } from '../app-error.ts';
import type { Log } from '../log.ts';
import { APP_ROLE } from './roles.ts';

/**
 * What the application expects of its sessions, whatever the defaults of the server. They are properties of
 * the login, not startup parameters, because a pooler in transaction mode accepts none.
 */
export const SESSION_SETTINGS = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '30s',
  // For solid-state disks and cached tables. With PostgreSQL's default, a plan made while a table has a few pages reads
  // the whole table instead of an index, and stays until the next ANALYZE.
  random_page_cost: '1.1',
};

/** With other values of these the application would misread dates or fail at random. */
const REQUIRED = ['datestyle', 'default_transaction_isolation'] as const;

export function withOptions(url: string, settings: Record<string, string>): string {
  const address = new URL(url);
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`);
  const options = [address.searchParams.get('options') ?? '', ...added].join(' ').trim();
  address.searchParams.set('options', options);
  return address.href;
}

/** For a single login that is the owner: its sessions begin as the application. */
export const asAppRole = (url: string): string => withOptions(url, { role: APP_ROLE, ...SESSION_SETTINGS });

/** Makes another address of the database behave like the application's. */
export const likeApp = (url: string, appUrl: string): string =>
  actsAsAppRole(appUrl) ? asAppRole(url) : url;

const actsAsAppRole = (url: string) => new URL(url).searchParams.get('options')?.includes(`role=${APP_ROLE}`);

interface AppLogin {
  /** False when the login can become the owner or a superuser, so that it can bypass its restrictions. */
  isRestricted: boolean;
}

/**
 * Gives the login its session settings and checks that they apply. `directUrl` is the same login without a
 * pooler.
 */
export async function prepareAppLogin(url: string, directUrl: string = url): Promise<AppLogin> {
  const keep = actsAsAppRole(url) ? async () => {} : keepSettings;
  if (directUrl !== url) await withClient('DATABASE_SESSION_URL', likeApp(directUrl, url), keep);
  else if (!actsAsAppRole(url)) await withClient('DATABASE_URL', url, keep);
  return withClient('DATABASE_URL', url, async (client) => {
    for (const name of REQUIRED) {
      const { rows } = await client.query('SELECT current_setting($1) AS value', [name]);
      checkSetting(name, rows[0].value);
    }
    const { rows } = await client.query(`
      SELECT rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls
        OR EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('schema_migrations')
             AND pg_has_role(session_user, relowner, 'MEMBER')) AS may_climb
      FROM pg_roles WHERE rolname = session_user`);
    return { isRestricted: !rows[0].may_climb };
  });
}

function checkSetting(name: (typeof REQUIRED)[number], value: string): void {
  const wanted = SESSION_SETTINGS[name];
  if (value === wanted || (name === 'datestyle' && value.startsWith('ISO'))) return;
  throw new StartError(
    `Lading's database sessions have ${name} = ${value}. As a database administrator, run: ALTER ROLE ${APP_ROLE} SET ${name} = ${pg.escapeLiteral(wanted)}; then restart the pooler, if there is one.`,
  );
}

/** Any role may change the defaults of its own sessions. */
async function keepSettings(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ settings: string[] | null }>(
    `SELECT setconfig AS settings FROM pg_db_role_setting
     WHERE setdatabase = 0 AND setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)`,
  );
  const known = new Set((rows[0]?.settings ?? []).map((setting) => setting.toLowerCase()));
  for (const [name, value] of Object.entries(SESSION_SETTINGS)) {
    if (known.has(`${name}=${value}`.toLowerCase())) continue;
    // Fails while another process does the same, or on a standby. What matters is checked afterward.
    await client.query(`ALTER ROLE CURRENT_USER SET ${name} = ${pg.escapeLiteral(value)}`).catch(() => {});
  }
}

/** Nothing is read from it until the primary is down, so a wrong address would be noticed only then. */
export async function checkReplica(replicaUrl: string, appUrl: string, log: Log): Promise<void> {
  await withClient('DATABASE_REPLICA_URL', likeApp(replicaUrl, appUrl), async () => {}).catch(
    (error: Error) =>
      log.warn(
        { event: 'database.replica_unreachable', reason: error.message },
        'Lading cannot connect to the database in DATABASE_REPLICA_URL; until it can, nothing can be read while the primary is down',
      ),
  );
}

export const cannotConnect = (setting: string, error: unknown): StartError =>
  new StartError(`Cannot connect to the database in ${setting}: ${reasonOf(error)}`, { cause: error });

/** A host with several addresses fails with one error for each of them, and no message of its own. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(({ message }: Error) => message).join('; ')
    : (error as Error).message;

async function withClient<T>(
  setting: string,
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connect(url).catch((error: unknown) => {
    throw cannotConnect(setting, error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}
