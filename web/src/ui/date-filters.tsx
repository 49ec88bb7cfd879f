import { isCalendarDate } from '@lading/contract/calendar-date.ts';
import { useCallback } from 'react';
import { useTypedText } from '../lib/use-typed-text.ts';
import { TextField } from './text-field.tsx';

/** While typing 2026, the year is first 2, then 20, then 202. */
const isFinishedDate = (text: string) => text === '' || (isCalendarDate(text) && text >= '2000');

interface DateFilterProps {
  label: string;
  name: string;
  value: string;
  /** Called with a complete date, or with '' for none. */
  onChange: (date: string) => void;
  className?: string;
}

export function DateFilter({ value, onChange, ...field }: DateFilterProps) {
  const [text, setText] = useTypedText(value, onChange, isFinishedDate);
  return <TextField type="date" value={text} onChange={setText} {...field} />;
}

interface Days {
  startDate: string;
  endDate: string;
}

interface DateRangeFilterProps extends Days {
  onChange: (part: Partial<Days>) => void;
  /** Applied to each field. */
  className?: string;
}

/** Two date fields. A start date after the end date clears the end date, and vice versa. */
export function DateRangeFilter({ startDate, endDate, onChange, className = '' }: DateRangeFilterProps) {
  const start = useCallback(
    (date: string) => onChange({ startDate: date, ...(endDate !== '' && endDate < date && { endDate: '' }) }),
    [endDate, onChange],
  );
  const end = useCallback(
    (date: string) => onChange({ endDate: date, ...(date !== '' && startDate > date && { startDate: '' }) }),
    [startDate, onChange],
  );
  return (
    <>
      <DateFilter label="From" name="startDate" value={startDate} onChange={start} className={className} />
      <DateFilter label="To" name="endDate" value={endDate} onChange={end} className={className} />
    </>
  );
}
