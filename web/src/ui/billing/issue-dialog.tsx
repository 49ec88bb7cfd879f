import { IssueDocumentsAnswerSchema, IssueDocumentsBodySchema } from '@lading/contract/billing.ts';
import { dateIn } from '@lading/contract/calendar-date.ts';
import { API, path } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { apiRequest } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { type Checked, checkBody } from '../../lib/form-problems.ts';
import { formatMonth, monthBefore, monthOf, monthsBetween } from '../../lib/months.ts';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { ClientField, type NamedClient } from '../client-field.tsx';
import { Dialog } from '../dialog.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { Select } from '../select.tsx';
import { toast } from '../toast/toast.ts';
import { COPY } from './copy.ts';

const { issue: copy } = COPY;
const MAX_MONTHS = 36;

interface IssueDialogProps {
  /** If null, the user chooses one. */
  client: NamedClient | null;
  /** The first month with documents; null before the billing settings are saved. */
  startMonth: string | null;
  onIssued: () => Promise<void>;
  onClose: () => void;
}

/** Issues the documents of a month that is over in the operator's time zone. */
export function IssueDialog({ client, startMonth, onIssued, onClose }: IssueDialogProps) {
  const { timeZone } = useOperatorTime();
  const last = monthBefore(monthOf(dateIn(timeZone, new Date())));
  const months = startMonth === null ? [] : monthsBetween(startMonth, last, MAX_MONTHS);
  const [newest] = months;
  if (newest === undefined)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={copy.title}>
        <p>{startMonth === null ? copy.notSetUp : copy.noMonth(formatMonth(startMonth))}</p>
      </Dialog>
    );
  return <IssueForm given={client} months={months} newest={newest} onIssued={onIssued} onClose={onClose} />;
}

interface IssueFormProps extends Pick<IssueDialogProps, 'onIssued' | 'onClose'> {
  given: NamedClient | null;
  months: readonly string[];
  newest: string;
}

interface Order {
  client: NamedClient;
  month: string;
}

function IssueForm({ given, months, newest, onIssued, onClose }: IssueFormProps) {
  const [client, setClient] = useState(given);
  const [month, setMonth] = useState(newest);
  const check = (): Checked<Order> => {
    if (!client) return { errors: { client: copy.clientMissing } };
    const checked = checkBody(IssueDocumentsBodySchema, { month });
    return 'errors' in checked ? checked : { body: { client, month: checked.body.month } };
  };
  const send = async (order: Order) => {
    const answer = await apiRequest(
      IssueDocumentsAnswerSchema,
      path(API.adminIssueDocuments, { id: order.client.id }),
      { area: 'admin', method: 'POST', body: { month: order.month } },
    );
    toast.success(copy.issued(answer.documents.length, order.client.name, formatMonth(order.month)));
    await onIssued();
  };
  return (
    <FormDialog
      title={copy.title}
      submitLabel={copy.submit}
      onClose={onClose}
      check={check}
      send={send}
      explain={(error) => messageOf(error, copy.failed)}
    >
      {({ errors, pending }) => (
        <>
          <p className="text-text-2">{copy.intro}</p>
          {!given && (
            <ClientField
              label={copy.client}
              chosen={client}
              onChange={setClient}
              hint={copy.clientHint}
              error={errors.client}
              disabled={pending}
              required
            />
          )}
          <Select
            label={copy.month}
            name="month"
            value={month}
            options={months.map((value) => ({ value, label: formatMonth(value) }))}
            onChange={setMonth}
            hint={copy.monthHint}
            error={errors.month}
            disabled={pending}
          />
        </>
      )}
    </FormDialog>
  );
}
