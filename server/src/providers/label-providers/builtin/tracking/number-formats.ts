import type { Carrier } from '@lading/contract/parcel.ts';
import type { CheckRule } from './check-digits.ts';

/**
 * How the numbers of each carrier are built, after spaces and dashes are gone.
 * Source of lengths, prefixes and check rules: jkeen/tracking_number_data, release 2.0.0 of 2026-08-17 (MIT, (c) 2017 Jeff Keen),
 * which for USPS follows Publication 199. `dhl_licence_plate` is general knowledge: no source, no check digit.
 *
 * Groups of a shape: `body` is what the check digit `check` covers; service, account, serial, country and zip name themselves.
 */

export type NumberIssuer = Carrier | 'Canada Post' | 'S10';

export interface NumberLayout {
  lengths: readonly number[];
  shape: RegExp;
  /** Digits that count for the check digit without being printed. */
  unprinted?: string;
}

export interface NumberFormat {
  id: string;
  name: string;
  carrier: NumberIssuer;
  layouts: readonly NumberLayout[];
  /** Null where the carrier has no check digit. */
  check: CheckRule | null;
  /** After `420` and a ZIP of so many digits, which lengths of number may follow. */
  routing?: Readonly<Record<5 | 9, readonly number[]>>;
  /** The bar code is longer than the number people know: that one is body and check digit without leading `00`. */
  numberInside?: true;
  /**
   * Any length and any letters will do, so a neighbouring word could be swallowed: a piece that is complete in itself takes no more,
   * others only pieces with digits, and a prefix that is also an everyday word counts only when written together with the rest.
   */
  open?: { wordPrefixes: readonly string[] };
}

/** In the order in which equally good readings of one number are listed. */
export const NUMBER_FORMATS: readonly NumberFormat[] = [
  {
    id: 'usps_impb_n',
    name: 'USPS package, online label',
    carrier: 'USPS',
    check: 'mod10-3-1',
    routing: { 5: [22, 26], 9: [22] },
    layouts: [
      {
        lengths: [22, 26, 30],
        shape: /^(?<body>94(?<service>\d{3})(?<account>9\d{8})(?<serial>\d{7}|\d{11}|\d{15}))(?<check>\d)$/,
      },
      {
        lengths: [22, 26],
        shape: /^(?<body>94(?<service>\d{3})(?<account>[0-8]\d{5})(?<serial>\d{10}|\d{14}))(?<check>\d)$/,
      },
    ],
  },
  {
    id: 'usps_impb_c',
    name: 'USPS package, commercial or retail',
    carrier: 'USPS',
    check: 'mod10-3-1',
    routing: { 5: [22, 26], 9: [22] },
    layouts: [
      {
        lengths: [22, 26],
        shape: /^(?<body>9[25](?<service>\d{3})(?<account>9\d{8})(?<serial>\d{7}|\d{11}))(?<check>\d)$/,
      },
      {
        lengths: [22, 26],
        shape: /^(?<body>9[35](?<service>\d{3})(?<account>[0-8]\d{5})(?<serial>\d{10}|\d{14}))(?<check>\d)$/,
      },
    ],
  },
  {
    id: 'usps_legacy',
    name: 'USPS delivery confirmation with identifier 91',
    carrier: 'USPS',
    check: 'mod10-3-1',
    routing: { 5: [20, 22], 9: [20, 22] },
    layouts: [
      {
        lengths: [22],
        shape: /^(?<body>91(?<service>\d{2})(?<account>\d{9})(?<serial>\d{8}))(?<check>\d)$/,
      },
      {
        lengths: [20],
        shape: /^(?<body>(?!91)(?<service>\d{2})(?<account>\d{9})(?<serial>\d{8}))(?<check>\d)$/,
        unprinted: '91',
      },
      {
        lengths: [20],
        shape: /^(?<body>(?<service>91)(?<account>\d{9})(?<serial>\d{8}))(?<check>\d)$/,
      },
    ],
  },
  {
    id: 'usps_20',
    name: 'USPS delivery confirmation',
    carrier: 'USPS',
    check: 'mod10-3-1',
    layouts: [
      {
        lengths: [20],
        shape: /^(?<body>(?<service>\d{2})(?<account>\d{9})(?<serial>\d{8}))(?<check>\d)$/,
      },
    ],
  },
  {
    id: 's10',
    name: 'International postal item',
    carrier: 'S10',
    check: 's10',
    layouts: [
      {
        lengths: [13],
        shape: /^(?<service>[A-Z]{2})(?<body>(?<serial>\d{8}))(?<check>\d)(?<country>[A-Z]{2})$/,
      },
    ],
  },
  {
    id: 'ups',
    name: 'UPS 1Z',
    carrier: 'UPS',
    check: 'mod10-1-2',
    layouts: [
      {
        lengths: [18],
        shape: /^1Z(?<body>(?<account>[A-Z\d]{6})(?<service>[A-Z\d]{2})(?<serial>[A-Z\d]{7}))(?<check>\d)$/,
      },
    ],
  },
  {
    id: 'ups_waybill',
    name: 'UPS waybill',
    carrier: 'UPS',
    check: 'mod10-1-2',
    layouts: [{ lengths: [11], shape: /^(?<service>[AHJKTV])(?<body>(?<serial>\d{9}))(?<check>\d)$/ }],
  },
  {
    id: 'fedex_12',
    name: 'FedEx',
    carrier: 'FedEx',
    check: 'mod11',
    layouts: [{ lengths: [12], shape: /^(?<body>(?<serial>\d{11}))(?<check>\d)$/ }],
  },
  {
    id: 'fedex_ground',
    name: 'FedEx Ground, 15 digits',
    carrier: 'FedEx',
    check: 'mod10-1-3',
    layouts: [{ lengths: [15], shape: /^(?<body>(?<account>\d{7})(?<serial>\d{7}))(?<check>\d)$/ }],
  },
  {
    id: 'fedex_ground_96',
    name: 'FedEx Ground, 22 digits',
    carrier: 'FedEx',
    check: 'mod10-1-3',
    layouts: [
      {
        lengths: [22],
        shape: /^96\d{2}(?<service>\d{3})(?<body>(?<account>\d{7})(?<serial>\d{7}))(?<check>\d)$/,
      },
    ],
  },
  {
    id: 'fedex_ground_gsn',
    name: 'FedEx Ground bar code',
    carrier: 'FedEx',
    check: 'mod11',
    numberInside: true,
    layouts: [{ lengths: [34], shape: /^96\d{7}(?<account>\d{10})\d(?<body>\d{13})(?<check>\d)$/ }],
  },
  {
    id: 'fedex_34',
    name: 'FedEx Express bar code',
    carrier: 'FedEx',
    check: 'mod11',
    numberInside: true,
    layouts: [{ lengths: [34], shape: /^[0-8]\d{14}(?<zip>\d{5})(?<body>\d{13})(?<check>\d)$/ }],
  },
  {
    id: 'fedex_astra_32',
    name: 'FedEx Express bar code, older',
    carrier: 'FedEx',
    check: 'mod11',
    numberInside: true,
    layouts: [{ lengths: [32], shape: /^3\d{15}(?<body>\d{11})(?<check>\d)\d{4}$/ }],
  },
  {
    id: 'fedex_ground_sscc_18',
    name: 'FedEx Ground container code',
    carrier: 'FedEx',
    check: 'mod10-3-1',
    layouts: [{ lengths: [18], shape: /^\d{2}(?<body>(?<serial>\d{15}))(?<check>\d)$/ }],
  },
  {
    id: 'dhl_express',
    name: 'DHL Express waybill',
    carrier: 'DHL',
    check: 'mod7',
    layouts: [{ lengths: [10, 11], shape: /^(?<body>(?<serial>\d{9,10}))(?<check>\d)$/ }],
  },
  {
    id: 'dhl_express_piece_id',
    name: 'DHL Express piece',
    carrier: 'DHL',
    check: null,
    layouts: [{ lengths: [12, 13, 14], shape: /^J[A-Z]{2,3}(?<serial>\d{9,10})$/ }],
  },
  {
    id: 'dhl_licence_plate',
    name: 'DHL licence plate',
    carrier: 'DHL',
    check: null,
    layouts: [{ lengths: [18, 19, 20, 21, 22, 23, 24], shape: /^J(?:D|JD|VGL)(?<serial>\d{16,20})$/ }],
  },
  {
    id: 'dhl_ecommerce',
    name: 'DHL eCommerce',
    carrier: 'DHL',
    check: null,
    open: { wordPrefixes: ['IN', 'MY'] },
    layouts: [
      {
        lengths: Array.from({ length: 30 }, (_, index) => index + 12),
        shape: /^(?:GM|LX|RX|UV|CN|SG|TH|IN|HK|MY)(?<serial>\d[A-Z\d]{9,38})$/,
      },
    ],
  },
  {
    id: 'dhl_ecommerce_14',
    name: 'DHL eCommerce, 14 digits',
    carrier: 'DHL',
    check: null,
    layouts: [{ lengths: [14], shape: /^(?<serial>\d{14})$/ }],
  },
  {
    id: 'canada_post',
    name: 'Canada Post',
    carrier: 'Canada Post',
    check: 'mod10-3-1',
    layouts: [{ lengths: [16], shape: /^(?<body>(?<account>\d{7})(?<serial>\d{8}))(?<check>\d)$/ }],
  },
];
