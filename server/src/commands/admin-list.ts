import { STAFF_ROLE_NAMES } from '@lading/contract/permissions.ts';
import { showStaff } from '../domains/staff/show-staff.ts';
import { runCommand } from './run-command.ts';
import { withDeps } from './with-deps.ts';

/** `npm run admin:list`: prints the staff and the open invitations, whether Lading is running or not. */
const main = () =>
  withDeps(async (deps) => {
    const { staff, invitations } = await showStaff(deps);
    for (const { email, name, role, status, lastActive } of staff)
      console.log(
        [email, name, STAFF_ROLE_NAMES[role], status, `last active ${lastActive ?? 'never'}`].join('  '),
      );
    for (const { email, role, expiresAt, expired } of invitations)
      console.log(
        [email, STAFF_ROLE_NAMES[role], `invited, ${expired ? 'expired' : 'expires'} ${expiresAt}`].join(
          '  ',
        ),
      );
    if (staff.length === 0) console.log('There are no admins. Create one with npm run admin:create.');
  });

runCommand(main);
