import { formatHs, hsProblem } from '@lading/contract/customs/hs-code.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { HsSearch } from '../../../ui/hs-search/hs-search.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { COPY } from '../copy.ts';
import type { ItemValues } from './customs-values.ts';
import { useSaveProduct } from './use-save-product.ts';

interface HsFieldProps {
  item: ItemValues;
  needsHs: boolean;
  onChange: (edit: (item: ItemValues) => ItemValues) => void;
  field: {
    label: string;
    name: string;
    value: string;
    error: string | undefined;
    onChange: (value: string) => void;
  };
}

/** Typed, or found by words. The user always chooses. */
export function HsField({ item, needsHs, field, onChange }: HsFieldProps) {
  const [open, setOpen] = useState(false);
  const { rememberHs } = useSaveProduct();
  const pick = (code: string) => {
    const hsCode = formatHs(code);
    setOpen(false);
    onChange((before) => ({ ...before, hsCode }));
    void rememberHs({ ...item, hsCode });
  };
  return (
    <div className="col-span-2 sm:col-span-3">
      <TextField
        {...field}
        required={needsHs}
        optional={!needsHs}
        inputMode="decimal"
        onBlur={() => {
          const typed = field.value;
          if (typed !== '' && hsProblem(typed) === null) field.onChange(formatHs(typed));
        }}
        hint={COPY.customs.hsHint}
      />
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon of={Search} className="size-4" />
        Find HS code
      </Button>
      <HsSearch open={open} words={item.description} onClose={() => setOpen(false)} onPick={pick} />
    </div>
  );
}
