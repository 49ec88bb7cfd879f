import type { OrderDetails } from '@lading/contract/orders/orders.ts';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { DetailPart } from '../../ui/details.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY, WITHHELD } from './copy.ts';
import { combineOrders } from './order-calls.ts';
import { RecipientDialog } from './recipient-dialog.tsx';
import { useOrderChange } from './use-orders.ts';

export function RecipientPart({ order }: { order: OrderDetails }) {
  const [isEditing, setIsEditing] = useState(false);
  const { recipient, recipientWithheld } = order;
  return (
    <DetailPart title="Ship to">
      {recipient && <Lines recipient={recipient} />}
      {!recipient && recipientWithheld && (
        <InlineAlert tone="warn">{WITHHELD[recipientWithheld] ?? COPY.withheld}</InlineAlert>
      )}
      {order.isErased && <p className="text-small text-text-2">{COPY.erased}</p>}
      {recipient && !order.isErased && !recipient.phone && !recipient.email && (
        <p className="text-small text-text-2">{COPY.noPhone}</p>
      )}
      {order.isRecipientEdited && <p className="text-small text-text-2">{COPY.isEdited}</p>}
      {order.canChange && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={() => setIsEditing(true)}>
            {COPY.editAddress}
          </Button>
        </div>
      )}
      <Combinable order={order} />
      {isEditing && <RecipientDialog order={order} onClose={() => setIsEditing(false)} />}
    </DetailPart>
  );
}

function Lines({ recipient }: { recipient: NonNullable<OrderDetails['recipient']> }) {
  const place = [recipient.city, [recipient.state, recipient.zipCode].filter(Boolean).join(' ')];
  const { fullName, company, address, address2, country, phone, email } = recipient;
  // Two lines may have the same text, so their names are the keys.
  const lines = {
    fullName,
    company,
    address,
    address2,
    place: place.filter(Boolean).join(', '),
    country,
    phone,
    email,
  };
  return (
    <p className="grid">
      {Object.entries(lines).map(
        ([name, line]) =>
          line && (
            <span key={name} className="wrap-anywhere">
              {line}
            </span>
          ),
      )}
    </p>
  );
}

/** Orders of the same recipient, which can ship in one parcel. */
function Combinable({ order }: { order: OrderDetails }) {
  const { pending, change } = useOrderChange();
  const others = order.combinableOrders;
  if (!order.canChange || others.length === 0 || order.combinedWith.length > 0) return null;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-small text-text-2">
        {COPY.combinable(others.length)}: {others.map(({ number }) => number).join(', ')}
      </p>
      <Button
        variant="secondary"
        size="sm"
        loading={pending}
        onClick={() =>
          void change(
            () => combineOrders([order.id, ...others.map(({ id }) => id)]),
            COPY.combined,
            COPY.combineFailed,
          )
        }
      >
        {COPY.combine}
      </Button>
    </div>
  );
}
