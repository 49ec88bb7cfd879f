import type { OrderRule, OrderRulesAnswer } from '@lading/contract/orders/order-rules.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { COPY } from './copy.ts';
import { removeRule } from './rule-calls.ts';

interface DeleteRuleProps {
  rule: OrderRule;
  onDeleted: (list: OrderRulesAnswer) => void;
  onClose: () => void;
}

export function DeleteRule({ rule, onDeleted, onClose }: DeleteRuleProps) {
  return (
    <ConfirmDialog
      title={COPY.deleteTitle}
      confirmLabel="Delete"
      destructive
      who={rule.name}
      act={async () => onDeleted(await removeRule(rule.id))}
      done={COPY.deleted}
      onClose={onClose}
    >
      {COPY.deleteHint}
    </ConfirmDialog>
  );
}
