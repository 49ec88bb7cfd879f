import type { PriceDraft, PriceRulesAnswer } from '@lading/contract/pricing/price-lists.ts';
import { MAX_RULES, type PriceRule } from '@lading/contract/pricing/price-rules.ts';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { usePending } from '../../lib/use-pending.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { OperatorMoment } from '../../ui/operator-moment.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import type { Edited } from './edited-rule.tsx';
import { namesOf } from './rule-text.ts';
import { RulesTable } from './rules-table.tsx';
import type { PriceCalls } from './use-price-rules.ts';

interface DraftSectionProps {
  draft: PriceDraft;
  known: PriceRulesAnswer;
  calls: PriceCalls;
  mayChange: boolean;
  onEdit: (edited: Edited) => void;
  onPublish: () => void;
  onDiscard: () => void;
}

const SIZE = 'md:size-8!';

/** The list that is being edited. Every change is saved immediately. */
export function DraftSection(props: DraftSectionProps) {
  const { draft, known, calls, mayChange, onEdit, onPublish, onDiscard } = props;
  const { rules, revision } = draft;
  const { pending, run } = usePending();
  const save = (next: readonly PriceRule[]) => calls.saveDraft(revision, next);
  const change = (next: readonly PriceRule[], done: string) =>
    run(async () => {
      try {
        await save(next);
        toast.success(done);
      } catch (error) {
        reportError(error);
      }
    });
  const move = (from: number, to: number) => {
    const rule = rules[from];
    if (!rule || to < 0 || to >= rules.length) return;
    void change(rules.toSpliced(from, 1).toSpliced(to, 0, rule), COPY.moved(rule.name, to + 1));
  };
  const actions = (rule: PriceRule, index: number) => (
    <RuleActions
      name={rule.name}
      isFirst={index === 0}
      isLast={index === rules.length - 1}
      onEdit={() => onEdit({ index, draft })}
      onMove={(by) => move(index, index + by)}
      onRemove={() => void change(rules.toSpliced(index, 1), COPY.removed(rule.name))}
    />
  );
  return (
    <section aria-labelledby="draft" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="draft" className="text-h2">
            {COPY.draft}
          </h2>
          <p className="text-text-2">
            {COPY.draftText} {COPY.savedBy(draft.updatedBy)} <OperatorMoment iso={draft.updatedAt} />.
          </p>
        </div>
        {mayChange && (
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={onDiscard}>
              {COPY.discard}
            </Button>
            <Button variant="secondary" disabled={rules.length >= MAX_RULES} onClick={() => onEdit('new')}>
              <Icon of={Plus} className="size-4" />
              {COPY.addRule}
            </Button>
            <Button onClick={onPublish}>{COPY.publish}</Button>
          </div>
        )}
      </div>
      <RulesTable
        caption={COPY.draft}
        rules={rules}
        names={namesOf(known)}
        commission={known.commission}
        busy={pending}
        {...(mayChange && { actions })}
      />
    </section>
  );
}

interface RuleActionsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

function RuleActions({ name, isFirst, isLast, onEdit, onMove, onRemove }: RuleActionsProps) {
  return (
    <div className="flex flex-wrap max-md:-ml-3 md:-my-1 md:flex-nowrap">
      <IconButton label={COPY.edit(name)} className={SIZE} onClick={onEdit}>
        <Icon of={Pencil} />
      </IconButton>
      <IconButton label={COPY.moveUp(name)} className={SIZE} disabled={isFirst} onClick={() => onMove(-1)}>
        <Icon of={ArrowUp} />
      </IconButton>
      <IconButton label={COPY.moveDown(name)} className={SIZE} disabled={isLast} onClick={() => onMove(1)}>
        <Icon of={ArrowDown} />
      </IconButton>
      <IconButton label={COPY.remove(name)} className={SIZE} onClick={onRemove}>
        <Icon of={Trash2} />
      </IconButton>
    </div>
  );
}
