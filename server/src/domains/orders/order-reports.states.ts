import type { REPORT_STATES } from '@lading/contract/orders/orders.ts';
import type { MoveTable } from '../../platform/state-machine.ts';

export type ReportState = (typeof REPORT_STATES)[number];

export const INITIAL_REPORT_STATE = 'to_report' satisfies ReportState;

/**
 * A label that is voided before its report was sent cancels the report. If the report may have been sent, it is
 * withdrawn. A refused report is withdrawn if the store recorded a part of it. If the carrier refuses the void later, the
 * label is valid again: the report is sent again unless the store still has it. A store that removed the number may show the
 * order as shipped; when it opens the order, the withdrawal is complete.
 */
export const ORDER_REPORT_MOVES = {
  to_report: ['reporting', 'canceled', 'to_withdraw'],
  reporting: ['to_report', 'reported', 'refused', 'to_withdraw'],
  refused: ['to_report', 'canceled', 'to_withdraw'],
  reported: ['to_withdraw'],
  canceled: ['to_report'],
  to_withdraw: ['withdrawing', 'to_report', 'reported'],
  withdrawing: ['to_withdraw', 'withdrawn', 'not_withdrawn'],
  withdrawn: ['to_report'],
  not_withdrawn: ['to_report', 'reported', 'withdrawn'],
} as const satisfies MoveTable<ReportState>;
