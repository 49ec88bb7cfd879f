import type { OrderDetails, SplitOrderBody } from '@lading/contract/orders/orders.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import type { Checked, Problems } from '../../lib/form-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { splitOrder } from './order-calls.ts';
import { itemName } from './order-text.ts';
import { useOrderChange } from './use-orders.ts';

type Quantities = Partial<Record<string, string>>;

function checkSplit({ items }: OrderDetails, quantities: Quantities): Checked<SplitOrderBody> {
  const errors: Problems = {};
  const chosen: SplitOrderBody['items'] = [];
  for (const { id, remaining } of items) {
    const text = quantities[id]?.trim() ?? '';
    if (text === '' || text === '0') continue;
    const quantity = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (quantity <= remaining) chosen.push({ id, quantity });
    else errors[id] = COPY.tooMany(remaining);
  }
  if (Object.keys(errors).length > 0) return { errors };
  return chosen.length > 0 ? { body: { items: chosen } } : { errors: { items: COPY.noneChosen } };
}

export function SplitDialog({ order, onClose }: { order: OrderDetails; onClose: () => void }) {
  const [quantities, setQuantities] = useState<Quantities>({});
  const { refresh } = useOrderChange();
  return (
    <FormDialog<SplitOrderBody>
      title={COPY.splitTitle}
      onClose={onClose}
      check={() => checkSplit(order, quantities)}
      submitLabel="Split"
      send={async (body) => {
        await splitOrder(order.id, body);
        toast.success(COPY.splitDone);
        await refresh();
      }}
      explain={reasonOf}
    >
      {({ errors }) => (
        <>
          <p>{COPY.splitHint}</p>
          {order.items
            .filter(({ remaining }) => remaining > 0)
            .map(({ id, title, variant, sku, remaining }) => (
              <TextField
                key={id}
                label={`${itemName({ title, variant })} (of ${remaining})`}
                hint={sku || undefined}
                name={id}
                inputMode="numeric"
                value={quantities[id] ?? ''}
                error={errors[id]}
                onChange={(value) => setQuantities((before) => ({ ...before, [id]: value }))}
              />
            ))}
          {errors.items && <InlineAlert tone="bad">{errors.items}</InlineAlert>}
        </>
      )}
    </FormDialog>
  );
}
