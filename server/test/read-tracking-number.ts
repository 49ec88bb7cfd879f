import type { Carrier } from '@lading/contract/parcel.ts';

/**
 * An independent reader of the tracking-number formats that Lading makes. It shares no code with the number maker, so a
 * wrong check digit cannot pass both. Structure and check rules: USPS Publication 199, UPU S10, and for UPS, FedEx and DHL
 * jkeen/tracking_number_data, release 2.0.0 (MIT).
 */
interface ReadNumber {
  carrier: Carrier;
  format: string;
  serviceCode: string | undefined;
}

interface Format {
  name: string;
  carrier: Carrier;
  /** `body` is what the check digit `check` covers. */
  shape: RegExp;
  isValid(body: number[], check: number): boolean;
}

const weighted = (digits: number[], weights: number[]) =>
  digits.reduce((sum, digit, index) => sum + digit * (weights[index % weights.length] ?? 0), 0);

const FORMATS: Format[] = [
  {
    name: 'usps_impb',
    carrier: 'USPS',
    shape: /^(?<body>94(?<service>\d{3})[0-8]\d{15})(?<check>\d)$/,
    isValid: (body, check) => (weighted(body, [3, 1]) + check) % 10 === 0,
  },
  {
    name: 's10',
    carrier: 'USPS',
    shape: /^(?<service>[A-Z]{2})(?<body>\d{8})(?<check>\d)US$/,
    isValid: (body, check) => {
      const remainder = 11 - (weighted(body, [8, 6, 4, 2, 3, 5, 9, 7]) % 11);
      return check === ({ 10: 0, 11: 5 }[remainder] ?? remainder);
    },
  },
  {
    name: 'ups',
    carrier: 'UPS',
    shape: /^1Z(?<body>[A-Z\d]{6}(?<service>[A-Z\d]{2})[A-Z\d]{7})(?<check>\d)$/,
    isValid: (body, check) => (weighted(body, [1, 2]) + check) % 10 === 0,
  },
  {
    name: 'fedex_12',
    carrier: 'FedEx',
    shape: /^(?<body>\d{11})(?<check>\d)$/,
    isValid: (body, check) => check === (weighted(body, [3, 1, 7]) % 11) % 10,
  },
  {
    name: 'dhl_express',
    carrier: 'DHL',
    shape: /^(?<body>\d{9})(?<check>\d)$/,
    isValid: (body, check) => check === body.reduce((remainder, digit) => (remainder * 10 + digit) % 7, 0),
  },
];

const UPS_LETTER_VALUES = '23456789012345678901234567';
const symbolValue = (symbol: string) =>
  /\d/.test(symbol) ? Number(symbol) : Number(UPS_LETTER_VALUES[symbol.charCodeAt(0) - 65]);

/** Null unless the number has one of our formats and a correct check digit. */
export function readTrackingNumber(number: string): ReadNumber | null {
  for (const { name, carrier, shape, isValid } of FORMATS) {
    const groups = shape.exec(number)?.groups;
    if (groups && isValid([...(groups.body ?? '')].map(symbolValue), Number(groups.check)))
      return { carrier, format: name, serviceCode: groups.service };
  }
  return null;
}
