import { SIGNATURE_NAMES } from '@lading/contract/customs/vocabulary.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { DISMISSIBLE_PROBLEMS } from '@lading/contract/orders/dismissed-problems.ts';
import type { OrderDetails as Order } from '@lading/contract/orders/orders.ts';
import { describeChoice } from '@lading/contract/orders/rule-texts.ts';
import { useState } from 'react';
import { serviceNames, useRuleServices } from '../../lib/rule-services.ts';
import { Button } from '../../ui/button.tsx';
import { DetailPart, Fact, Facts } from '../../ui/details.tsx';
import { Moment } from '../../ui/moment.tsx';
import { COPY, ORIGINS } from './copy.ts';
import { HoldDialog } from './hold-dialog.tsx';
import { changeOrder, markShipped, releaseOrder, unmarkShipped } from './order-calls.ts';
import { ItemsPart } from './order-items-part.tsx';
import { ParcelsPart } from './order-parcels-part.tsx';
import { RecipientPart } from './order-recipient-part.tsx';
import { OrderStatus } from './order-status.tsx';
import { orderDay, packageText } from './order-text.ts';
import { WhyPart } from './order-why-part.tsx';
import { PackageDialog } from './package-dialog.tsx';
import { ServiceDialog } from './service-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { useOrderChange } from './use-orders.ts';
import { useShipOrders } from './use-ship-orders.ts';

type OpenDialog = 'hold' | 'package' | 'service' | 'split' | null;

export function OrderDetails({ order }: { order: Order }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  return (
    <div className="grid gap-6">
      <div className="rule-heavy grid gap-2 pt-4">
        <h2 className="num text-h2 wrap-anywhere">{order.number}</h2>
        <OrderStatus order={order} />
        <Actions order={order} onOpen={setOpen} />
        <DismissProblems order={order} />
      </div>
      <RecipientPart order={order} />
      <DetailPart title="Package">
        <PackageFacts order={order} />
        {order.canChange && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="sm" onClick={() => setOpen('package')}>
              {COPY.setPackage}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setOpen('service')}>
              {COPY.setService}
            </Button>
          </div>
        )}
      </DetailPart>
      <WhyPart order={order} />
      <ItemsPart order={order} />
      <ParcelsPart order={order} />
      <DetailPart title="Order">
        <OrderFacts order={order} />
      </DetailPart>
      {open === 'hold' && <HoldDialog order={order} onClose={close} />}
      {open === 'package' && (
        <PackageDialog orderIds={[order.id]} preparation={order.preparation} onClose={close} />
      )}
      {open === 'service' && (
        <ServiceDialog orderIds={[order.id]} preparation={order.preparation} onClose={close} />
      )}
      {open === 'split' && <SplitDialog order={order} onClose={close} />}
    </div>
  );
}

function Actions({ order, onOpen }: { order: Order; onOpen: (dialog: OpenDialog) => void }) {
  const { pending, change } = useOrderChange();
  const { pending: isShipping, ship } = useShipOrders();
  if (!order.canChange) return <UndoMarkShipped order={order} />;
  const pieces = order.items.reduce((sum, { remaining }) => sum + remaining, 0);
  return (
    <div className="mt-1 flex flex-wrap gap-2">
      {order.canShip && (
        <Button size="sm" loading={isShipping} onClick={() => void ship([order.id])}>
          {COPY.ship(1)}
        </Button>
      )}
      {order.status === 'held' ? (
        <Button
          variant="secondary"
          size="sm"
          loading={pending}
          onClick={() => void change(() => releaseOrder(order.id), COPY.released)}
        >
          {COPY.release}
        </Button>
      ) : (
        <Button variant="secondary" size="sm" onClick={() => onOpen('hold')}>
          {COPY.hold}
        </Button>
      )}
      {pieces > 1 && order.combinedWith.length === 0 && (
        <Button variant="secondary" size="sm" onClick={() => onOpen('split')}>
          {COPY.split}
        </Button>
      )}
      <Button
        variant="secondary"
        size="sm"
        loading={pending}
        onClick={() => void change(() => markShipped(order.id), COPY.markedShipped)}
      >
        {COPY.markShipped}
      </Button>
      <UndoMarkShipped order={order} />
    </div>
  );
}

/** Also while pieces that were added later are open. */
function UndoMarkShipped({ order }: { order: Order }) {
  const { pending, change } = useOrderChange();
  if (!order.isMarkedShipped) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      className="justify-self-start"
      loading={pending}
      onClick={() => void change(() => unmarkShipped(order.id), COPY.unmarkedShipped)}
    >
      {COPY.unmarkShipped}
    </Button>
  );
}

const DISMISSIBLE = {
  changed_after_label: [COPY.dismissChange, COPY.changeDismissed],
  report_refused: [COPY.dismissRefusal, COPY.refusalDismissed],
  report_not_withdrawn: [COPY.dismissNumber, COPY.numberDismissed],
  partly_shipped: [COPY.dismissPart, COPY.partDismissed],
} as const;

const dismissibleOf = ({ problems }: Order) =>
  DISMISSIBLE_PROBLEMS.flatMap((code) =>
    problems
      .filter((problem) => problem.code === code)
      .map(({ detail, revision }) => ({ code, detail, revision })),
  );

/**
 * The store changed the order in an upload or after its label was bought, refused its tracking number, shows that of a voided
 * label, or shipped an unknown part. Only the client knows whether the parcel is still right, the store up to date, or the buyer informed. One button
 * dismisses all that is shown, and nothing that happened since.
 */
function DismissProblems({ order }: { order: Order }) {
  const { pending, change } = useOrderChange();
  const shown = Object.keys(DISMISSIBLE).filter((each) => order.problems.some(({ code }) => code === each));
  const [only] = shown as (keyof typeof DISMISSIBLE)[];
  if (!only) return null;
  const isInUpload =
    only === 'changed_after_label' && order.parcelList.some(({ state }) => state === 'in_batch');
  const one = isInUpload ? [COPY.dismissChangeInUpload, COPY.changeDismissed] : DISMISSIBLE[only];
  const [text, done = ''] = shown.length > 1 ? [COPY.dismissAll, COPY.allDismissed] : one;
  return (
    <>
      {order.problems.some(({ code }) => code === 'partly_shipped') && (
        <p className="text-small text-text-2">{COPY.partHint}</p>
      )}
      {isInUpload && <p className="text-small text-text-2">{COPY.changeInUpload}</p>}
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        loading={pending}
        onClick={() => void change(() => changeOrder(order.id, { dismiss: dismissibleOf(order) }), done)}
      >
        {text}
      </Button>
    </>
  );
}

function PackageFacts({ order }: { order: Order }) {
  const { preparation } = order;
  const nameOf = serviceNames(useRuleServices());
  const { weight, size } = packageText(preparation);
  const { packageName, service, signature, insuranceCents } = preparation;
  return (
    <Facts>
      <Fact name="Weight">
        {weight ?? 'Not set'}
        <Origin of={preparation.weightSetBy} />
      </Fact>
      {packageName && <Fact name="Package">{packageName}</Fact>}
      <Fact name="Size">
        {size ?? 'Not set'}
        <Origin of={preparation.parcelSetBy} />
      </Fact>
      {service ? (
        <Fact name="Service">
          {describeChoice(service, nameOf)}
          <Origin of={preparation.serviceSetBy} />
        </Fact>
      ) : (
        order.canChange && (
          <Fact name="Service">
            {COPY.noService}
            <span className="block text-small text-text-2">{COPY.noServiceHint}</span>
          </Fact>
        )
      )}
      {signature && (
        <Fact name="Signature">
          {SIGNATURE_NAMES[signature]}
          <Origin of={preparation.signatureSetBy} />
        </Fact>
      )}
      {insuranceCents !== undefined && (
        <Fact name="Insurance">
          {insuranceCents === 0 ? 'None' : formatMoney(insuranceCents)}
          <Origin of={preparation.insuranceSetBy} />
        </Fact>
      )}
    </Facts>
  );
}

function Origin({ of }: { of: string | undefined }) {
  const text = of && ORIGINS[of];
  return text ? <span className="block text-small text-text-2">{text}</span> : null;
}

function OrderFacts({ order }: { order: Order }) {
  const money = (cents: number) => `${(cents / 100).toFixed(2)} ${order.currency}`;
  return (
    <Facts>
      <Fact name="Store">{order.source.name}</Fact>
      <Fact name="Placed">
        <Moment iso={order.placedAt} />
      </Fact>
      {order.shipBy && (
        <Fact name="Ship by">
          <span className="num">{orderDay(order.shipBy)}</span>
        </Fact>
      )}
      {order.deliverBy && (
        <Fact name="Deliver by">
          <span className="num">{orderDay(order.deliverBy)}</span>
        </Fact>
      )}
      <Fact name="Total">{money(order.total)}</Fact>
      <Fact name="Shipping paid">{money(order.shippingPaid)}</Fact>
      {order.shippingMethod && <Fact name="Shipping method">{order.shippingMethod}</Fact>}
      {order.notes.buyer && <Fact name="Buyer’s note">{order.notes.buyer}</Fact>}
      {order.notes.merchant && <Fact name="Your note">{order.notes.merchant}</Fact>}
      {order.notes.gift && <Fact name="Gift message">{order.notes.gift}</Fact>}
      {order.tags.length > 0 && <Fact name="Tags">{order.tags.join(', ')}</Fact>}
    </Facts>
  );
}
