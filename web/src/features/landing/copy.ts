import { LANDING_SAVINGS_PERCENT } from '@lading/contract/constants.ts';

/** The text of the landing page. */
export const COPY = {
  hero: {
    carriers: 'USPS · UPS · FedEx · DHL',
    title: 'Shipping labels, without the line.',
    lead: 'Enter two addresses and a weight, compare carrier rates, pay by card and print. Have a spreadsheet? Upload it and create all your labels at once.',
    note: 'Pay per label, at the price you see. If a label can’t be created, you get a refund.',
  },
  features: {
    title: 'Everything from order to pickup',
    labels: {
      datum: '4 carriers',
      title: 'Labels for all major carriers',
      text: 'USPS, UPS, FedEx and DHL in one place. Every label is a 4 × 6 inch PDF that any printer can print.',
    },
    savings: {
      datum: `Up to ${LANDING_SAVINGS_PERCENT}%`,
      title: 'Savings you can see',
      text: 'We show the retail rate next to ours wherever it’s known, along with how much you save.',
    },
    bulk: {
      datum: '1 file',
      title: 'Bulk shipping by upload',
      text: 'Upload a CSV. We check, price and label every row, and you pay once for all of them.',
    },
    routing: {
      datum: '3 factors',
      title: 'Smart carrier routing',
      text: 'We find the best service for each package by weight, size and destination.',
    },
  },
  savings: {
    title: `Save up to ${LANDING_SAVINGS_PERCENT}% on shipping costs`,
    text: 'You pay the rate you choose. If a label can’t be created, we refund it automatically. Only a carrier adjustment, such as for weight, size or address, can change the price later.',
    note: 'Compared with carriers’ retail rates. Savings depend on service and package size. Prices on this page are examples.',
  },
  steps: {
    title: 'Five steps to a label',
    list: [
      { title: 'Sender', text: 'Your default address is filled in for you.' },
      { title: 'Recipient', text: 'We verify the address before you pay.' },
      { title: 'Package', text: 'Envelope, package, tube or pallet.' },
      { title: 'Rates', text: 'Compare carriers and delivery dates.' },
      { title: 'Confirmation', text: 'Pay, print and track.' },
    ],
  },
  closing: {
    title: 'Create your first label today',
    text: 'All you need is a name, an email address and a password.',
  },
} as const;
