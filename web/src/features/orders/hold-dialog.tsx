import {
  type HoldOrderBody,
  HoldOrderBodySchema,
  type OrderDetails,
} from '@lading/contract/orders/orders.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { holdOrder } from './order-calls.ts';
import { useOrderChange } from './use-orders.ts';

export function HoldDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const [draft, setDraft] = useState({ reason: '', until: '' });
  const { refresh } = useOrderChange();
  return (
    <FormDialog<HoldOrderBody>
      title={COPY.holdTitle}
      onClose={onClose}
      check={() => checkBody(HoldOrderBodySchema, { reason: draft.reason, until: draft.until || null })}
      submitLabel={COPY.hold}
      send={async (body) => {
        await holdOrder(order.id, body);
        toast.success(COPY.holdDone);
        await refresh();
      }}
      explain={reasonOf}
    >
      {({ errors }) => (
        <>
          <TextField
            label="Reason"
            name="reason"
            required
            maxLength={200}
            value={draft.reason}
            error={errors.reason}
            onChange={(reason) => setDraft((before) => ({ ...before, reason }))}
          />
          <TextField
            label="Until"
            name="until"
            type="date"
            optional
            hint="The hold ends on this day. Without a date, it lasts until you release it."
            value={draft.until}
            error={errors.until}
            onChange={(until) => setDraft((before) => ({ ...before, until }))}
          />
        </>
      )}
    </FormDialog>
  );
}
