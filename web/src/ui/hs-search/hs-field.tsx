import { formatHs, hsProblem } from '@lading/contract/customs/hs-code.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { TextField, type TextFieldProps } from '../text-field.tsx';
import { HsSearch } from './hs-search.tsx';

interface HsFieldProps extends Omit<TextFieldProps, 'inputMode' | 'onBlur'> {
  /** The initial search terms. */
  words: string;
  /** The field is in a dialog. */
  onTop?: boolean;
  /** Called after `onChange` when the user chose a code from the search. */
  onPick?: (hsCode: string) => void;
}

/** An HS code that the user types or finds by keyword. The search never chooses one itself. */
export function HsField({ words, onTop = false, onPick, className, ...field }: HsFieldProps) {
  const { value, onChange } = field;
  const [open, setOpen] = useState(false);
  const format = () => {
    if (value !== '' && hsProblem(value) === null && formatHs(value) !== value) onChange(formatHs(value));
  };
  return (
    <div className={className}>
      <TextField {...field} inputMode="decimal" onBlur={format} />
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
      <HsSearch
        open={open}
        onTop={onTop}
        words={words}
        onClose={() => setOpen(false)}
        onPick={(code) => {
          const hsCode = formatHs(code);
          setOpen(false);
          onChange(hsCode);
          onPick?.(hsCode);
        }}
      />
    </div>
  );
}
