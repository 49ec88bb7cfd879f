import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useNavigate } from 'react-router';
import { useMay } from '../../lib/may.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useSession } from '../../lib/use-session.ts';
import { ANALYTICS_KEYS, adminNavigation } from '../navigation.ts';
import { Shell } from './shell.tsx';

export function AdminShell() {
  const navigate = useNavigate();
  const session = useSession();
  const navigation = session.status === 'confirmed' ? adminNavigation(session.user) : [];
  const analytics = {
    keys: ANALYTICS_KEYS,
    label: `Go to ${LABELS.analytics}`,
    run: () => void navigate(PAGES.adminAnalytics),
  };
  useShortcuts(useMay('analytics.read') ? [analytics] : []);
  return <Shell area="admin" navigation={navigation} />;
}
