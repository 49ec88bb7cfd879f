import { WIZARD } from '@lading/contract/messages.ts';
import { API } from '@lading/contract/routes.ts';
import { DetailedRatesAnswerSchema } from '@lading/contract/shipments.ts';
import { type Dispatch, useEffect, useRef, useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { usePending } from '../../lib/use-pending.ts';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSlow } from '../../ui/use-slow.ts';
import { isOnPackageStep, type RefusedFields } from './refused-fields.ts';
import { ratesBody } from './shipment-body.ts';
import { isSameShipment, type Wizard, type WizardAction } from './wizard-state.ts';

/** The server asks several carriers. */
const TIME_LIMIT_MS = 60_000;

export function useRates(wizard: Wizard, dispatch: Dispatch<WizardAction>) {
  const { pending, run } = usePending();
  const slow = useSlow(pending);
  const [problem, setProblem] = useState<{ text: string; sent: Wizard } | null>(null);
  const [refused, setRefused] = useState<RefusedFields | null>(null);
  const current = useRef<{ stop: AbortController; sent: Wizard } | null>(null);
  const fetchRates = () =>
    run(async () => {
      setProblem(null);
      setRefused(null);
      const stop = new AbortController();
      current.current = { stop, sent: wizard };
      try {
        const answer = await apiRequest(DetailedRatesAnswerSchema, API.rates, {
          method: 'POST',
          body: await ratesBody(wizard),
          timeLimitMs: TIME_LIMIT_MS,
          signal: stop.signal,
        });
        dispatch({ type: 'rates-arrived', sent: wizard, answer });
        if (answer.rates.length > 0) toast.success(WIZARD.ratesReceived);
      } catch (error) {
        if (stop.signal.aborted) return;
        const fields = error instanceof ApiError ? error.fields : [];
        setRefused({ fields, sent: wizard });
        // The refused fields are on the previous step.
        if (wizard.step === 'rates' && fields.some(isOnPackageStep)) dispatch({ type: 'went-back' });
        if (reportError(error, WIZARD.ratesFailed))
          setProblem({ text: messageOf(error, WIZARD.ratesFailed), sent: wizard });
      }
    });
  /** The server may still answer; its answer is then ignored. */
  const cancel = () => current.current?.stop.abort();
  // Rates for the shipment before the edit must not be paid.
  useEffect(() => {
    if (current.current && !isSameShipment(wizard, current.current.sent)) current.current.stop.abort();
  }, [wizard]);
  const shownProblem = problem && isSameShipment(wizard, problem.sent) ? problem.text : null;
  return { pending, slow, problem: shownProblem, refused, fetchRates, cancel };
}
