import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { draftStore } from '../../lib/draft-store.ts';
import { declarationNeed } from './customs/customs-route.ts';
import { customsFormQuery } from './customs/use-customs-form.ts';
import { DRAFT_NAME, readDraft } from './wizard-draft.ts';
import { emptyWizard, type Wizard, type WizardAction, wizardReducer } from './wizard-state.ts';

const PAUSE_MS = 300;

/** The stored draft or an empty wizard; null while it and the fields of its step are loading. */
export function useStoredWizard(userId: string, today: string): Wizard | null {
  const [wizard, setWizard] = useState<Wizard | null>(null);
  const latestToday = useRef(today);
  const client = useQueryClient();
  useEffect(() => {
    let mounted = true;
    const load = async () => {
      const draft = readDraft(await draftStore.read(userId, DRAFT_NAME));
      if (draft?.step === 'package' && declarationNeed(draft) !== 'none')
        await client.prefetchQuery(customsFormQuery);
      if (mounted) setWizard(draft ?? emptyWizard(latestToday.current));
    };
    void load();
    return () => {
      mounted = false;
    };
  }, [userId, client]);
  return wizard;
}

/** The wizard, saved as a draft of its account whenever it changes. */
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
    const saveUnsaved = () => {
      if (unsaved.current) void save();
    };
    window.addEventListener('pagehide', saveUnsaved);
    return () => {
      window.removeEventListener('pagehide', saveUnsaved);
      saveUnsaved();
    };
  }, [save]);

  /** Saves before continuing, for steps that must not be lost. */
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
