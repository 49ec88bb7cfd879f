import { pasteAddress } from '@lading/contract/paste-address.ts';
import type { SavedAddress } from '@lading/contract/profile.ts';
import { ClipboardPaste } from 'lucide-react';
import { type ClipboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { type AddressFieldsProps, PersonFields } from './address-fields.tsx';
import { type AddressValues, isWholeAddress } from './address-values.ts';
import { CarrierLimits } from './carrier-limits.tsx';
import { COPY } from './copy.ts';
import { FillNotice } from './fill-notice.tsx';
import { PasteBox } from './paste-box.tsx';
import { PlaceFields } from './place-fields.tsx';
import { withSaved } from './saved-suggestions.ts';
import { useFill } from './use-fill.ts';
import { useZipFill } from './use-zip-fill.ts';

interface AddressFormProps extends Omit<AddressFieldsProps, 'readOnly' | 'flashing'> {
  saved: readonly SavedAddress[];
  readOnly?: boolean;
  /** More actions beside "Paste an address". `fill` fills the form and offers an undo. */
  helpers?: (fill: (values: AddressValues, text: string) => void) => ReactNode;
}

export function AddressForm(props: AddressFormProps) {
  const { section, values, onChange, problems, saved, readOnly = false, helpers } = props;
  const [pasting, setPasting] = useState(false);
  const { notice, flashing, fill, paste } = useFill(values, onChange);
  const zip = useZipFill(values, onChange);
  const fields = { section, values, onChange, problems, readOnly, flashing };

  const handlePaste = (event: ClipboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !['fullName', 'address'].includes(target.name)) return;
    const text = event.clipboardData.getData('text/plain');
    if (readOnly || !isWholeAddress(pasteAddress(text).fields)) return;
    event.preventDefault();
    paste(text);
  };

  return (
    <div className="grid gap-4" onPaste={handlePaste}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Button
          variant="secondary"
          size="sm"
          aria-expanded={pasting}
          disabled={readOnly}
          onClick={() => setPasting(!pasting)}
        >
          <Icon of={ClipboardPaste} className="size-4" />
          Paste an address
        </Button>
        {helpers?.(fill)}
        <FillNotice notice={notice} readOnly={readOnly} />
      </div>
      {pasting && (
        <PasteBox
          readOnly={readOnly}
          onClose={() => setPasting(false)}
          onText={(pasted) => {
            setPasting(false);
            paste(pasted);
          }}
        />
      )}
      <p role="status" className="sr-only">
        {zip.message}
      </p>
      <div className="grid gap-4 sm:grid-cols-6">
        <PersonFields
          {...fields}
          saved={saved}
          onPickSaved={(address, name) => fill(withSaved(values, address), COPY.filledFrom(name))}
        />
        <PlaceFields
          {...fields}
          zipMessage={zip.message}
          onZip={(next) => {
            onChange(next);
            void zip.zipTyped(next);
          }}
        />
      </div>
      <CarrierLimits values={values} />
    </div>
  );
}
