import { pasteAddress } from '@lading/contract/paste-address.ts';
import { useEffect, useState } from 'react';
import { ADDRESS_FIELDS, type AddressField, type AddressValues, withPaste } from './address-values.ts';
import { COPY } from './copy.ts';
import type { Notice } from './fill-notice.tsx';

const FLASH_MS = 600;
const NONE: ReadonlySet<AddressField> = new Set();

/** Fills several fields, highlights them and offers an undo. */
export function useFill(values: AddressValues, onChange: (values: AddressValues) => void) {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [flashing, setFlashing] = useState(NONE);
  useEffect(() => {
    if (flashing.size === 0) return;
    const timer = setTimeout(() => setFlashing(NONE), FLASH_MS);
    return () => clearTimeout(timer);
  }, [flashing]);

  const fill = (next: AddressValues, text: string, leftover = '') => {
    setFlashing(new Set(ADDRESS_FIELDS.filter((field) => next[field] !== values[field])));
    onChange(next);
    setNotice({
      text,
      leftover,
      onUndo: () => {
        setNotice({ text: COPY.undone });
        onChange(values);
      },
    });
  };
  const paste = (text: string) => {
    const { fields, leftover, filled } = pasteAddress(text);
    if (filled === 0) return setNotice({ text: COPY.noAddressFound, leftover });
    fill(withPaste(values, fields), COPY.filledFromPaste(filled), leftover);
  };
  return { notice, flashing, fill, paste };
}
