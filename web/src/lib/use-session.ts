import { useSyncExternalStore } from 'react';
import { sessionStore } from './session-store.ts';

export const useSession = () => useSyncExternalStore(sessionStore.subscribe, sessionStore.getSnapshot);
