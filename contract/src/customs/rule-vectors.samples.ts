/**
 * Cases of the customs rules. Sources: USPS DMM 608 and 703, IMM 123; 15 CFR 30.36 and 30.37; the carriers' API
 * descriptions; gathered 2026-11-15.
 */
export const CUSTOMS_NEEDED = [
  { carrier: 'USPS', from: 'US-CA', to: 'US-NY', oz: 40, goods: true, need: 'not-needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-PR', oz: 40, goods: true, need: 'not-needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-VI', oz: 40, goods: true, need: 'not-needed' },
  { carrier: 'USPS', from: 'US-VI', to: 'US-NY', oz: 40, goods: true, need: 'not-needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-GU', oz: 4, goods: true, need: 'needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-AS', oz: 20, goods: true, need: 'needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-MP', oz: 20, goods: true, need: 'needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-PW', oz: 20, goods: true, need: 'needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-FM', oz: 20, goods: true, need: 'needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-MH', oz: 20, goods: true, need: 'needed' },
  { carrier: 'USPS', from: 'US-GU', to: 'US-GU', oz: 20, goods: true, need: 'not-needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-AE', oz: 4, goods: true, need: 'needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-AE', oz: 16, goods: false, need: 'needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'US-AE', oz: 8, goods: false, need: 'not-needed' },
  { carrier: 'USPS', from: 'US-AP', to: 'US-CA', oz: 8, goods: true, need: 'needed' },
  { carrier: 'USPS', from: 'US-CA', to: 'CA-ON', oz: 8, goods: true, need: 'needed' },
  { carrier: 'UPS', from: 'US-CA', to: 'PR', oz: 40, goods: true, need: 'needed' },
  { carrier: 'FedEx', from: 'US-CA', to: 'GU', oz: 40, goods: true, need: 'needed' },
  { carrier: 'UPS', from: 'US-CA', to: 'US-AE', oz: 16, goods: true, need: 'not-served' },
] as const;
export const EXPORT_FILING = [
  {
    to: 'DE',
    needsLicense: false,
    lines: [{ hsCode: '610910', valueCents: 250000 }],
    answer: 'NOEEI_30_37_a',
  },
  { to: 'DE', needsLicense: false, lines: [{ hsCode: '610910', valueCents: 250001 }], answer: 'AES_ITN' },
  {
    to: 'DE',
    needsLicense: false,
    lines: [
      { hsCode: '610910', valueCents: 150000 },
      { hsCode: '610910', valueCents: 150000 },
    ],
    answer: 'AES_ITN',
  },
  {
    to: 'DE',
    needsLicense: false,
    lines: [
      { hsCode: '610910', valueCents: 240000 },
      { hsCode: '851713', valueCents: 240000 },
    ],
    answer: 'NOEEI_30_37_a',
  },
  { to: 'CA', needsLicense: false, lines: [{ hsCode: '851713', valueCents: 900000 }], answer: 'NOEEI_30_36' },
  { to: 'CA', needsLicense: true, lines: [{ hsCode: '851713', valueCents: 10000 }], answer: 'AES_ITN' },
  { to: 'FR', needsLicense: false, lines: [{ hsCode: '', valueCents: 300000 }], answer: 'AES_ITN' },
  { to: 'IR', needsLicense: false, lines: [{ hsCode: '610910', valueCents: 1000 }], answer: 'embargo' },
  { to: 'US-PR', needsLicense: false, lines: [{ hsCode: '851713', valueCents: 300000 }], answer: 'AES_ITN' },
  { to: 'US-AE', needsLicense: false, lines: [{ hsCode: '851713', valueCents: 300000 }], answer: 'none' },
];
export const ITN = {
  valid: ['X20170101987654', 'X20220714987654'],
  invalid: ['20170101987654', 'X2017010198765', 'X20171301987654'],
};
export const HS_CODES = {
  valid: ['610910', '6109.10', '6109.10.0012', '0901.21', '8517130000'],
  invalid: ['61091', 'abc123', '770000', '000000', '6109100012345'],
};
export const TOTALS: readonly {
  items: { quantity: number; unitValue: string; unitWeight: number }[];
  parcelOz: number;
  ok: boolean;
  lines?: { value: string; weight: string }[];
}[] = [
  {
    items: [{ quantity: 3, unitValue: '15.00', unitWeight: 5 }],
    parcelOz: 20,
    ok: true,
    lines: [{ value: '45.00', weight: '15' }],
  },
  // Stickers of half a gram, beads of a tenth of a gram and the lightest piece.
  {
    items: [
      { quantity: 500, unitValue: '0.10', unitWeight: 0.017637 },
      { quantity: 1000, unitValue: '0.05', unitWeight: 0.003527 },
      { quantity: 1, unitValue: '0.05', unitWeight: 0.0001 },
    ],
    parcelOz: 12.3001,
    ok: true,
    lines: [
      { value: '50.00', weight: '8.8' },
      { value: '50.00', weight: '3.5' },
      { value: '0.05', weight: '0.0001' },
    ],
  },
  { items: [{ quantity: 500, unitValue: '0.10', unitWeight: 0.017637 }], parcelOz: 8.7, ok: false },
  { items: [{ quantity: 2, unitValue: '10.00', unitWeight: 12 }], parcelOz: 20, ok: false },
  { items: [{ quantity: 1, unitValue: '0.00', unitWeight: 1 }], parcelOz: 8, ok: false },
];
/** Priority Mail International in flat-rate packaging is left out: we sell it in own packaging only. */
export const POSTAL_FORM = [
  { service: 'first_class_package_international', packaging: '', cents: 39999, form: 'CN22' },
  { service: 'first_class_package_international', packaging: '', cents: 40000, form: 'CN22' },
  { service: 'first_class_package_international', packaging: '', cents: 40001, form: 'refused' },
  { service: 'priority_mail_international', packaging: 'own box', cents: 5000, form: 'CN23' },
  { service: 'priority_mail_express_international', packaging: '', cents: 5000, form: 'CN23' },
];
