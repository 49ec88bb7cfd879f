export interface LabelParty {
  name: string;
  lines: readonly string[];
  city: string;
  state: string;
  zip: string;
  /** Outside the US: the city line as its country writes it, and the name of the country. */
  abroad?: { cityLine: string; country: string } | undefined;
}

/** The printed text; missing parts appear as placeholder lines. */
export interface LabelData {
  carrier?: string;
  service?: string;
  /** The inverted bar, e.g. GROUND · ARRIVES NOV 20. */
  band?: string;
  from?: Partial<LabelParty>;
  to?: Partial<LabelParty>;
  weight?: string;
  /** Inches. */
  dimensions?: readonly [number, number, number];
  shipDate?: string;
  trackingNumber?: string;
  price?: string;
  reference?: string;
}

export type LabelMode = 'preview' | 'final' | 'blank' | 'ghost';
export type LabelZone = 'service' | 'from' | 'package' | 'to' | 'tracking' | 'reference';

export const PREVIEW_BARCODE = 'LADING PREVIEW';

const place = ({ name, city, state, zip, abroad }: Partial<LabelParty>) =>
  [name, ...(abroad ? [abroad.cityLine, abroad.country] : [[city, state, zip].filter(Boolean).join(' ')])]
    .filter(Boolean)
    .join(', ');

/** The text alternative of the drawing, one sentence per known part. */
export function describeLabel(data: LabelData, mode: LabelMode): string {
  if (mode === 'blank') return 'Blank shipping label.';
  if (mode === 'ghost') return 'The label is being prepared.';
  const pieces = [
    data.from && place(data.from) && `From ${place(data.from)}`,
    data.to && place(data.to) && `To ${place(data.to)}`,
    [data.weight, data.dimensions && `${data.dimensions.join(' by ')} inches`].filter(Boolean).join(', '),
    [[data.carrier, data.service].filter(Boolean).join(' '), data.price].filter(Boolean).join(', '),
    mode === 'final' && data.trackingNumber && `Tracking number ${data.trackingNumber}`,
  ];
  return [mode === 'preview' ? 'Label preview' : 'Shipping label', ...pieces.filter(Boolean)]
    .map((piece) => `${piece}.`)
    .join(' ');
}

/** In groups of four, as people read numbers aloud. */
export const groupDigits = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');
