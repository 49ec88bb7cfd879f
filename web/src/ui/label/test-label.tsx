import { HISTORY } from '@lading/contract/messages.ts';
import type { LabelPaper } from '@lading/contract/shipments.ts';
import { Ruler, X } from 'lucide-react';
import { useState } from 'react';
import { createBrowserSwitch } from '../../lib/browser-switch.ts';
import { fetchTestLabel } from '../../lib/label-file.ts';
import { printPdf } from '../../lib/print.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button, IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { reportError } from '../report-error.ts';
import { toast } from '../toast/toast.ts';
import { COPY } from './copy.ts';

/** Offered at the first print in this browser, until used or dismissed. */
const offer = createBrowserSwitch('lading.test-label', true);

interface TestLabelProps {
  paper: LabelPaper;
}

/** For the profile page. */
export function TestLabel({ paper }: TestLabelProps) {
  const { printed, button } = useTestPrint(paper);
  return (
    <div className="grid justify-items-start gap-2">
      {button}
      <p role="status" className="text-small text-text-2">
        {printed ? COPY.howToCheck : COPY.testLabel}
      </p>
    </div>
  );
}

/** For the page that prints a label. */
export function TestLabelOffer({ paper, onDismiss }: TestLabelProps & { onDismiss: () => void }) {
  const [wanted, setWanted] = useState(offer.isOn);
  const { printed, button } = useTestPrint(paper);
  if (!wanted) return null;
  const dismiss = () => {
    offer.set(false);
    setWanted(false);
    onDismiss();
  };
  return (
    <div className="flex w-full items-start gap-2 border-t border-line pt-3">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-[1_1_16rem] text-text-2">
          {printed ? COPY.howToCheck : COPY.testLabelOffer}
        </p>
        {button}
      </div>
      <IconButton label="Dismiss test label" onClick={dismiss}>
        <Icon of={X} />
      </IconButton>
    </div>
  );
}

function useTestPrint(paper: LabelPaper) {
  const [printed, setPrinted] = useState(false);
  const { pending, run } = usePending();
  const print = () =>
    run(async () => {
      try {
        const outcome = await printPdf(await fetchTestLabel(paper));
        if (outcome === 'blocked') {
          toast.error(COPY.printBlocked);
          return;
        }
        if (outcome === 'opened') toast.info(COPY.openedInTab);
        offer.set(false);
        setPrinted(true);
      } catch (error) {
        reportError(error, HISTORY.downloadFailed);
      }
    });
  const button = (
    <Button variant="secondary" loading={pending} onClick={() => void print()}>
      <Icon of={Ruler} className="size-4" />
      Print a test label
    </Button>
  );
  return { printed, button };
}
