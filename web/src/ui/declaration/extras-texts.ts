import type { WrittenExtras } from '@lading/contract/customs/extras.ts';
import { centsOf, formatMoney } from '@lading/contract/money.ts';
import { batteryName, signatureName } from './names.ts';

/** “Adult signature”, “Insured for $250.00” */
export const extrasTexts = (extras: WrittenExtras): string[] =>
  [
    extras.signature !== 'none' && signatureName(extras.signature),
    extras.insuredValue > 0 && `Insured for ${formatMoney(centsOf(extras.insuredValue))}`,
    extras.saturdayDelivery && 'Saturday delivery',
    extras.batteries !== 'none' && `Lithium batteries: ${batteryName(extras.batteries).toLowerCase()}`,
  ].filter((text) => text !== false);
