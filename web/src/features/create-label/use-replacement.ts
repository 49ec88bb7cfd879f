import { type Dispatch, useEffect, useRef, useState } from 'react';
import { useUrlParameters } from '../../lib/use-url-parameters.ts';
import type { AddressValues } from '../../ui/address-form/address-values.ts';
import type { Notice } from '../../ui/address-form/fill-notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { wizardFrom } from './prefill.ts';
import { isStepPending } from './step-pending.ts';
import { loadTransaction } from './use-transaction.ts';
import { emptyWizard, isUntouched, type Wizard, type WizardAction } from './wizard-state.ts';

interface Options {
  wizard: Wizard;
  dispatch: Dispatch<WizardAction>;
  defaultSender: Partial<AddressValues> | null;
  today: string;
}

/** Replaces the wizard's contents, through “Start over” or `?from=`. Both can be undone. */
export function useReplacement({ wizard, dispatch, defaultSender, today }: Options) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [replacements, setReplacements] = useState(0);
  const [search, setSearch] = useUrlParameters();
  const from = search.get('from');

  const replace = (next: Wizard, text: string) => {
    const before = wizard;
    const put = (contents: Wizard) => {
      dispatch({ type: 'replaced', wizard: contents });
      setReplacements((count) => count + 1);
    };
    put(next);
    if (defaultSender) dispatch({ type: 'default-sender-loaded', values: defaultSender });
    const undo = () => {
      if (isStepPending()) return;
      put(before);
      setNotice({ text: COPY.replacement.undone });
    };
    setNotice({ text, ...(!isUntouched(before) && { onUndo: undo }) });
  };

  const latest = useRef({ replace, today, paid: wizard.purchase !== null });
  useEffect(() => {
    latest.current = { replace, today, paid: wizard.purchase !== null };
  });
  useEffect(() => {
    if (from === null) return;
    const stop = new AbortController();
    const load = async () => {
      try {
        const shipment = await loadTransaction(from, stop.signal);
        // An unfinished purchase is shown instead.
        if (!latest.current.paid)
          latest.current.replace(
            wizardFrom(shipment, latest.current.today),
            COPY.replacement.filledFrom(shipment.recipient.fullName),
          );
      } catch (error) {
        if (stop.signal.aborted) return;
        console.error(error);
        toast.error(COPY.replacement.loadFailed);
      }
      if (!stop.signal.aborted) setSearch(() => new URLSearchParams(), { replace: true });
    };
    void load();
    return () => stop.abort();
  }, [from, setSearch]);

  return {
    notice,
    /** Changes with each replacement. */
    replacements,
    startOver: () => {
      if (!isStepPending()) replace(emptyWizard(today), COPY.replacement.startedOver);
    },
  };
}
