import {
  australianBusiness,
  belgianVat,
  chineseResident,
  greekVat,
  iso7064Mod11And10,
  japaneseCorporate,
  luhn,
  luxembourgVat,
  part,
  type TaxIdCheck,
  tail,
  taiwaneseBusiness,
  turkishIdentity,
  unitedKingdomVat,
  weighted,
} from './tax-id-checks.ts';

export type TaxIdSide = 'sender' | 'recipient';

export interface TaxIdKind {
  /** `BR-CPF`: the country and the name of the number. */
  id: string;
  /** ISO alpha-2 code, or `EU`. */
  country: string;
  name: string;
  /** Who gives this number to customs. */
  side: TaxIdSide | 'both';
  /** How it is written: N is a digit, A a letter, X either. */
  printed: string;
  /** Characters that people add for reading. */
  strip: string;
  /** Country codes in front that are not part of the number. */
  prefix: readonly string[];
  pattern: RegExp;
  /** Absent if only the shape can be checked. */
  check?: TaxIdCheck;
}

type Written = [strip: string, pattern: RegExp, printed: string, check?: TaxIdCheck | undefined];

const kind = (
  id: string,
  name: string,
  side: TaxIdKind['side'],
  [strip, pattern, printed, check]: Written,
): TaxIdKind => ({
  id,
  country: id.slice(0, 2),
  name,
  side,
  printed,
  strip,
  prefix: [],
  pattern,
  ...(check && { check }),
});

/** A VAT number of the European Union, written with or without its country code. */
const vat = (country: string, name: string, pattern: RegExp, check?: TaxIdCheck): TaxIdKind => ({
  ...kind(`${country}-VAT`, name === '' ? 'VAT number' : `VAT number (${name})`, 'both', [
    ' .,:/-',
    pattern,
    '',
    check,
  ]),
  prefix: country === 'GR' ? ['EL', 'GR'] : [country],
});

const MOD_11 = '01234567890';
const USCC = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/**
 * Formats and check digits from the documentation of python-stdnum 2.2 and from customs authorities,
 * 2026-11-15. Kinds without a check have none that is public, or one that real numbers fail.
 */
export const TAX_ID_KINDS: readonly TaxIdKind[] = [
  kind('US-EIN', 'EIN (Employer Identification Number)', 'sender', [
    '-',
    /^(?!0[0789]|1[789]|2[89]|49|69|7[089]|89|9[67])\d{9}$/,
    'NN-NNNNNNN',
  ]),
  kind('BR-CPF', 'CPF (person)', 'recipient', [
    ' .-',
    /^(?!0{11})\d{11}$/,
    'NNN.NNN.NNN-NN',
    tail({ weights: ['10 9 8 7 6 5 4 3 2', '11 10 9 8 7 6 5 4 3 2'], characters: MOD_11 }),
  ]),
  kind('BR-CNPJ', 'CNPJ (company)', 'recipient', [
    ' ./-',
    /^(?!0{12})[\dA-Z]{12}\d\d$/,
    'XX.XXX.XXX/XXXX-NN',
    tail({
      weights: ['5 4 3 2 9 8 7 6 5 4 3 2', '6 5 4 3 2 9 8 7 6 5 4 3 2'],
      characters: MOD_11,
      worth: (character) => character.charCodeAt(0) - 48,
    }),
  ]),
  // About 1.5% of real numbers fail the check digit.
  kind('MX-RFC', 'RFC', 'recipient', [' _-', /^[A-Z&Ñ]{3,4}\d{6}[\dA-Z]{3}$/, 'AAAA NNNNNN XXX']),
  kind('CL-RUT', 'RUT', 'recipient', [
    ' .-',
    /^\d{7,8}[\dK]$/,
    'NN.NNN.NNN-X',
    tail({ weights: ['3 2 7 6 5 4 3 2'], characters: '0123456789K' }),
  ]),
  kind('AR-CUIT', 'CUIT or CUIL', 'recipient', [
    ' -',
    /^(?:2[0347]|3[034]|5[015])\d{9}$/,
    'NN-NNNNNNNN-N',
    tail({ weights: ['5 4 3 2 7 6 5 4 3 2'], characters: '01234567899' }),
  ]),
  kind('CO-NIT', 'NIT', 'recipient', [
    ' .,-',
    /^\d{8,16}$/,
    'NNN.NNN.NNN-N',
    tail({ weights: ['71 67 59 53 47 43 41 37 29 23 19 17 13 7 3'], characters: '01234567891' }),
  ]),
  kind('PE-RUC', 'RUC', 'recipient', [
    ' ',
    /^(?:10|15|17|20)\d{9}$/,
    'NNNNNNNNNNN',
    tail({ weights: ['5 4 3 2 7 6 5 4 3 2'], characters: '11234567890' }),
  ]),
  kind('KR-PCCC', 'PCCC (personal customs clearance code)', 'recipient', [
    ' -',
    /^P\d{12}$/,
    'PNNNNNNNNNNNN',
  ]),
  kind('KR-BRN', 'Business registration number', 'recipient', [
    ' -',
    /^(?!0|100)\d{3}(?!00)\d\d(?!0000)\d{5}$/,
    'NNN-NN-NNNNN',
  ]),
  kind('CN-RIC', 'Resident identity number (person)', 'recipient', [
    ' ',
    /^\d{6}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]$/,
    '18 characters',
    chineseResident,
  ]),
  kind('CN-USCC', 'Unified social credit code (company)', 'recipient', [
    ' -',
    /^\d{8}[\dA-HJ-NP-RTUWXY]{10}$/,
    '18 characters',
    tail({
      weights: ['1 3 9 27 19 26 16 17 20 29 25 13 8 24 10 30 28'],
      characters: USCC,
      worth: (character) => USCC.indexOf(character),
    }),
  ]),
  kind('TR-TCKN', 'TCKN (person)', 'recipient', [' ', /^[1-9]\d{10}$/, 'NNNNNNNNNNN', turkishIdentity]),
  kind('TR-VKN', 'VKN (company)', 'recipient', [' ', /^\d{10}$/, 'NNNNNNNNNN']),
  kind('AU-ABN', 'ABN (Australian Business Number)', 'both', [
    ' ',
    /^(?:1[1-9]|[2-9]\d)\d{9}$/,
    'NN NNN NNN NNN',
    australianBusiness,
  ]),
  kind('AU-ARN', 'ARN (ATO reference number)', 'sender', [' ', /^\d{12}$/, 'NNNN NNNN NNNN']),
  kind('NZ-IRD', 'IRD or GST number', 'both', [' -', /^\d{8,9}$/, 'NNN-NNN-NNN']),
  kind('CA-BN', 'Business Number', 'both', [
    ' -',
    /^\d{9}(?:R[CMPT]\d{4})?$/,
    'NNNNNNNNN RM NNNN',
    part(0, 9, luhn),
  ]),
  kind('NO-ORGNR', 'Organization number', 'recipient', [
    ' ',
    /^\d{9}$/,
    'NNN NNN NNN',
    weighted('3 2 7 6 5 4 3 2 1', 11),
  ]),
  kind('NO-VOEC', 'VOEC number', 'sender', [' ', /^\d{7}$/, 'NNNNNNN']),
  kind('CH-UID', 'UID', 'both', [
    ' .-',
    /^CHE\d{9}$/,
    'CHE-NNN.NNN.NNN',
    part(3, undefined, tail({ weights: ['5 4 3 2 7 6 5 4'], characters: '0123456789!' })),
  ]),
  kind('IL-HP', 'Company number', 'recipient', [' -', /^5\d{8}$/, 'NN-NNNNNN-N', luhn]),
  kind('IN-GSTIN', 'GSTIN (company)', 'recipient', [
    ' -',
    /^\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/,
    '15 characters',
  ]),
  kind('JP-CN', 'Corporate number', 'recipient', [' -', /^[1-9]\d{12}$/, 'NNNNNNNNNNNNN', japaneseCorporate]),
  kind('TW-UBN', 'Unified business number', 'recipient', [' -', /^\d{8}$/, 'NNNNNNNN', taiwaneseBusiness]),
  kind('ZA-TIN', 'Income tax number', 'recipient', [' /-', /^[01239]\d{9}$/, 'NNNN/NNN/NN/N', luhn]),
  {
    ...kind('GB-VAT', 'UK VAT number', 'both', [
      ' .-',
      /^(?:\d{9}(?:\d{3})?|GD[0-4]\d\d|HA[5-9]\d\d)$/,
      'GB NNN NNNN NN',
      unitedKingdomVat,
    ]),
    prefix: ['GB', 'XI'],
  },
  kind('EU-IOSS', 'IOSS number', 'sender', [
    ' -',
    /^IM(?:040|056|100|191|196|203|208|233|246|250|276|300|348|372|380|428|440|442|470|528|616|620|642|703|705|724|752|900)\d{7}$/,
    'IMNNNNNNNNNN',
  ]),
  kind('EU-EORI', 'EORI number', 'both', [
    ' .-',
    /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|GR|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[\dA-Z]{1,15}$/,
    'AA and up to 15 characters',
  ]),
  kind('GB-EORI', 'UK EORI number', 'both', [' ', /^GB\d{12}(?:\d{3})?$/, 'GBNNNNNNNNNNNN']),
  vat('AT', 'UID', /^U\d{8}$/),
  vat('BE', 'BTW/TVA', /^[01]\d{9}$/, belgianVat),
  vat('BG', 'DDS', /^\d{9,10}$/),
  vat('CY', 'FPA', /^(?!12)\d{8}[A-Z]$/),
  vat('CZ', 'DIČ', /^\d{8,10}$/),
  vat('DE', 'USt-IdNr.', /^[1-9]\d{8}$/, iso7064Mod11And10),
  vat('DK', 'CVR', /^[1-9]\d{7}$/, weighted('2 7 6 5 4 3 2 1', 11)),
  vat('EE', 'KMKR', /^\d{9}$/, weighted('3 7 1 3 7 1 3 7 1', 10)),
  vat('GR', 'AFM', /^\d{9}$/, greekVat),
  vat('ES', 'NIF', /^[\dA-Z]\d{7}[\dA-Z]$/),
  vat('FI', 'ALV', /^\d{8}$/, weighted('7 9 10 5 8 4 2 1', 11)),
  vat('FR', 'TVA', /^[\dA-HJ-NP-Z]{2}\d{9}$/),
  vat('HR', 'OIB', /^\d{11}$/, iso7064Mod11And10),
  vat('HU', 'ANUM', /^\d{8}$/, weighted('9 7 3 1 9 7 3 1', 10)),
  vat('IE', '', /^\d[\dA-Z+*]\d{5}[A-W][A-I]?$/),
  vat('IT', 'Partita IVA', /^(?!0{7})\d{7}(?:0(?!00)\d\d|100|120|121|888|999)\d$/, luhn),
  vat('LT', 'PVM', /^(?:\d{9}|\d{12})$/),
  vat('LU', 'TVA', /^\d{8}$/, luxembourgVat),
  vat('LV', 'PVN', /^\d{11}$/),
  vat('MT', '', /^[1-9]\d{7}$/, weighted('3 4 6 7 8 9 10 1', 37)),
  vat('NL', 'BTW', /^\d{9}B\d\d$/),
  vat('PL', 'NIP', /^\d{10}$/, weighted('6 5 7 2 3 4 5 6 7 -1', 11)),
  vat('PT', 'NIF', /^[1-9]\d{8}$/, tail({ weights: ['9 8 7 6 5 4 3 2'], characters: MOD_11 })),
  vat(
    'RO',
    'CUI',
    /^[1-9]\d{1,9}$/,
    tail({ weights: ['7 5 3 2 1 7 5 3 2'], characters: MOD_11, factor: 10 }),
  ),
  vat('SE', 'Momsnr.', /^\d{10}01$/, part(0, 10, luhn)),
  vat('SI', 'ID za DDV', /^[1-9]\d{7}$/, tail({ weights: ['8 7 6 5 4 3 2'], characters: '!1234567890' })),
  vat('SK', 'IČ DPH', /^\d{10}$/),
];
