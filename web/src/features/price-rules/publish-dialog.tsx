import { dateIn } from '@lading/contract/calendar-date.ts';
import {
  type PriceVersion,
  type PublishAgainBody,
  PublishAgainBodySchema,
  type PublishedAnswer,
} from '@lading/contract/pricing/price-lists.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { useOperatorTime } from '../../lib/use-operator-time.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { reportError } from '../../ui/report-error.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

interface PublishDialogProps {
  title: string;
  versions: readonly PriceVersion[];
  publish: (body: PublishAgainBody) => Promise<PublishedAnswer>;
  onClose: () => void;
}

const WHEN = [
  { value: 'now', label: COPY.now },
  { value: 'later', label: COPY.later },
] as const;

/** Publishes now or from a date in the operator's time zone. */
export function PublishDialog({ title, versions, publish, onClose }: PublishDialogProps) {
  const { timeZone } = useOperatorTime();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [day, setDay] = useState('');
  const [note, setNote] = useState('');
  const from = when === 'now' ? null : day;
  return (
    <FormDialog
      title={title}
      submitLabel={COPY.publish}
      onClose={onClose}
      check={() => checkBody(PublishAgainBodySchema, { from, note })}
      send={async (body) => {
        try {
          const { version } = await publish(body);
          toast.success(COPY.published(version.number));
        } catch (error) {
          reportError(error);
          throw error;
        }
      }}
      announced
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <Segmented legend={COPY.when} value={when} options={WHEN} onChange={setWhen} />
          {when === 'later' && (
            <TextField
              label={COPY.day}
              name="from"
              type="date"
              required
              value={day}
              error={errors.from}
              disabled={pending}
              onChange={setDay}
              hint={`Takes effect at 12:00 AM (${timeZone.replaceAll('_', ' ')}).`}
            />
          )}
          <TextField
            label={COPY.note}
            name="note"
            optional
            autoComplete="off"
            value={note}
            error={errors.note}
            disabled={pending}
            onChange={setNote}
          />
          <Replaced versions={versions} from={from} timeZone={timeZone} />
          <p className="text-small text-text-2">{COPY.publishHint}</p>
        </>
      )}
    </FormDialog>
  );
}

/** Names scheduled versions that the new one replaces before they start. */
function Replaced({
  versions,
  from,
  timeZone,
}: {
  versions: readonly PriceVersion[];
  from: string | null;
  timeZone: string;
}) {
  const replaced = versions.filter(
    ({ state, effectiveFrom }) =>
      state === 'scheduled' && (from === null || from <= dateIn(timeZone, new Date(effectiveFrom))),
  );
  if (from === '' || replaced.length === 0) return null;
  return (
    <InlineAlert tone="warn">
      {COPY.replacesScheduled(replaced.map(({ number }) => number).join(', '))}
    </InlineAlert>
  );
}
