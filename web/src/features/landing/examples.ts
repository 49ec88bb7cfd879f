import type { LabelData } from '../../ui/label/label-data.ts';

export type ExampleKey = 'candle' | 'tube' | 'books';

export const EXAMPLE_OPTIONS: readonly { value: ExampleKey; label: string }[] = [
  { value: 'candle', label: 'Candle · 2 lb' },
  { value: 'tube', label: 'Poster tube' },
  { value: 'books', label: 'Books · 18 lb' },
];

const ADA = {
  name: 'Ada Park · Northside Goods',
  lines: ['1120 NW Couch St'],
  city: 'Portland',
  state: 'OR',
  zip: '97209',
};

export const EXAMPLES: Record<ExampleKey, LabelData> = {
  candle: {
    carrier: 'USPS',
    service: 'Ground Advantage',
    band: 'Ground · arrives Nov 21',
    from: ADA,
    to: {
      name: 'Dana Reyes',
      lines: ['500 W 2nd St', 'Apt 1900'],
      city: 'Austin',
      state: 'TX',
      zip: '78701',
    },
    weight: '2.0 lb',
    dimensions: [12, 9, 4],
    shipDate: 'Nov 16',
    reference: 'Ref: order 1042',
  },
  tube: {
    carrier: 'UPS',
    service: '2nd Day Air',
    band: '2 days · arrives Nov 19',
    from: ADA,
    to: {
      name: 'Marcus Bell',
      lines: ['77 Beale St', 'Floor 3'],
      city: 'San Francisco',
      state: 'CA',
      zip: '94105',
    },
    weight: '1.4 lb',
    dimensions: [24, 3, 3],
    shipDate: 'Nov 17',
    reference: 'Ref: print 8 of 50',
  },
  books: {
    carrier: 'FedEx',
    service: 'Ground',
    band: 'Ground · arrives Nov 24',
    from: ADA,
    to: {
      name: 'Lindqvist Books',
      lines: ['2200 Nicollet Ave'],
      city: 'Minneapolis',
      state: 'MN',
      zip: '55404',
    },
    weight: '18.0 lb',
    dimensions: [16, 12, 10],
    shipDate: 'Nov 17',
    reference: 'Ref: wholesale 311',
  },
};

interface PriceExample {
  service: string;
  parcel: string;
  retailCents: number;
  priceCents: number;
}

/** Published retail rates and our prices. The page computes the savings from them. */
export const PRICE_EXAMPLES: readonly PriceExample[] = [
  {
    service: 'USPS Ground Advantage',
    parcel: '2 lb, zone 7',
    retailCents: 1490,
    priceCents: 1192,
  },
  {
    service: 'FedEx Ground',
    parcel: '18 lb, zone 7',
    retailCents: 3427,
    priceCents: 2228,
  },
  {
    service: 'DHL Express Worldwide',
    parcel: '5 lb, to London',
    retailCents: 24818,
    priceCents: 9431,
  },
];

export const savedPercent = ({ retailCents, priceCents }: PriceExample) =>
  Math.floor(((retailCents - priceCents) * 100) / retailCents + 0.005);

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

export const BULK_EXAMPLES = [
  { row: 14, name: 'Dana Reyes', zip: '78701' },
  { row: 15, name: 'Marcus Bell', zip: '94105' },
  { row: 16, name: 'Lindqvist', zip: '55404' },
] as const;
