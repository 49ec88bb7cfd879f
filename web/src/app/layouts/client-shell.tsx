import { CLIENT_NAVIGATION } from '../navigation.ts';
import { Shell } from './shell.tsx';

export const ClientShell = () => <Shell area="client" navigation={CLIENT_NAVIGATION} />;
