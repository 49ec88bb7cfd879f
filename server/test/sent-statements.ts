import pg from 'pg';

interface Sender {
  connectionParameters: { application_name?: string };
}

/** The texts of all statements that the application sends while the work runs, in order. */
export async function sentStatements(work: (sent: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const { prototype } = pg.Client;
  const original = prototype.query as (...args: unknown[]) => unknown;
  prototype.query = function (this: pg.Client & Sender, ...args: unknown[]) {
    const [config] = args as [string | { text: string }];
    if (this.connectionParameters.application_name === 'lading')
      texts.push(typeof config === 'string' ? config : config.text);
    return original.apply(this, args);
  } as typeof prototype.query;
  try {
    await work(texts);
  } finally {
    prototype.query = original as typeof prototype.query;
  }
  return texts;
}
