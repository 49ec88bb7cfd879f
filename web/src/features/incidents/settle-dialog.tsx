import { REASON_MAX_LENGTH } from '@lading/contract/constants.ts';
import { type Incident, SettleIncidentBodySchema } from '@lading/contract/incidents.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { reportError } from '../../ui/report-error.ts';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { useSettle } from './use-incidents.ts';

export function SettleDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const settle = useSettle(incident);
  const [note, setNote] = useState('');
  return (
    <FormDialog
      title="Close incident"
      submitLabel="Close incident"
      onClose={onClose}
      check={() => checkBody(SettleIncidentBodySchema, { note })}
      send={async (body) => {
        try {
          await settle(body);
          toast.success(COPY.closed);
        } catch (error) {
          reportError(error);
          throw error;
        }
      }}
      announced
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <div>
            <p className="font-semibold">{incident.title}</p>
            <p className="wrap-anywhere text-text-2">{incident.detail}</p>
          </div>
          <TextAreaField
            label={COPY.question}
            name="note"
            required
            disabled={pending}
            maxLength={REASON_MAX_LENGTH}
            value={note}
            error={errors.note}
            onChange={setNote}
          />
          <p className="text-small text-text-2">{COPY.noteHint}</p>
        </>
      )}
    </FormDialog>
  );
}
