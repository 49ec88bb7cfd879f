import { type DateRange, DateRangeQuerySchema } from '@lading/contract/date-range.ts';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

interface CustomRangeProps {
  id: string;
  shown: DateRange | null;
  today: string;
  onChoose: (range: DateRange) => void;
  onCancel: () => void;
}

type Problems = Partial<Record<keyof DateRange, string>>;

/** Problems by field. */
function problemsOf(range: DateRange): Problems {
  const parsed = DateRangeQuerySchema.safeParse(range);
  const problems: Problems = {};
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [name] = path;
    if (name === 'startDate' || name === 'endDate') problems[name] ??= message;
  }
  if (range.startDate === '') problems.startDate = 'Please choose a date.';
  if (range.endDate === '') problems.endDate = 'Please choose a date.';
  return problems;
}

export function CustomRange({ id, shown, today, onChoose, onCancel }: CustomRangeProps) {
  const [range, setRange] = useState<DateRange>(shown ?? { startDate: today, endDate: today });
  const [tried, setTried] = useState(false);
  const from = useRef<HTMLInputElement>(null);
  const to = useRef<HTMLInputElement>(null);
  useEffect(() => from.current?.focus(), []);
  const problems = tried ? problemsOf(range) : {};

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const found = problemsOf(range);
    if (found.startDate) from.current?.focus();
    else if (found.endDate) to.current?.focus();
    else onChoose(range);
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
  };
  return (
    <form
      id={id}
      noValidate
      aria-label="Custom range"
      onSubmit={submit}
      onKeyDown={leaveOnEscape}
      className="flex w-full flex-wrap items-start gap-3 rounded-card border border-line bg-surface p-4 sm:w-fit"
    >
      <TextField
        type="date"
        label="From"
        name="from"
        value={range.startDate}
        error={problems.startDate}
        inputRef={from}
        onChange={(startDate) => setRange({ ...range, startDate })}
        className="w-full sm:w-44"
      />
      <TextField
        type="date"
        label="To"
        name="to"
        value={range.endDate}
        error={problems.endDate}
        inputRef={to}
        onChange={(endDate) => setRange({ ...range, endDate })}
        className="w-full sm:w-44"
      />
      {/* Aligned with the inputs, below their labels. */}
      <div className="flex gap-3 sm:mt-6.5">
        <Button type="submit">Apply</Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
