import { parseArgs } from 'node:util';
import { makeSpecCalls } from './make-spec-calls.ts';

/** Makes the calls against a running server and prints the normalized answers. */
const { values } = parseArgs({
  options: { url: { type: 'string' }, email: { type: 'string' }, password: { type: 'string' } },
});
const { url, email, password } = values;
if (!url || !email || !password) {
  console.error(
    'Usage: node server/test/spec-calls/run.ts --url <address> --email <admin> --password <password>',
  );
  process.exit(1);
}
const now = new Date();
const run = `r${now.getTime().toString(36)}`;
for (const line of await makeSpecCalls({ baseUrl: url, admin: { email, password }, now, run }))
  console.log(line);
