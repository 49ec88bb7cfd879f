import pg from 'pg';
import { StartError } from '../app-error.ts';

/** The login of all requests and background work. It owns nothing, so it can do only what migrations grant. */
export const APP_ROLE = 'lading_app';

/** Creates the role that migrations grant rights to. */
export async function ensureAppRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (rowCount !== 0) return;
  await client.query(`CREATE ROLE ${APP_ROLE} NOLOGIN`).catch((error: pg.DatabaseError) => {
    // Roles are shared by the whole server, so another database may just have created it.
    if (error.code === '42710' || error.code === '23505') return;
    throw new StartError(
      `The database user cannot create the role ${APP_ROLE}. Ask a database administrator to run: CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '…';`,
    );
  });
}

/** Lets the owner act as the application, for installations with one login for both. */
export async function allowAppRole(client: pg.Client): Promise<void> {
  // Not every creator of a role may use it, or grant it. Two logins need neither.
  await client
    .query(`SET ROLE ${APP_ROLE}`)
    .catch(() => client.query(`GRANT ${APP_ROLE} TO CURRENT_USER`))
    .catch(() => {});
  await client.query('RESET ROLE');
}

/** Lets the application read and write the rows of all tables of a schema, but not alter the tables. */
export async function grantTables(ownerUrl: string, schema: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'lading-migrate' });
  await client.connect();
  const name = pg.escapeIdentifier(schema);
  try {
    const { rows } = await client.query(
      `SELECT bool_and(has_table_privilege($1, c.oid, 'SELECT') AND has_table_privilege($1, c.oid, 'INSERT')
         AND has_table_privilege($1, c.oid, 'UPDATE') AND has_table_privilege($1, c.oid, 'DELETE'))
         AND has_schema_privilege($1, $2, 'USAGE') AND NOT has_schema_privilege($1, $2, 'CREATE') AS is_granted
       FROM pg_class c WHERE relnamespace = $2::regnamespace AND relkind IN ('r', 'p')`,
      [APP_ROLE, schema],
    );
    if (rows[0].is_granted) return;
    await client.query(`
      BEGIN;
      SELECT pg_advisory_xact_lock(hashtext('grant_tables'));
      GRANT USAGE ON SCHEMA ${name} TO ${APP_ROLE};
      REVOKE CREATE ON SCHEMA ${name} FROM ${APP_ROLE};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${name} TO ${APP_ROLE};
      COMMIT`);
  } finally {
    await client.end();
  }
}

const listed = (roles: readonly string[]) => roles.map((role) => pg.escapeLiteral(role)).join(', ');

/**
 * Makes `owner` the owner of everything that the given roles own in this database, except what belongs to
 * extensions. `REASSIGN OWNED` refuses the superuser that created the cluster.
 */
export async function transferOwnership(
  client: pg.Client,
  from: readonly string[],
  owner: string,
): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    WITH givers AS (SELECT oid FROM pg_roles WHERE rolname IN (${listed(from)})),
      spaces AS (SELECT * FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'),
      of_extensions AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
      of_columns AS (SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND deptype IN ('a', 'i'))
    SELECT 1 AS step, format('ALTER SCHEMA %I', nspname) AS statement FROM spaces
      WHERE nspowner IN (SELECT oid FROM givers)
    UNION ALL
    SELECT 2, format('ALTER TABLE %I.%I', nspname, relname) FROM pg_class c JOIN spaces n ON n.oid = relnamespace
      WHERE relowner IN (SELECT oid FROM givers) AND relkind IN ('r', 'p', 'v', 'm', 'S')
        AND ('pg_class'::regclass, c.oid) NOT IN (SELECT classid, objid FROM of_extensions)
        AND NOT (relkind = 'S' AND c.oid IN (SELECT objid FROM of_columns))
    UNION ALL
    SELECT 3, format('ALTER ROUTINE %s', p.oid::regprocedure) FROM pg_proc p JOIN spaces n ON n.oid = pronamespace
      WHERE proowner IN (SELECT oid FROM givers)
        AND ('pg_proc'::regclass, p.oid) NOT IN (SELECT classid, objid FROM of_extensions)
    UNION ALL
    SELECT 4, format('ALTER TYPE %I.%I', nspname, typname) FROM pg_type t JOIN spaces n ON n.oid = typnamespace
      LEFT JOIN pg_class c ON c.oid = typrelid
      WHERE typowner IN (SELECT oid FROM givers) AND (typtype IN ('e', 'd', 'r') OR c.relkind = 'c')
        AND ('pg_type'::regclass, t.oid) NOT IN (SELECT classid, objid FROM of_extensions)
    ORDER BY step`);
  if (rows.length === 0) return;
  const to = pg.escapeIdentifier(owner);
  await client.query(rows.map(({ statement }) => `${statement} OWNER TO ${to}`).join(';\n'));
}
