import { type ClientAdjustment, DisputeAdjustmentBodySchema } from '@lading/contract/adjustments.ts';
import { REASON_MAX_LENGTH } from '@lading/contract/constants.ts';
import { useId, useState } from 'react';
import { messageOf, reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { FormDialog } from '../form-dialog.tsx';
import { TextAreaField } from '../text-area-field.tsx';
import { toast } from '../toast/toast.ts';
import { addEvidence, openDispute, useReloadAdjustments } from './client-adjustment-calls.ts';
import { COPY } from './copy.ts';
import { EvidenceField, NO_FILES } from './evidence-field.tsx';

interface DisputeDialogProps {
  adjustment: ClientAdjustment;
  onClose: () => void;
}

/** A file that can't be added does not undo the dispute; the client adds it again in the open dispute. */
export function DisputeDialog({ adjustment: { id, text }, onClose }: DisputeDialogProps) {
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState(NO_FILES);
  const evidenceId = useId();
  const reload = useReloadAdjustments();
  const send = async (body: { reason: string }) => {
    await openDispute(id, body);
    toast.success(COPY.dispute.sent);
    for (const file of chosen.files) {
      try {
        await addEvidence(id, file);
      } catch (error) {
        toast.error(COPY.dispute.fileFailed(file.name, reasonOf(error)));
      }
    }
    await reload();
  };
  return (
    <FormDialog
      title={COPY.dispute.title}
      submitLabel={COPY.dispute.send}
      onClose={onClose}
      check={() => checkBody(DisputeAdjustmentBodySchema, { reason })}
      send={send}
      explain={(error) => messageOf(error, COPY.dispute.failed)}
    >
      {({ errors, pending }) => (
        <>
          <p>{text}</p>
          <TextAreaField
            label={COPY.dispute.reason}
            name="reason"
            value={reason}
            onChange={setReason}
            maxLength={REASON_MAX_LENGTH}
            error={errors.reason}
            disabled={pending}
            required
          />
          <section aria-labelledby={evidenceId} className="grid gap-2">
            <h3 id={evidenceId} className="text-strong">
              {COPY.dispute.evidence}
            </h3>
            <p className="text-small text-text-2">{COPY.dispute.advice}</p>
            <EvidenceField value={chosen} onChange={setChosen} disabled={pending} />
          </section>
        </>
      )}
    </FormDialog>
  );
}
