import { ORDER_PAPERS, type OrderPapers } from '@lading/contract/orders/ship-orders.ts';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { rememberedPaper } from '../../lib/label-file.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY, PAPERS } from './copy.ts';
import { printOrders } from './order-calls.ts';

const OPTIONS = ORDER_PAPERS.map((value) => ({ value, label: PAPERS[value] }));

const failureText = (error: unknown, content: OrderPapers) =>
  error instanceof ApiError && error.status === 404 && content === 'labels_and_slips'
    ? COPY.noLabels
    : messageOf(error, COPY.printFailed);

/** `first` is what most people print from this list. */
export function PrintControl({ orderIds, first }: { orderIds: string[]; first: OrderPapers }) {
  const [content, setContent] = useState(first);
  const { pending, run } = usePending();
  const print = () =>
    run(async () => {
      try {
        await printOrders({ orderIds, content, paper: rememberedPaper() });
        toast.success(COPY.printed);
      } catch (error) {
        toast.error(failureText(error, content));
      }
    });
  return (
    <div className="flex gap-2 max-sm:w-full">
      <Select
        label="What to print"
        hideLabel
        name="papers"
        value={content}
        options={OPTIONS}
        onChange={setContent}
        className="max-sm:grow"
      />
      <Button variant="secondary" size="sm" loading={pending} onClick={() => void print()}>
        {COPY.print}
      </Button>
    </div>
  );
}
