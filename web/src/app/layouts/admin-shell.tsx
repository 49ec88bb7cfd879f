import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useNavigate } from 'react-router';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ADMIN_NAVIGATION } from '../navigation.ts';
import { Shell } from './shell.tsx';

export function AdminShell() {
  const navigate = useNavigate();
  // Analytics is not in the sidebar, only on the dashboard and behind this key.
  useShortcuts([
    { keys: 'g y', label: `Go to ${LABELS.analytics}`, run: () => void navigate(PAGES.adminAnalytics) },
  ]);
  return <Shell area="admin" navigation={ADMIN_NAVIGATION} />;
}
