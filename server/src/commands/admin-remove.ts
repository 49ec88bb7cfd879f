import { parseArgs } from 'node:util';
import { removeStaffByCommand } from '../domains/staff/remove-staff.ts';
import { AppError, StartError } from '../platform/app-error.ts';
import { runCommand } from './run-command.ts';
import { withDeps } from './with-deps.ts';

/**
 * `npm run admin:remove -- --email former@shop.example`: removes an admin and ends all sessions, whether Lading
 * is running or not.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const { email } = values;
  if (!email)
    throw new StartError('Specify the email address: npm run admin:remove -- --email former@shop.example');
  await withDeps(async (deps) => {
    await removeStaffByCommand(deps, email).catch((error: unknown) => {
      throw error instanceof AppError ? new StartError(error.message) : error;
    });
    console.log(`${email} was removed from the staff.`);
  });
}

runCommand(main);
