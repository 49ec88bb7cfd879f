import { type Permission, permissionMessage } from '@lading/contract/permissions.ts';
import { Link, Outlet } from 'react-router';
import { mayUser, staffRoleOf } from '../lib/may.ts';
import { useSession } from '../lib/use-session.ts';
import { buttonClass } from '../ui/button.tsx';
import { COPY } from './copy.ts';
import { dashboardOf } from './navigation.ts';

/**
 * For a page that the person's role does not include. Its navigation entry is hidden, but its URL can still be opened.
 */
export function RequirePermission({ permission }: { permission: Permission }) {
  const session = useSession();
  if (session.status !== 'confirmed') return null;
  const { user } = session;
  const role = staffRoleOf(user);
  if (role === null || mayUser(user, permission)) return <Outlet />;
  return (
    <>
      <h1 className="text-h1">{COPY.notIncluded}</h1>
      <p className="mt-2 max-w-prose text-lead text-text-2">{permissionMessage(role, permission)}</p>
      <Link to={dashboardOf(user)} className={`${buttonClass({ variant: 'secondary' })} mt-6`}>
        {COPY.backToStart}
      </Link>
    </>
  );
}
