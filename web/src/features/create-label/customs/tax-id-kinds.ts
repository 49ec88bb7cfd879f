interface TaxIdKind {
  kind: string;
  name: string;
}

/** The numbers that customs of a country asks the recipient for. `other` is checked for its length only. */
const RECIPIENT_KINDS: Readonly<Record<string, readonly TaxIdKind[]>> = {
  AR: [{ kind: 'AR-CUIT', name: 'CUIT or CUIL' }],
  BR: [
    { kind: 'BR-CPF', name: 'CPF (person)' },
    { kind: 'BR-CNPJ', name: 'CNPJ (company)' },
  ],
  CL: [{ kind: 'CL-RUT', name: 'RUT' }],
  CN: [
    { kind: 'CN-RIC', name: 'Resident identity number (person)' },
    { kind: 'CN-USCC', name: 'Unified social credit code (company)' },
  ],
  EC: [{ kind: 'other', name: 'RUC, cédula or passport number' }],
  ID: [{ kind: 'other', name: 'NIK or NPWP' }],
  IT: [
    { kind: 'other', name: 'Codice fiscale (person)' },
    { kind: 'IT-VAT', name: 'Partita IVA (company)' },
  ],
  KR: [
    { kind: 'KR-PCCC', name: 'PCCC (person)' },
    { kind: 'KR-BRN', name: 'Business registration number (company)' },
  ],
  MX: [{ kind: 'MX-RFC', name: 'RFC' }],
  MY: [{ kind: 'other', name: 'NRIC' }],
  TR: [
    { kind: 'TR-TCKN', name: 'TCKN (person)' },
    { kind: 'TR-VKN', name: 'VKN (company)' },
  ],
  TW: [
    { kind: 'other', name: 'National ID (person)' },
    { kind: 'TW-UBN', name: 'UBN (company)' },
  ],
};

const ANY_KIND: readonly TaxIdKind[] = [{ kind: 'other', name: 'Tax ID' }];

export const recipientKinds = (country: string): readonly TaxIdKind[] => RECIPIENT_KINDS[country] ?? ANY_KIND;

/** Numbers of a seller that customs abroad or the export filing asks for. */
export const SENDER_KINDS: readonly TaxIdKind[] = [
  { kind: 'US-EIN', name: 'EIN (US)' },
  { kind: 'EU-IOSS', name: 'IOSS (EU)' },
  { kind: 'EU-EORI', name: 'EORI (EU)' },
  { kind: 'GB-VAT', name: 'VAT (UK)' },
  { kind: 'GB-EORI', name: 'EORI (UK)' },
  { kind: 'AU-ARN', name: 'ARN (Australia)' },
  { kind: 'NO-VOEC', name: 'VOEC (Norway)' },
  { kind: 'other', name: 'Other tax ID' },
];

/** The chosen kind, or the first one if the choice was made for another country. */
export const chosenKind = (kinds: readonly TaxIdKind[], kind: string): TaxIdKind | undefined =>
  kinds.find((one) => one.kind === kind) ?? kinds[0];
