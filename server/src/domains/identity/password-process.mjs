// Plain JavaScript: loading the parts of Node that strip types would double the memory of this process.
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** Gets about a sixth of a core when requests compete for it. With less, sign-ins would fail on a busy machine. */
const NICENESS = 7;
/** argon2id. */
const ALGORITHM = 2;

/** If the system forbids it, hashing still works, but at normal priority. */
function ifAllowed(change) {
  try {
    change();
  } catch {}
}

// Before the first hash: the threads that do the work inherit the priority.
ifAllowed(() => setPriority(0, NICENESS));
// Where Linux schedules by session, priorities count only within a session. This process has its own.
if (process.platform === 'linux') ifAllowed(() => writeFileSync('/proc/self/autogroup', String(NICENESS)));

/** @param {import('./password-process.ts').PasswordTask['work']} work */
const run = (password, work) =>
  'stored' in work ? verify(work.stored, password) : hash(password, { algorithm: ALGORITHM, ...work });

process.on('message', async ({ id, password, work }) => {
  const result = await run(password, work).then(
    (value) => ({ id, value }),
    (error) => ({ id, error: error.message }),
  );
  // Fails when the server has just ended.
  if (process.connected) process.send(result, () => {});
});
process.on('disconnect', () => process.exit());
