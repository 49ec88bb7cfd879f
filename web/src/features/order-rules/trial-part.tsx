import { SIGNATURE_NAMES } from '@lading/contract/customs/vocabulary.ts';
import { formatMoney } from '@lading/contract/money.ts';
import type { OrderRuleBody, RuleTrialAnswer, TrialDifference } from '@lading/contract/orders/order-rules.ts';
import { describeChoice, describeWarning } from '@lading/contract/orders/rule-texts.ts';
import type { RuleValue } from '@lading/contract/orders/rule-trace.ts';
import { useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import type { Checked } from '../../lib/form-problems.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY, FIELD_NAMES } from './copy.ts';
import { tryRule } from './rule-calls.ts';
import type { RuleDraft } from './rule-draft.ts';
import type { RuleNames } from './rule-sentence.ts';
import { useRuleNames } from './use-order-rules.ts';

interface TrialPartProps {
  draft: RuleDraft;
  /** Null for a new rule. */
  ruleId: string | null;
  check: () => Checked<OrderRuleBody>;
}

interface Outcome {
  of: RuleDraft;
  answer: RuleTrialAnswer | null;
  problem: string | null;
}

export function TrialPart({ draft, ruleId, check }: TrialPartProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { pending, run } = usePending();
  const start = () => {
    const checked = check();
    if ('errors' in checked) return;
    void run(async () => {
      try {
        const answer = await tryRule({ rule: { ...(ruleId && { id: ruleId }), ...checked.body } });
        setOutcome({ of: draft, answer, problem: null });
      } catch (error) {
        setOutcome({ of: draft, answer: null, problem: messageOf(error, COPY.tryFailed) });
      }
    });
  };
  return (
    <section className="grid gap-3">
      <div className="rule-heavy mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 pt-4">
        <Button variant="secondary" loading={pending} onClick={start}>
          {COPY.try}
        </Button>
        <p className="text-small text-text-2">{COPY.tryHint}</p>
      </div>
      <div role="status" className="grid gap-3">
        {outcome?.problem && <InlineAlert tone="bad">{outcome.problem}</InlineAlert>}
        {outcome?.answer && outcome.of !== draft && <InlineAlert tone="info">{COPY.outdated}</InlineAlert>}
        {outcome?.answer && <Counts answer={outcome.answer} ruleId={ruleId} />}
      </div>
      {outcome?.answer && <Differences answer={outcome.answer} />}
    </section>
  );
}

function Counts({ answer, ruleId }: { answer: RuleTrialAnswer; ruleId: string | null }) {
  if (answer.orders === 0) return <p>{COPY.trialNone}</p>;
  const matched = answer.rules.find(({ id }) => id === ruleId)?.matched;
  const warnings = answer.warnings.filter(
    ({ rule, other }) => rule.id === ruleId || (other !== null && other.id === ruleId),
  );
  return (
    <>
      <p className="num text-strong">
        {matched !== undefined && `${COPY.trialMatched(matched)} `}
        {COPY.trial(answer.changed, answer.orders)}
      </p>
      {warnings.map((warning) => {
        const text = describeWarning(warning);
        return (
          <InlineAlert key={text} tone="warn">
            {text}
          </InlineAlert>
        );
      })}
    </>
  );
}

interface Difference {
  key: string;
  number: string;
  recipient: string;
  field: string;
  before: string;
  after: string;
}

function valueText(value: RuleValue, names: RuleNames): string {
  switch (value.field) {
    case 'package':
      return value.name;
    case 'weight':
      return `${value.ounces} oz`;
    case 'tag':
      return value.tag;
    case 'hold':
      return value.reason;
    case 'service':
      return describeChoice(value.choice, names.service);
    case 'signature':
      return SIGNATURE_NAMES[value.signature];
    case 'insurance':
      return value.cents === 0 ? 'None' : formatMoney(value.cents);
  }
}

const rowsOf = (differences: readonly TrialDifference[], names: RuleNames): Difference[] =>
  differences.flatMap(({ orderId, number, recipientName, changes }) =>
    changes.map(({ field, before, after }) => ({
      key: `${orderId} ${field}`,
      number,
      recipient: recipientName,
      field: FIELD_NAMES[field] ?? field,
      before: before.map((value) => valueText(value, names)).join(', ') || COPY.notSet,
      after: after.map((value) => valueText(value, names)).join(', ') || COPY.notSet,
    })),
  );

const COLUMNS: readonly DataColumn<Difference>[] = [
  {
    key: 'order',
    header: 'Order',
    primary: true,
    cell: ({ number, recipient }) => (
      <>
        <span className="num wrap-anywhere">{number}</span>
        <span className="block text-small font-normal text-text-2 wrap-anywhere">{recipient}</span>
      </>
    ),
  },
  { key: 'field', header: 'Field', cell: ({ field }) => field },
  {
    key: 'change',
    header: 'Before → after',
    cell: ({ before, after }) => (
      <span className="num wrap-anywhere">
        <span className="text-text-2">{before}</span> → {after}
      </span>
    ),
  },
];

const FIRST_ROWS = 10;

function Differences({ answer }: { answer: RuleTrialAnswer }) {
  const names = useRuleNames();
  const [isAll, setIsAll] = useState(false);
  const rows = rowsOf(answer.differences, names);
  if (rows.length === 0) return null;
  return (
    <>
      <DataTable
        caption="What would change"
        columns={COLUMNS}
        rows={isAll ? rows : rows.slice(0, FIRST_ROWS)}
        rowKey={({ key }) => key}
        dense
      />
      {!isAll && rows.length > FIRST_ROWS && (
        <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setIsAll(true)}>
          {COPY.showAll(rows.length)}
        </Button>
      )}
    </>
  );
}
