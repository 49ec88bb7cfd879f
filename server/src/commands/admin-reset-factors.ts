import { parseArgs } from 'node:util';
import { EmailSchema } from '@lading/contract/identity.ts';
import * as z from 'zod/mini';
import { resetFactorsByEmail } from '../domains/second-factor/reset-factors-by-email.ts';
import { StartError } from '../platform/app-error.ts';
import { runCommand } from './run-command.ts';
import { withDeps } from './with-deps.ts';

/**
 * `npm run admin:reset-factors -- --email boss@shop.example`: removes all second factors of an account whose
 * owner lost the device and the recovery codes, whether Lading is running or not.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const email = z.safeParse(EmailSchema, values.email ?? '');
  if (!email.success)
    throw new StartError(
      'Specify the email address: npm run admin:reset-factors -- --email boss@shop.example',
    );
  await withDeps(async (deps) => {
    const removed = await resetFactorsByEmail(deps, email.data);
    if (removed === null) throw new StartError(`No account has the email address ${email.data}.`);
    console.log(
      removed === 0
        ? `${email.data} has no second factor.`
        : `${email.data} has no second factor anymore and can sign in with the password alone.`,
    );
  });
}

runCommand(main);
