import { counted } from '@lading/contract/format-count.ts';

/** Text of billing documents that the client's and the operator's screens share. */
export const COPY = {
  list: 'Billing documents',
  loadFailed: 'We couldn’t load the documents.',
  columns: {
    number: 'Number',
    kind: 'Kind',
    date: 'Date',
    period: 'Period',
    total: 'Total',
    due: 'Due',
    files: 'Download',
  },
  corrects: (number: string) => `Corrects ${number}`,
  closingBalance: 'Closing balance',
  refunded: (amount: string) => `${amount} refunded`,
  tax: (amount: string) => `Includes ${amount} tax`,
  dueOn: (day: string) => `By ${day}`,
  downloadFailed: 'We couldn’t download the document. Please try again.',
  filters: {
    kind: 'Kind',
    allKinds: 'All kinds',
    year: 'Year',
    allYears: 'All years',
    none: 'No documents found',
  },
  details: {
    title: 'Billing details',
    loadFailed: 'We couldn’t load the billing details.',
    issuedTo: 'Documents are issued to',
    taxId: 'Tax ID',
    reference: 'Reference',
    change: 'Change billing details',
    company: 'Company',
    companyHint: 'Leave blank to use the name in the profile.',
    address: 'Address',
    addressHint: 'Up to 5 lines. Leave blank to use the address in the profile.',
    referenceHint: 'Such as a purchase order number.',
    note: 'Changes apply to documents that are issued from now on.',
    save: 'Save',
    saved: 'Billing details saved',
    failed: 'We couldn’t save the billing details.',
  },
  issue: {
    action: 'Issue documents',
    title: 'Issue documents',
    intro:
      'A client’s documents are issued automatically after the end of each month. Here you can issue them without waiting. They can’t be changed afterward.',
    client: 'Client',
    clientHint: 'Type a name or an email address.',
    clientMissing: 'Please choose a client from the list.',
    month: 'Month',
    monthHint: 'Missing documents for earlier months are also issued.',
    noMonth: (month: string) => `Documents start with ${month}, which hasn’t ended yet.`,
    notSetUp: 'No documents are issued until you save the billing settings.',
    submit: 'Issue documents',
    failed: 'We couldn’t issue the documents.',
    issued: (count: number, name: string, month: string) =>
      count === 0
        ? `${name} has no documents for ${month}.`
        : `${name} has ${counted(count, 'document')} for ${month}.`,
  },
} as const;
