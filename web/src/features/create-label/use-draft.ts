import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { draftStore } from '../../lib/draft-store.ts';
import { DRAFT_NAME, readDraft } from './wizard-draft.ts';
import { emptyWizard, type Wizard, type WizardAction, wizardReducer } from './wizard-state.ts';

const PAUSE_MS = 300;

/** What was left here, or an empty wizard; null until the browser has answered. */
export function useKeptWizard(userId: string, today: string): Wizard | null {
  const [wizard, setWizard] = useState<Wizard | null>(null);
  const latestToday = useRef(today);
  useEffect(() => {
    let wanted = true;
    void draftStore.read(userId, DRAFT_NAME).then((kept) => {
      if (wanted) setWizard(readDraft(kept) ?? emptyWizard(latestToday.current));
    });
    return () => {
      wanted = false;
    };
  }, [userId]);
  return wizard;
}

/** The wizard, kept as it changes under the account that it belongs to. */
export function useWizard(userId: string, initial: Wizard) {
  const [wizard, dispatch] = useReducer(wizardReducer, initial);
  const latest = useRef(wizard);
  const unsaved = useRef(false);

  const save = useCallback(async () => {
    unsaved.current = false;
    await draftStore.write(userId, DRAFT_NAME, latest.current);
  }, [userId]);

  useEffect(() => {
    if (latest.current === wizard && wizard === initial) return;
    latest.current = wizard;
    unsaved.current = true;
    const timer = setTimeout(() => void save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wizard, initial, save]);

  useEffect(() => {
    const saveRest = () => {
      if (unsaved.current) void save();
    };
    window.addEventListener('pagehide', saveRest);
    return () => {
      window.removeEventListener('pagehide', saveRest);
      saveRest();
    };
  }, [save]);

  /** For what must be kept before anything else happens. */
  const commit = useCallback(
    async (action: WizardAction) => {
      latest.current = wizardReducer(latest.current, action);
      dispatch(action);
      await save();
    },
    [save],
  );
  return { wizard, dispatch, commit };
}
