import pg from 'pg';
import { APP_ROLE, transferOwnership } from './roles.ts';

/** Creates roles and databases when the cluster starts, and makes backups. Nothing else connects as this role. */
export const SUPERUSER = 'lading_superuser';
/** Owns the tables and migrates. */
const OWNER = 'lading_owner';
export const EMBEDDED_ROLES = { superuser: SUPERUSER, owner: OWNER, app: APP_ROLE };
export type EmbeddedRole = keyof typeof EMBEDDED_ROLES;

/** Exists only while an older cluster is upgraded: no session can rename its own role. */
const UPGRADER = 'lading_upgrader';
const INVALID_AUTHORIZATION = '28000';

type UrlOf = (role: string, database: string) => string;

/** Creates the roles, or upgrades a cluster in which the owner was the superuser. */
export async function ensureEmbeddedRoles(urlOf: UrlOf): Promise<void> {
  await renameFormerSuperuser(urlOf);
  await withClient(urlOf(SUPERUSER, 'postgres'), async (client) => {
    // A server that an earlier process left running has not read the new access rules.
    await client.query('SELECT pg_reload_conf()');
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS is_standby');
    if (rows[0].is_standby) return;
    await client.query(`DROP ROLE IF EXISTS ${UPGRADER}`);
    await keepRole(client, OWNER);
    await keepRole(client, APP_ROLE);
    // Lets a process of the previous version, which connects as the owner, act as the application.
    const { rows: member } = await client.query("SELECT pg_has_role($1, $2, 'SET') AS is_member", [
      OWNER,
      APP_ROLE,
    ]);
    if (!member[0].is_member) await client.query(`GRANT ${APP_ROLE} TO ${OWNER}`);
  });
}

/** Creates the database for the owner, or makes the owner the owner of all that is in it. */
export async function ensureEmbeddedDatabase(urlOf: UrlOf, name: string): Promise<void> {
  const isStandby = await withClient(urlOf(SUPERUSER, 'postgres'), async (client) => {
    const { rows } = await client.query(
      `SELECT pg_is_in_recovery() AS is_standby,
         (SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = $1) AS owner`,
      [name],
    );
    const { is_standby, owner } = rows[0];
    const database = pg.escapeIdentifier(name);
    if (is_standby || owner === OWNER) return is_standby;
    await client.query(
      owner === null
        ? `CREATE DATABASE ${database} OWNER ${OWNER}`
        : `ALTER DATABASE ${database} OWNER TO ${OWNER}`,
    );
    return false;
  });
  if (isStandby) return;
  await withClient(urlOf(SUPERUSER, name), (client) =>
    transferOwnership(client, [SUPERUSER, APP_ROLE], OWNER),
  );
}

async function renameFormerSuperuser(urlOf: UrlOf): Promise<void> {
  const isNamed = await withClient(urlOf(SUPERUSER, 'postgres'), async () => true).catch((error) => {
    if ((error as pg.DatabaseError).code !== INVALID_AUTHORIZATION) throw error;
    return false;
  });
  if (isNamed) return;
  await withClient(urlOf(OWNER, 'postgres'), async (client) => {
    await client.query('SELECT pg_reload_conf()');
    await client.query(`DROP ROLE IF EXISTS ${UPGRADER}`);
    await client.query(`CREATE ROLE ${UPGRADER} SUPERUSER LOGIN`);
  });
  await withClient(urlOf(UPGRADER, 'postgres'), (client) =>
    client.query(`ALTER ROLE ${OWNER} RENAME TO ${SUPERUSER}`),
  );
}

const ATTRIBUTES = 'LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS';

async function keepRole(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT rolcanlogin AND NOT (rolsuper OR rolcreaterole OR rolreplication OR rolbypassrls) AS is_right
     FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  const [found] = rows;
  if (!found?.is_right) await client.query(`${found ? 'ALTER' : 'CREATE'} ROLE ${role} ${ATTRIBUTES}`);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'lading-roles' });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
