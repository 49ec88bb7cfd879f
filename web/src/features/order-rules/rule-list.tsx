import type { OrderRule, OrderRulesAnswer, RuleWarningsAnswer } from '@lading/contract/orders/order-rules.ts';
import { describeWarning } from '@lading/contract/orders/rule-texts.ts';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY } from './copy.ts';
import { type RuleNames, ruleSentence } from './rule-sentence.ts';
import { type useRuleChange, useRuleNames, useRuleWarnings } from './use-order-rules.ts';

interface RuleListProps {
  list: OrderRulesAnswer;
  change: Pick<ReturnType<typeof useRuleChange>, 'pending' | 'setEnabled' | 'move'>;
  onEdit: (rule: OrderRule) => void;
  onDelete: (rule: OrderRule) => void;
}

export function RuleList({ list: { version, rules }, change, onEdit, onDelete }: RuleListProps) {
  const names = useRuleNames();
  const { data: checks } = useRuleWarnings(version);
  const [said, setSaid] = useState('');
  const { ref, keepFocus } = useMovedFocus(version);
  const move = async (index: number, by: -1 | 1) => {
    const name = rules[index]?.name ?? '';
    keepFocus();
    await change.move(index, by);
    setSaid(COPY.moved(name, index + by + 1, rules.length));
  };
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={ref} aria-label={COPY.title} className="grid gap-3">
        {rules.map((rule, index) => (
          <RuleItem
            key={rule.id}
            rule={rule}
            place={index + 1}
            count={rules.length}
            names={names}
            checks={checks}
            isBusy={change.pending}
            onEnable={(enabled) => {
              setSaid(enabled ? COPY.on(rule.name) : COPY.off(rule.name));
              void change.setEnabled(rule.id, enabled);
            }}
            onMove={(by) => void move(index, by)}
            onEdit={() => onEdit(rule)}
            onDelete={() => onDelete(rule)}
          />
        ))}
      </ol>
    </>
  );
}

/** A moved element loses the focus; its button gets it again, or the opposite one at the end of the list. */
function useMovedFocus(version: number) {
  const ref = useRef<HTMLOListElement>(null);
  const wanted = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has moved when its version changes.
  useEffect(() => {
    const name = wanted.current;
    wanted.current = null;
    if (name === null) return;
    const [button] = ref.current?.querySelectorAll<HTMLElement>(`[data-move="${CSS.escape(name)}"]`) ?? [];
    const usable = button?.matches(':disabled')
      ? button.parentElement?.querySelector<HTMLElement>('[data-move]:enabled')
      : button;
    usable?.focus();
  }, [version]);
  return {
    ref,
    keepFocus: () => {
      const focused = document.activeElement;
      wanted.current = focused instanceof HTMLElement ? (focused.dataset.move ?? null) : null;
    },
  };
}

interface RuleItemProps {
  rule: OrderRule;
  place: number;
  count: number;
  names: RuleNames;
  checks: RuleWarningsAnswer | undefined;
  isBusy: boolean;
  onEnable: (enabled: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function RuleItem({ rule, place, count, names, checks, isBusy, ...on }: RuleItemProps) {
  const { id, name, enabled } = rule;
  const matched = checks?.rules.find((each) => each.id === id)?.matched;
  const warnings = checks?.warnings.filter((warning) => warning.rule.id === id) ?? [];
  const mover = (by: -1 | 1) => ({ 'data-move': `${id} ${by}`, onClick: () => !isBusy && on.onMove(by) });
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className={cx('min-w-0 flex-1 basis-80', !enabled && 'text-text-2')}>
          <h2 className="text-strong wrap-anywhere">
            <span className="num text-text-2">{place}.</span> {name}
          </h2>
          <p className="mt-1 wrap-anywhere">{ruleSentence(rule, names)}</p>
          {enabled && matched !== undefined && checks && (
            <p className="num mt-1 text-small text-text-2">{COPY.matched(matched, checks.orders)}</p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-x-1">
          <span className="mr-3">
            <Checkbox
              label={
                <>
                  {COPY.isOn}
                  <span className="sr-only"> ({name})</span>
                </>
              }
              name="enabled"
              checked={enabled}
              onChange={(isOn) => !isBusy && on.onEnable(isOn)}
            />
          </span>
          <span className="flex">
            <IconButton label={`Move up: ${name}`} disabled={place === 1} {...mover(-1)}>
              <Icon of={ArrowUp} />
            </IconButton>
            <IconButton label={`Move down: ${name}`} disabled={place === count} {...mover(1)}>
              <Icon of={ArrowDown} />
            </IconButton>
          </span>
          <IconButton label={`Edit: ${name}`} onClick={on.onEdit}>
            <Icon of={Pencil} />
          </IconButton>
          <IconButton label={`Delete: ${name}`} onClick={on.onDelete}>
            <Icon of={Trash2} />
          </IconButton>
        </div>
      </div>
      {warnings.map((warning) => {
        const text = describeWarning(warning);
        return (
          <InlineAlert key={text} tone={warning.code === 'never_matched' ? 'info' : 'warn'}>
            {text}
          </InlineAlert>
        );
      })}
    </li>
  );
}
