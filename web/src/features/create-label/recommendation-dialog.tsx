import type { SuggestedAddress } from '@lading/contract/addresses.ts';
import { countryName } from '@lading/contract/countries.ts';
import { ADDRESS_FORM } from '@lading/contract/messages.ts';
import { cityLine } from '@lading/contract/place-line.ts';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { COPY } from './copy.ts';
import { differences } from './differences.ts';

interface RecommendationDialogProps {
  name: string;
  entered: SuggestedAddress;
  /** Null while the dialog is closed. */
  suggested: SuggestedAddress | null;
  onEdit: () => void;
  onSave: (chosen: SuggestedAddress) => void;
}

/** Escape and a click outside mean 'Edit Address', so that only 'Save' changes the address. */
export function RecommendationDialog(props: RecommendationDialogProps) {
  const { name, entered, suggested } = props;
  const [choice, setChoice] = useState<'entered' | 'suggested'>('suggested');
  const formId = useId();
  const save = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (suggested) props.onSave(choice === 'suggested' ? suggested : entered);
  };
  const edit = () => {
    // The next suggestion is preselected too.
    setChoice('suggested');
    props.onEdit();
  };
  return (
    <Dialog
      open={suggested !== null}
      onOpenChange={(open) => {
        if (!open) edit();
      }}
      title={ADDRESS_FORM.recommendation}
      description={COPY.address.suggestion}
      size="lg"
      footer={
        <>
          <Button variant="secondary" onClick={edit}>
            {ADDRESS_FORM.edit}
          </Button>
          <Button type="submit" form={formId}>
            {ADDRESS_FORM.save}
          </Button>
        </>
      }
    >
      {suggested && (
        <form id={formId} onSubmit={save}>
          <fieldset className="grid gap-3 sm:grid-cols-2">
            <legend className="sr-only">{COPY.address.choose}</legend>
            <Option
              title="Suggested"
              name={name}
              address={suggested}
              other={entered}
              checked={choice === 'suggested'}
              onPick={() => setChoice('suggested')}
            />
            <Option
              title="Original"
              name={name}
              address={entered}
              other={suggested}
              checked={choice === 'entered'}
              onPick={() => setChoice('entered')}
            />
          </fieldset>
        </form>
      )}
    </Dialog>
  );
}

const linesOf = ({ street1, street2, city, state, zip, country }: SuggestedAddress) => [
  [street1, street2].filter(Boolean).join(' '),
  cityLine({ city, state, zip, country }),
  countryName(country) ?? country,
];

interface OptionProps {
  title: string;
  name: string;
  address: SuggestedAddress;
  other: SuggestedAddress;
  checked: boolean;
  onPick: () => void;
}

function Option({ title, name, address, other, checked, onPick }: OptionProps) {
  const otherLines = linesOf(other);
  return (
    <label className="flex gap-3 rounded-card border border-control p-4 hover:border-text-2 has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="recommendation"
        checked={checked}
        onChange={onPick}
        className="mt-0.5 size-5 shrink-0 accent-primary outline-none md:size-4"
      />
      <span className="min-w-0">
        <span className="block text-strong">{title}</span>
        <span className="code mt-2 block wrap-anywhere text-text">
          <span className="block">{name}</span>
          {linesOf(address).map((line, index) => (
            <span key={line} className="block">
              {differences(line, otherLines[index] ?? '').map(({ text, changed }, part) => (
                <Piece key={`${text}-${String(part)}`} text={text} changed={changed} />
              ))}
            </span>
          ))}
        </span>
      </span>
    </label>
  );
}

function Piece({ text, changed }: { text: string; changed: boolean }) {
  if (!changed) return <>{text} </>;
  return (
    <>
      <mark className="bg-warn-bg font-semibold text-warn-fg">
        <span className="sr-only">changed: </span>
        {text}
      </mark>{' '}
    </>
  );
}
