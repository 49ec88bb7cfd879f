import type { ClientAdjustment } from '@lading/contract/adjustments.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { useMounted } from '../../lib/use-mounted.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../button.tsx';
import { DetailPart, Fact, Facts } from '../details.tsx';
import { Dialog } from '../dialog.tsx';
import { OperatorMoment } from '../operator-moment.tsx';
import { toast } from '../toast/toast.ts';
import { addEvidence, useReloadAdjustments } from './client-adjustment-calls.ts';
import { COPY } from './copy.ts';
import { DisputeBadge } from './dispute-badge.tsx';
import { EvidenceField, NO_FILES } from './evidence-field.tsx';
import { EvidenceList } from './evidence-list.tsx';

type Dispute = NonNullable<ClientAdjustment['dispute']>;

interface DisputeDetailsDialogProps {
  adjustment: ClientAdjustment;
  dispute: Dispute;
  onClose: () => void;
}

export function DisputeDetailsDialog({ adjustment, dispute, onClose }: DisputeDetailsDialogProps) {
  const { id, text } = adjustment;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={COPY.view.title}>
      <div className="grid gap-5">
        <p>{text}</p>
        <Facts>
          <Fact name={COPY.view.status}>
            <DisputeBadge state={dispute.state} />
            <span className="mt-1 block text-small text-text-2">
              {COPY.stateHints[dispute.state as keyof typeof COPY.stateHints]}
            </span>
          </Fact>
          <Fact name={COPY.view.reason}>
            <span className="whitespace-pre-line">{dispute.reason}</span>
          </Fact>
          <Times dispute={dispute} />
        </Facts>
        <DetailPart title={COPY.view.evidence}>
          <EvidenceList
            evidence={dispute.evidence}
            pathOf={(fileId) => path(API.adjustmentEvidenceFile, { id, fileId })}
            area="general"
          />
          {dispute.state === 'open' && <MoreEvidence id={id} stored={dispute.evidence.length} />}
        </DetailPart>
      </div>
    </Dialog>
  );
}

const Times = ({ dispute: { openedAt, sentAt, endedAt } }: { dispute: Dispute }) => (
  <>
    <Fact name={COPY.view.opened}>
      <OperatorMoment iso={openedAt} />
    </Fact>
    {sentAt !== null && (
      <Fact name={COPY.view.sent}>
        <OperatorMoment iso={sentAt} />
      </Fact>
    )}
    {endedAt !== null && (
      <Fact name={COPY.view.ended}>
        <OperatorMoment iso={endedAt} />
      </Fact>
    )}
  </>
);

/** Keeps the files that could not be added, with the reason. */
function MoreEvidence({ id, stored }: { id: string; stored: number }) {
  const [chosen, setChosen] = useState(NO_FILES);
  const { pending, run } = usePending();
  const reload = useReloadAdjustments();
  const mounted = useMounted();
  const add = () =>
    run(async () => {
      const waiting = [...chosen.files];
      let failed: { name: string; reason: string } | null = null;
      for (let file = waiting[0]; file !== undefined && failed === null; file = waiting[0]) {
        try {
          await addEvidence(id, file);
          waiting.shift();
        } catch (error) {
          failed = { name: file.name, reason: messageOf(error, COPY.view.addFailed) };
        }
      }
      await reload();
      setChosen({ files: waiting, problem: failed && `${failed.name}: ${failed.reason}` });
      if (failed === null) toast.success(COPY.view.added);
      else if (!mounted.current) toast.error(COPY.dispute.fileFailed(failed.name, failed.reason));
    });
  return (
    <div className="grid justify-items-start gap-2">
      <div className="w-full">
        <EvidenceField value={chosen} onChange={setChosen} stored={stored} disabled={pending} />
      </div>
      {chosen.files.length > 0 && (
        <Button variant="secondary" loading={pending} onClick={() => void add()}>
          {COPY.view.add}
        </Button>
      )}
    </div>
  );
}
