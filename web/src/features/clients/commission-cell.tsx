import type { AdminClient, CommissionType } from '@lading/contract/admin-clients.ts';
import { ADDRESS_FORM, CLIENTS } from '@lading/contract/messages.ts';
import { X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useMay } from '../../lib/may.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { AmountField } from '../../ui/commission/amount-field.tsx';
import { exampleText, formatMarkup, readAmount, ruleOf } from '../../ui/commission/commission-amount.ts';
import { useHighCommission } from '../../ui/commission/use-high-commission.tsx';
import { Icon } from '../../ui/icon.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COMMISSION_OPTIONS } from './commission-options.ts';
import { COPY } from './copy.ts';
import type { ClientCalls, Commission, CommissionChange } from './use-clients.ts';

interface CommissionCellProps {
  client: AdminClient;
  changeCommission: ClientCalls['changeCommission'];
}

const commissionText = ({ usesGlobal, markupType, markupAmount }: Commission) =>
  usesGlobal ? CLIENTS.globalRate : formatMarkup(markupType, markupAmount);

export function CommissionCell({ client, changeCommission }: CommissionCellProps) {
  const [editing, setEditing] = useState(false);
  const mayChange = useMay('pricing.write');
  const [unsaved, setUnsaved] = useState<CommissionChange | null>(null);
  const { confirm, dialog } = useHighCommission();
  const wasEdited = useRef(false);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!editing && wasEdited.current) button.current?.focus();
    wasEdited.current = editing;
  }, [editing]);

  const save = async (change: CommissionChange) => {
    if (change.type !== 'global' && !(await confirm(change.type, change.amount))) return;
    setEditing(false);
    try {
      await changeCommission(client, change);
      setUnsaved(null);
      toast.success(CLIENTS.commissionUpdated);
    } catch (error) {
      reportError(error, CLIENTS.commissionFailed);
      // Opens the editor again with what was typed.
      setUnsaved(change);
      setEditing(true);
    }
  };

  if (!mayChange) return <span className="num whitespace-nowrap">{commissionText(client.commission)}</span>;
  if (editing) {
    return (
      <>
        <CommissionEditor
          client={client}
          unsaved={unsaved}
          onSave={(change) => void save(change)}
          onCancel={() => {
            setUnsaved(null);
            setEditing(false);
          }}
        />
        {dialog}
      </>
    );
  }
  return (
    <button
      ref={button}
      type="button"
      title={COPY.editCommission(client.fullName)}
      onClick={() => setEditing(true)}
      className="num -my-1 inline-flex min-h-11 items-center text-left whitespace-nowrap underline decoration-line-strong underline-offset-4 hover:decoration-current md:min-h-8"
    >
      <span>
        {commissionText(client.commission)}
        <span className="sr-only">, change the commission for {client.fullName}</span>
      </span>
    </button>
  );
}

const changeOf = ({ usesGlobal, markupType, markupAmount }: Commission): CommissionChange =>
  usesGlobal ? { type: 'global' } : { type: markupType, amount: markupAmount };

interface CommissionEditorProps {
  client: AdminClient;
  /** A change that could not be saved. */
  unsaved: CommissionChange | null;
  onSave: (change: CommissionChange) => void;
  onCancel: () => void;
}

function CommissionEditor({ client, unsaved, onSave, onCancel }: CommissionEditorProps) {
  const shown = unsaved ?? changeOf(client.commission);
  const [type, setType] = useState<CommissionType>(shown.type);
  const [amount, setAmount] = useState(shown.type === 'global' ? '' : String(shown.amount));
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const amountInput = useRef<HTMLInputElement>(null);
  const read = type === 'global' ? null : readAmount(type, amount);

  useEffect(() => form.current?.querySelector('select')?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (type === 'global') return onSave({ type });
    if (read && 'amount' in read) return onSave({ type, amount: read.amount });
    setProblem(read?.problem ?? null);
    amountInput.current?.focus();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={COPY.commissionOf(client.fullName)}
      onSubmit={submit}
      onKeyDown={leave}
      className="grid gap-2 py-1 md:w-64"
    >
      <Select
        label={CLIENTS.fields.commissionType}
        hideLabel
        name="commissionType"
        value={type}
        options={COMMISSION_OPTIONS}
        onChange={(chosen) => {
          setType(chosen);
          setProblem(null);
        }}
      />
      {type !== 'global' && (
        <AmountField
          type={type}
          hideLabel
          name="commissionAmount"
          value={amount}
          inputRef={amountInput}
          onChange={(text) => {
            setAmount(text);
            setProblem(null);
          }}
          error={problem}
          hint={read && 'amount' in read && exampleText(ruleOf(type, read.amount))}
        />
      )}
      <div className="flex items-center gap-2">
        <Button type="submit" size="sm">
          {ADDRESS_FORM.save}
        </Button>
        <IconButton label="Cancel" onClick={onCancel} className="md:size-8!">
          <Icon of={X} />
        </IconButton>
      </div>
    </form>
  );
}
