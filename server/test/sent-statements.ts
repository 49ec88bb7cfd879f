import pg from 'pg';

interface Sender {
  connectionParameters: { application_name?: string };
}

/** Sent every few seconds, whatever the application does. */
const HEARTBEAT = 'INSERT INTO instances';

/** The texts of all statements that the application sends while the work runs, in order, without heartbeats. */
export async function sentStatements(work: (sent: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { prototype } = pg.Client;
  const original = prototype.query as (...args: unknown[]) => unknown;
  prototype.query = function (this: pg.Client & Sender, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    const text = typeof config === 'string' ? config : config.text;
    if (this.connectionParameters.application_name === 'lading' && !text.includes(HEARTBEAT))
      texts.push(text);
    return original.apply(this, args);
  } as typeof prototype.query;
  try {
    await work(texts);
  } finally {
    prototype.query = original as typeof prototype.query;
  }
  return texts;
}
