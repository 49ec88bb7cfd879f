import type { AdminAdjustment, DecideDisputeBody } from '@lading/contract/adjustments.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { useMay } from '../../lib/may.ts';
import { DisputeBadge } from '../../ui/adjustments/dispute-badge.tsx';
import { EvidenceList } from '../../ui/adjustments/evidence-list.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DetailPart, Fact, Facts } from '../../ui/details.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { useAdjustmentChanges } from './adjustment-calls.ts';
import { COPY } from './copy.ts';

const { drawer } = COPY;
type Dispute = NonNullable<AdminAdjustment['dispute']>;
type Decision = DecideDisputeBody['state'];

/** By the state of the dispute; a state that is not listed is final. */
const DECISIONS: Partial<Record<string, readonly Decision[]>> = {
  open: ['sent', 'won', 'lost', 'expired'],
  sent: ['won', 'lost', 'expired'],
};

export function DisputePart({ adjustment }: { adjustment: AdminAdjustment }) {
  const { id, dispute } = adjustment;
  return (
    <DetailPart title={drawer.dispute}>
      {dispute === null ? (
        <p className="text-text-2">{drawer.notDisputed}</p>
      ) : (
        <>
          <div>
            <DisputeBadge state={dispute.state} />
          </div>
          <DisputeFacts dispute={dispute} />
          <EvidenceList
            evidence={dispute.evidence}
            pathOf={(fileId) => path(API.adminAdjustmentEvidenceFile, { id, fileId })}
            area="admin"
          />
          <Decisions adjustment={adjustment} decisions={DECISIONS[dispute.state] ?? []} />
        </>
      )}
    </DetailPart>
  );
}

const DisputeFacts = ({ dispute }: { dispute: Dispute }) => (
  <Facts>
    <Fact name={drawer.reason}>
      {dispute.reason === '' ? (
        <span className="text-text-2">{drawer.noReason}</span>
      ) : (
        <span className="whitespace-pre-line">{dispute.reason}</span>
      )}
    </Fact>
    <Fact name={drawer.opened}>
      <OperatorMoment iso={dispute.openedAt} />
    </Fact>
    {dispute.sentAt !== null && (
      <Fact name={drawer.sent}>
        <OperatorMoment iso={dispute.sentAt} />
      </Fact>
    )}
    {dispute.endedAt !== null && (
      <Fact name={drawer.ended}>
        <OperatorMoment iso={dispute.endedAt} />
      </Fact>
    )}
  </Facts>
);

interface DecisionsProps {
  adjustment: AdminAdjustment;
  decisions: readonly Decision[];
}

function Decisions({ adjustment, decisions }: DecisionsProps) {
  const mayDecide = useMay('adjustments.write');
  const [asked, setAsked] = useState<Decision | null>(null);
  const { decide } = useAdjustmentChanges();
  // An open dialog stays: it may have to say that someone else decided first.
  if (!mayDecide || (decisions.length === 0 && !asked)) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map((decision) => (
        <Button key={decision} variant="secondary" size="sm" onClick={() => setAsked(decision)}>
          {COPY.decide[decision].action}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          title={COPY.decide[asked].title}
          confirmLabel={COPY.decide[asked].action}
          who={`${adjustment.clientName}, ${adjustment.trackingNumber ?? adjustment.invoiceNumber}`}
          act={() => decide(adjustment.id, { state: asked })}
          done={COPY.decide[asked].done}
          onClose={() => setAsked(null)}
        >
          {COPY.decide[asked].text}
        </ConfirmDialog>
      )}
    </div>
  );
}
