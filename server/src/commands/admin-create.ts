import { parseArgs } from 'node:util';
import { EmailSchema, NewPasswordSchema } from '@lading/contract/identity.ts';
import * as z from 'zod/mini';
import { createAdmin } from '../domains/identity/create-admin.ts';
import { AppError, StartError } from '../platform/app-error.ts';
import { readPassword } from './read-password.ts';
import { runCommand } from './run-command.ts';
import { withDeps } from './with-deps.ts';

/**
 * `npm run admin:create -- --email boss@shop.example`: creates an admin with the role owner, or promotes an account, whether Lading is
 * running or not. Prompts for the password or reads it from standard input, but takes no option for it, because other
 * users of the machine can read command lines.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } });
  const email = z.safeParse(EmailSchema, values.email ?? '');
  if (!email.success)
    throw new StartError('Specify the email address: npm run admin:create -- --email boss@shop.example');
  const password = z.safeParse(NewPasswordSchema, await readPassword(process.stdin, process.stdout));
  if (!password.success)
    throw new StartError(password.error.issues[0]?.message ?? 'That password is not valid.');

  await withDeps(async (deps) => {
    const outcome = await createAdmin(deps, {
      email: email.data,
      password: password.data,
      ...(values.name ? { name: values.name } : {}),
      by: 'command',
    }).catch((error: unknown) => {
      throw error instanceof AppError ? new StartError(error.message) : error;
    });
    console.log(
      outcome === 'created'
        ? `${email.data} is now an admin.`
        : `${email.data} already existed and is now an admin with this password. If it was an admin before, its second factors still work; "npm run admin:reset-factors" removes them.`,
    );
  });
}

runCommand(main);
