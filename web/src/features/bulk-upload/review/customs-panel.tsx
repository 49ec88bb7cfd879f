import type { AskedColumn, CustomsQuestion } from '@lading/contract/bulk/customs-questions.ts';
import type { ItemAnswer } from '@lading/contract/bulk.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { reasonOf } from '../../../lib/api-error.ts';
import { usePending } from '../../../lib/use-pending.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { COUNTRY_OPTIONS } from '../../../ui/country-options.ts';
import { HsField } from '../../../ui/hs-search/hs-field.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { BatchStore } from '../batch/batch-store.ts';
import { COPY } from '../copy.ts';
import {
  answersOf,
  type CustomsDrafts,
  type CustomsErrors,
  unsentDrafts,
  valueFor,
} from './customs-answers.ts';

interface CustomsPanelProps {
  store: BatchStore;
  questions: readonly CustomsQuestion[];
  onChanged: (what: string) => void;
  /** The panel disappears with its last question, so the focus must move. */
  onFixed: () => void;
}

/** Shown at first, so that the rows below stay visible. */
const SHOWN = 5;

function useCustomsForm({ store, onChanged, onFixed }: Omit<CustomsPanelProps, 'questions'>) {
  const [drafts, setDrafts] = useState<CustomsDrafts>({});
  const [errors, setErrors] = useState<CustomsErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [keep, setKeep] = useState(true);
  const { pending, run } = usePending();

  const send = async (answers: ItemAnswer[], sent: CustomsDrafts) => {
    const focused = document.activeElement;
    try {
      // The server completes the saved rows, so the latest edits are sent first.
      if (!(await store.flush())) return setProblem(COPY.review.notSavedYet);
      await store.complete(answers);
      setDrafts((now) => unsentDrafts(now, sent));
      onChanged(COPY.customs.done(answers.length));
      const isInNextField = document.activeElement !== focused && document.activeElement !== document.body;
      if (!isInNextField) onFixed();
    } catch (error) {
      setProblem(COPY.customs.failed(reasonOf(error)));
    }
  };
  /** Returns the name of the field to correct, or null if the answers were sent. */
  const submit = (shown: readonly CustomsQuestion[]): string | null => {
    const { answers, errors: found } = answersOf(shown, drafts, {
      saveProduct: keep,
      decimalComma: store.batch()?.decimalComma ?? false,
    });
    setErrors(found);
    setProblem(answers.length === 0 ? COPY.customs.nothing : null);
    const names = shown.flatMap(({ key, columns }) =>
      columns
        .filter((column) => answers.length === 0 || found[key]?.[column])
        .map((column) => fieldName(key, column)),
    );
    if (names[0]) return names[0];
    const sent = Object.fromEntries(shown.map(({ key }) => [key, drafts[key] ?? {}]));
    void run(() => send(answers, sent));
    return null;
  };
  const change = (key: string) => (column: AskedColumn, value: string) =>
    setDrafts((before) => ({ ...before, [key]: { ...before[key], [column]: value } }));
  return { drafts, errors, problem, keep, setKeep, pending, submit, change };
}

/** Asks for missing customs data once per SKU and applies the answers to all rows. */
export function CustomsPanel({ questions, ...props }: CustomsPanelProps) {
  const { drafts, errors, problem, keep, setKeep, pending, submit, change } = useCustomsForm(props);
  const [all, setAll] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const titleId = useId();
  const shown = all ? questions : questions.slice(0, SHOWN);
  const rows = new Set(questions.flatMap(({ numbers }) => numbers)).size;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = submit(shown);
    const field = wrong === null ? null : form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line bg-surface p-4">
      <h3 id={titleId} className="text-h3">
        {COPY.customs.title}
      </h3>
      <p className="mt-1 text-text-2">{COPY.customs.intro(rows)}</p>
      <form ref={form} noValidate className="mt-3 grid gap-3" onSubmit={onSubmit}>
        {shown.map((question) => (
          <Question key={question.key} {...{ question, drafts, errors }} onChange={change(question.key)} />
        ))}
        {shown.length < questions.length && (
          <button
            type="button"
            className="link min-h-11 w-fit text-small md:min-h-8"
            onClick={() => setAll(true)}
          >
            {COPY.customs.more(questions.length - shown.length)}
          </button>
        )}
        {problem && <InlineAlert tone="bad">{problem}</InlineAlert>}
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <Button type="submit" loading={pending}>
            Apply to all rows
          </Button>
          {questions.some(({ sku }) => sku !== '') && (
            <Checkbox label={COPY.customs.keep} name="keep" checked={keep} onChange={setKeep} />
          )}
        </div>
      </form>
    </section>
  );
}

const fieldName = (key: string, column: AskedColumn) => `${key}:${column}`;
interface QuestionProps {
  question: CustomsQuestion;
  drafts: CustomsDrafts;
  errors: CustomsErrors;
  onChange: (column: AskedColumn, value: string) => void;
}

function Question({ question, drafts, errors, onChange }: QuestionProps) {
  const { key, sku, description, columns, numbers } = question;
  return (
    <fieldset className="min-w-0 border-t border-line pt-3">
      <legend className="sr-only">{titleOf(question)}</legend>
      <p aria-hidden className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-strong [overflow-wrap:anywhere]">
          {sku || description || COPY.customs.noItems}
        </span>
        {sku !== '' && <span className="min-w-0 text-text-2 [overflow-wrap:anywhere]">{description}</span>}
        <span className="num text-small text-text-2">{COPY.customs.rows(numbers.length)}</span>
      </p>
      <div className="mt-2 grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
        {columns.map((column) => (
          <AnswerField
            key={column}
            column={column}
            name={fieldName(key, column)}
            value={valueFor(question, drafts, column)}
            error={errors[key]?.[column]}
            words={valueFor(question, drafts, 'item_description') || description}
            onChange={(value) => onChange(column, value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

const titleOf = ({ sku, description, numbers }: CustomsQuestion) =>
  [sku, description, sku || description ? '' : COPY.customs.noItems, COPY.customs.rows(numbers.length)]
    .filter(Boolean)
    .join(', ');

const FIELDS: Readonly<Record<AskedColumn, { label: string; placeholder?: string }>> = {
  item_description: { label: 'Customs description', placeholder: 'Cotton T-shirt' },
  item_weight: { label: 'Weight each (oz)' },
  item_value: { label: 'Value each (USD)' },
  item_hs: { label: 'HS code', placeholder: '6109.10' },
  item_origin: { label: 'Made in' },
};

const ORIGINS = [{ value: '', label: 'Choose a country' }, ...COUNTRY_OPTIONS];

interface AnswerFieldProps {
  column: AskedColumn;
  name: string;
  value: string;
  error: string | undefined;
  /** The initial terms of the HS search. */
  words: string;
  onChange: (value: string) => void;
}

function AnswerField({ column, name, value, error, words, onChange }: AnswerFieldProps) {
  const field = { ...FIELDS[column], name, value, error, onChange, className: 'min-w-0' };
  if (column === 'item_origin') return <Select {...field} options={ORIGINS} />;
  if (column === 'item_hs')
    return <HsField {...field} words={words} autoComplete="off" spellCheck={false} maxLength={100} />;
  const isNumber = column === 'item_weight' || column === 'item_value';
  return (
    <TextField
      {...field}
      autoComplete="off"
      spellCheck={column === 'item_description'}
      inputMode={isNumber ? 'decimal' : 'text'}
      maxLength={100}
    />
  );
}
