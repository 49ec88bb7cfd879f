import { randomBytes, randomInt } from 'node:crypto';
import pg from 'pg';
import { newId } from '../../server/src/platform/ids.ts';

interface Statement {
  config: string | { text: string; values?: unknown[] };
  values: unknown[];
}

const UUID = /[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/g;

/** All statements that the application sends while the work runs, in order. */
export async function recordSql(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { prototype } = pg.Client;
  const original = prototype.query as (...args: unknown[]) => unknown;
  prototype.query = function (
    this: pg.Client & { connectionParameters: { application_name?: string } },
    ...args: unknown[]
  ) {
    const [config, values] = args as [Statement['config'], unknown[] | undefined];
    if (this.connectionParameters.application_name === 'lading') {
      const own = typeof config === 'string' ? values : config.values;
      statements.push({ config, values: own ?? [] });
    }
    return original.apply(this, args);
  } as typeof prototype.query;
  try {
    await work();
  } finally {
    prototype.query = original as typeof prototype.query;
  }
  return statements;
}

/** Values that must stay the same in every replay, and values other than ids that must differ. */
interface Facts {
  kept: readonly string[];
  unique: readonly (string | Buffer)[];
}

/** Derives the values of a replay: every id is replaced by the same new id wherever it occurs. */
export function freshValues({ kept, unique }: Facts): (values: unknown[]) => unknown[] {
  const ids = new Map(kept.map((id) => [id.replaceAll('-', ''), id]));
  const others = unique.map((known) => ({
    known,
    fresh:
      typeof known === 'string' ? String(randomInt(1e12, 9e12)) + randomInt(1e9) : randomBytes(known.length),
  }));
  const freshId = (id: string) => {
    const bare = id.replaceAll('-', '');
    const fresh = ids.get(bare) ?? newId();
    ids.set(bare, fresh);
    return id.includes('-') ? fresh : fresh.replaceAll('-', '');
  };
  const freshText = (text: string) =>
    others
      .reduce(
        (all, { known, fresh }) => (typeof known === 'string' ? all.replaceAll(known, String(fresh)) : all),
        text,
      )
      .replace(UUID, freshId);
  const freshValue = (value: unknown): unknown => {
    if (typeof value === 'string') return freshText(value);
    if (Array.isArray(value)) return value.map(freshValue);
    if (!Buffer.isBuffer(value)) return value;
    return others.find(({ known }) => typeof known !== 'string' && known.equals(value))?.fresh ?? value;
  };
  return (values) => values.map(freshValue);
}

/** Connections like the application's that only run recorded statements. */
export class Replay {
  readonly #pool: pg.Pool;

  constructor(appUrl: string, connections: number) {
    this.#pool = new pg.Pool({ connectionString: appUrl, max: connections });
  }

  async run(statements: readonly Statement[], fresh: (values: unknown[]) => unknown[]): Promise<void> {
    const client = await this.#pool.connect();
    try {
      for (const { config, values } of statements) {
        if (typeof config === 'string') await client.query(config, fresh(values));
        else await client.query({ ...config, values: fresh(values) });
      }
    } finally {
      client.release();
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
