import { useStore } from './create-store.ts';
import { sessionStore } from './session-store.ts';

export const useSession = () => useStore(sessionStore);
