import type { OrderRule, OrderRulesAnswer, RuleWarningsAnswer } from '@lading/contract/orders/order-rules.ts';
import { describeWarning } from '@lading/contract/orders/rule-texts.ts';
import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from 'lucide-react';
import { type PointerEvent, useRef, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { COPY } from './copy.ts';
import { type RuleNames, ruleSentence } from './rule-sentence.ts';
import { dropGap, useDragOrder } from './use-drag-order.ts';
import { useMovedFocus } from './use-moved-focus.ts';
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
  const ref = useRef<HTMLOListElement>(null);
  const keepFocus = useMovedFocus(ref, rules);
  const move = async (from: number, to: number) => {
    const name = rules[from]?.name ?? '';
    keepFocus();
    if (await change.move(from, to)) setSaid(COPY.moved(name, to + 1, rules.length));
  };
  const { drag, start } = useDragOrder(ref, (from, to) => void move(from, to));
  const gap = dropGap(drag);
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
            isDragged={drag?.from === index}
            dropsAt={gap === index ? 'above' : gap === index + 1 && gap === rules.length ? 'below' : null}
            onEnable={(enabled) => {
              setSaid(enabled ? COPY.on(rule.name) : COPY.off(rule.name));
              void change.setEnabled(rule.id, enabled);
            }}
            onDrag={(event) => start(index, event)}
            onMove={(by) => void move(index, index + by)}
            onEdit={() => onEdit(rule)}
            onDelete={() => onDelete(rule)}
          />
        ))}
      </ol>
    </>
  );
}

interface RuleItemProps {
  rule: OrderRule;
  place: number;
  count: number;
  names: RuleNames;
  checks: RuleWarningsAnswer | undefined;
  isBusy: boolean;
  isDragged: boolean;
  /** Where a dragged rule would drop. */
  dropsAt: 'above' | 'below' | null;
  onDrag: (event: PointerEvent) => void;
  onEnable: (enabled: boolean) => void;
  onMove: (by: -1 | 1) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function RuleItem({ rule, place, count, names, checks, isBusy, isDragged, dropsAt, ...on }: RuleItemProps) {
  const { id, name, enabled } = rule;
  const matched = checks?.rules.find((each) => each.id === id)?.matched;
  const warnings = checks?.warnings.filter((warning) => warning.rule.id === id) ?? [];
  const mover = (by: -1 | 1) => ({ onClick: () => !isBusy && on.onMove(by) });
  return (
    <li
      className={cx(
        'relative grid gap-3 rounded-card border bg-surface p-4',
        isDragged ? 'z-10 border-text shadow-dialog' : 'border-line',
      )}
    >
      {dropsAt && <DropLine at={dropsAt} />}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-80 items-start">
          {count > 1 && <Handle onDrag={(event) => !isBusy && on.onDrag(event)} />}
          <div className={cx('min-w-0 flex-1', !enabled && 'text-text-2')}>
            <h2 className="text-strong wrap-anywhere">
              <span className="num text-text-2">{place}.</span> {name}
            </h2>
            <p className="mt-1 wrap-anywhere">{ruleSentence(rule, names)}</p>
            {enabled && matched !== undefined && checks && (
              <p className="num mt-1 text-small text-text-2">{COPY.matched(matched, checks.orders)}</p>
            )}
          </div>
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

/** For pointers. Keyboard users move rules with the buttons. */
function Handle({ onDrag }: { onDrag: (event: PointerEvent) => void }) {
  return (
    <span
      aria-hidden
      data-drag-handle
      title={COPY.drag}
      className="-my-2.5 -ml-3 grid size-11 shrink-0 cursor-grab touch-none place-items-center text-text-2 select-none active:cursor-grabbing"
      onPointerDown={onDrag}
      // Otherwise the focus would move, and a drag would select text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Icon of={GripVertical} className="size-5" />
    </span>
  );
}

const DropLine = ({ at }: { at: 'above' | 'below' }) => (
  <span
    aria-hidden
    data-drop-line={at}
    className={cx(
      'absolute inset-x-0 h-1 rounded-badge bg-primary',
      at === 'above' ? '-top-2.5' : '-bottom-2.5',
    )}
  />
);
