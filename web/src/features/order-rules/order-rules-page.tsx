import type { OrderRule, OrderRuleBody, OrderRulesAnswer } from '@lading/contract/orders/order-rules.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { reasonOf } from '../../lib/api-error.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { COPY } from './copy.ts';
import { DeleteRule } from './delete-rule.tsx';
import { NoRules } from './no-rules.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { useOrderRules, useRuleChange } from './use-order-rules.ts';

const NO_RULES: OrderRulesAnswer = { version: 0, rules: [] };

type Open = { edit: OrderRule } | { add: OrderRuleBody | null } | { remove: OrderRule } | null;

export function OrderRulesPage() {
  const rules = useOrderRules();
  const [open, setOpen] = useState<Open>(null);
  const list = rules.data ?? NO_RULES;
  const { use, ...change } = useRuleChange(list);
  const waiting = useDelayedFlag(rules.isPending);
  const close = () => setOpen(null);
  return (
    <>
      <Header onAdd={rules.data && (() => setOpen({ add: null }))} />
      <div className="mt-6">
        {rules.data ? (
          list.rules.length === 0 ? (
            <NoRules onUse={(add) => setOpen({ add })} />
          ) : (
            <RuleList
              list={list}
              change={change}
              onEdit={(edit) => setOpen({ edit })}
              onDelete={(remove) => setOpen({ remove })}
            />
          )
        ) : rules.isError ? (
          <ErrorPanel
            message={COPY.loadFailed}
            reason={reasonOf(rules.error)}
            onRetry={() => void rules.refetch()}
          />
        ) : (
          waiting && <Skeleton className="h-40 w-full" />
        )}
      </div>
      {open && 'remove' in open && <DeleteRule rule={open.remove} onDeleted={use} onClose={close} />}
      {open && !('remove' in open) && (
        <RuleDialog
          rule={'edit' in open ? open.edit : null}
          start={'edit' in open ? open.edit : open.add}
          version={list.version}
          onSaved={use}
          onRefused={() => void rules.refetch()}
          onClose={close}
        />
      )}
    </>
  );
}

function Header({ onAdd }: { onAdd: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="max-w-prose">
        <h1 className="text-h1">{COPY.title}</h1>
        <p className="mt-1 text-text-2">{COPY.intro}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Link to={PAGES.orders} className={buttonClass({ variant: 'secondary' })}>
          {COPY.orders}
        </Link>
        <Link to={PAGES.packages} className={buttonClass({ variant: 'secondary' })}>
          {COPY.packages}
        </Link>
        {onAdd && <Button onClick={onAdd}>{COPY.add}</Button>}
      </div>
    </div>
  );
}
