import { paginationOf } from '@lading/contract/paging.ts';
import type { HsMatch, Product } from '@lading/contract/products.ts';
import { API, PAGES } from '@lading/contract/routes.ts';
import { expect } from 'vitest';
import {
  type CustomsValues,
  EMPTY_CUSTOMS,
  type ItemValues,
} from '../src/features/create-label/customs/customs-values.ts';
import type { Wizard } from '../src/features/create-label/wizard-state.ts';
import { EMPTY_ADDRESS } from '../src/ui/address-form/address-values.ts';
import { openApp } from './app.tsx';
import { type Answers, json } from './fake-server.ts';
import { keepDraft, RECIPIENT, stepHeading, WIZARD_ANSWERS } from './wizard.ts';

export const BERLIN = {
  ...EMPTY_ADDRESS,
  fullName: 'Jana Klein',
  email: 'jana@home.example',
  phone: '+49 30 1234567',
  address: 'Torstraße 1',
  city: 'Berlin',
  state: '',
  zipCode: '10119',
  country: 'DE',
};
export const SAN_JUAN = { ...RECIPIENT, city: 'San Juan', state: 'PR', zipCode: '00901' };
export const SAO_PAULO = { ...BERLIN, city: 'São Paulo', state: 'SP', zipCode: '01310-100', country: 'BR' };

const PARCEL = { type: 'package', weight: '2', length: '12', width: '9', height: '4' } as const;

export const CANDLE: ItemValues = {
  id: 'first',
  description: 'Soy wax candle',
  quantity: '2',
  unitWeight: '8',
  unitValue: '18.50',
  hsCode: '3406.00',
  origin: 'US',
  sku: '',
};

export const customsOf = (part: Partial<CustomsValues> = {}): CustomsValues => ({
  ...EMPTY_CUSTOMS,
  signer: 'Ada Park',
  items: [CANDLE],
  ...part,
});

export const PRODUCT: Product = {
  id: 'p1',
  sku: 'CANDLE-8',
  name: 'Candle, 8 oz',
  description: 'Soy wax candle',
  unitWeight: 9.5,
  unitValue: 24,
  hsCode: '340600',
  origin: 'US',
};

export const productsAnswer = (products: Product[], total = products.length, page = 1, size = 10) =>
  json({ products, pagination: paginationOf(total, page, size) });

export const HS_MATCHES: HsMatch[] = [
  {
    code: '340600',
    text: 'Candles, tapers and the like',
    heading: '3406',
    headingText: 'Candles, tapers and the like',
    chapter: '34',
    chapterText: 'Soap, waxes, candles and similar articles',
  },
  {
    code: '940550',
    text: 'Non-electrical luminaires, such as candlesticks',
    heading: '9405',
    headingText: 'Luminaires and lighting fittings',
    chapter: '94',
    chapterText: 'Furniture, bedding and lighting',
  },
];

/** The package step of a parcel to this recipient. */
export async function openPackageTo(
  recipient: Wizard['recipient'],
  part: Partial<Wizard> = {},
  answers: Answers = {},
) {
  await keepDraft({
    step: 'package',
    recipient,
    verified: { sender: true, recipient: true },
    parcel: PARCEL,
    ...part,
  });
  const app = await openApp(PAGES.createLabel, {
    as: 'client',
    answers: {
      ...WIZARD_ANSWERS,
      [`GET ${API.products}`]: () => productsAnswer([]),
      ...answers,
    },
  });
  await expect.element(stepHeading('Package')).toBeVisible();
  return app;
}
