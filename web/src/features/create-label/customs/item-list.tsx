import { MAX_ITEMS } from '@lading/contract/customs/declaration.ts';
import { OUNCES_PER_POUND, totalValueCents, totalWeightOz } from '@lading/contract/customs/totals.ts';
import { counted } from '@lading/contract/format-count.ts';
import { formatMoney } from '@lading/contract/money.ts';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Problems } from '../../../lib/form-problems.ts';
import { newRequestKey } from '../../../lib/request-key.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { weightOf } from '../parcel-values.ts';
import type { ParcelValues } from '../wizard-state.ts';
import { COPY } from './copy.ts';
import { type CustomsValues, declarationSoFar, emptyItem, type ItemValues } from './customs-values.ts';
import { ItemFields } from './item-fields.tsx';

interface ItemListProps {
  customs: CustomsValues;
  parcel: ParcelValues;
  /** True if customs requires an HS code for each item. */
  needsHs: boolean;
  problems: Problems;
  onChange: (edit: (customs: CustomsValues) => CustomsValues) => void;
}

export function ItemList({ customs, parcel, needsHs, problems, onChange }: ItemListProps) {
  const { items } = customs;
  const list = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added > 0) list.current?.querySelector<HTMLElement>(':scope > section:last-of-type input')?.focus();
  }, [added]);

  const editItems = (edit: (items: ItemValues[]) => ItemValues[]) =>
    onChange((before) => ({ ...before, items: edit(before.items) }));
  const remove = (id: string) => {
    editItems((before) => before.filter((item) => item.id !== id));
    // The pressed button disappears with its item.
    addButton.current?.focus();
  };
  const problem = problems['customs.items'];
  return (
    <div className="grid gap-4">
      <div ref={list} className="grid gap-4">
        {items.map((item, index) => (
          <ItemFields
            key={item.id}
            item={item}
            index={index}
            needsHs={needsHs}
            problems={problems}
            onChange={(edit) =>
              editItems((before) => before.map((one) => (one.id === item.id ? edit(one) : one)))
            }
            onRemove={items.length > 1 ? () => remove(item.id) : null}
          />
        ))}
      </div>
      <div
        tabIndex={-1}
        data-problem={problem ? '' : undefined}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
      >
        <Button
          ref={addButton}
          variant="secondary"
          size="sm"
          disabled={items.length >= MAX_ITEMS}
          onClick={() => {
            editItems((before) => [...before, emptyItem(newRequestKey())]);
            setAdded((count) => count + 1);
          }}
        >
          <Icon of={Plus} className="size-4" />
          {COPY.addItem}
        </Button>
        <Totals customs={customs} parcel={parcel} />
        {problem && (
          <div className="w-full">
            <FieldError id="customs-items-problem">{problem}</FieldError>
          </div>
        )}
      </div>
    </div>
  );
}

const ounces = (value: number) => `${Number(value.toFixed(value < 0.01 ? 4 : 2))} oz`;

function Totals({ customs, parcel }: Pick<ItemListProps, 'customs' | 'parcel'>) {
  const { items } = declarationSoFar(customs);
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const weight = ounces(totalWeightOz(items));
  const pounds = weightOf(parcel);
  return (
    <p className="num text-right text-text-2">
      <span className="block text-strong text-text">
        {COPY.totals(counted(units, 'unit'), formatMoney(totalValueCents(items)))}
      </span>
      <span className="block">
        {pounds === null
          ? COPY.weightOfItems(weight)
          : COPY.weights(weight, ounces(pounds * OUNCES_PER_POUND))}
      </span>
    </p>
  );
}
