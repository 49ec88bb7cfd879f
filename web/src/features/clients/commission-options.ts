import { CLIENTS } from '@lading/contract/messages.ts';
import { MARKUP_OPTIONS } from '../../ui/commission/commission-amount.ts';

export const COMMISSION_OPTIONS = [
  { value: 'global' as const, label: CLIENTS.globalRate },
  ...MARKUP_OPTIONS,
];
