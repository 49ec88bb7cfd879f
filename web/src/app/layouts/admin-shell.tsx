import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useNavigate } from 'react-router';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ADMIN_NAVIGATION } from '../navigation.ts';
import { Shell } from './shell.tsx';

export function AdminShell() {
  const navigate = useNavigate();
  // Analytics has no entry in the sidebar, only a key and the link on the dashboard.
  useShortcuts([
    { keys: 'g y', label: `Go to ${LABELS.analytics}`, run: () => void navigate(PAGES.adminAnalytics) },
  ]);
  return <Shell area="admin" navigation={ADMIN_NAVIGATION} />;
}
