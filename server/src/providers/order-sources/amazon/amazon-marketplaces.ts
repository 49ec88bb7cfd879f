import type { AmazonSite } from '@lading/contract/orders/amazon-sites.ts';
import { SourceRefusedError } from '../port.ts';

/** Each has an address of its own for API calls. */
export type AmazonRegion = 'na' | 'eu' | 'fe';

export interface Marketplace {
  site: AmazonSite;
  id: string;
  region: AmazonRegion;
  currency: string;
  /** In which its days to ship and to deliver end. */
  timeZone: string;
}

/** Amazon's time in North America. The end of a day farther east is on the same day here. */
const PACIFIC = 'America/Los_Angeles';

const MARKETPLACES: Readonly<
  Record<AmazonSite, readonly [id: string, AmazonRegion, currency: string, timeZone: string]>
> = {
  'amazon.com': ['ATVPDKIKX0DER', 'na', 'USD', PACIFIC],
  'amazon.ca': ['A2EUQ1WTGCTBG2', 'na', 'CAD', PACIFIC],
  'amazon.com.mx': ['A1AM78C64UM0Y8', 'na', 'MXN', PACIFIC],
  'amazon.com.br': ['A2Q3Y263D00KWC', 'na', 'BRL', PACIFIC],
  'amazon.co.uk': ['A1F83G8C2ARO7P', 'eu', 'GBP', 'Europe/London'],
  'amazon.ie': ['A28R8C7NBKEWEA', 'eu', 'EUR', 'Europe/Dublin'],
  'amazon.de': ['A1PA6795UKMFR9', 'eu', 'EUR', 'Europe/Berlin'],
  'amazon.fr': ['A13V1IB3VIYZZH', 'eu', 'EUR', 'Europe/Paris'],
  'amazon.it': ['APJ6JRA9NG5V4', 'eu', 'EUR', 'Europe/Rome'],
  'amazon.es': ['A1RKKUPIHCS9HS', 'eu', 'EUR', 'Europe/Madrid'],
  'amazon.nl': ['A1805IZSGTT6HS', 'eu', 'EUR', 'Europe/Amsterdam'],
  'amazon.com.be': ['AMEN7PMS3EDWL', 'eu', 'EUR', 'Europe/Brussels'],
  'amazon.se': ['A2NODRKZP88ZB9', 'eu', 'SEK', 'Europe/Stockholm'],
  'amazon.pl': ['A1C3SOZRARQ6R3', 'eu', 'PLN', 'Europe/Warsaw'],
  'amazon.com.tr': ['A33AVAJ2PDY3EV', 'eu', 'TRY', 'Europe/Istanbul'],
  'amazon.ae': ['A2VIGQ35RCS4UG', 'eu', 'AED', 'Asia/Dubai'],
  'amazon.sa': ['A17E79C6D8DWNP', 'eu', 'SAR', 'Asia/Riyadh'],
  'amazon.eg': ['ARBP9OOSHTCHU', 'eu', 'EGP', 'Africa/Cairo'],
  'amazon.in': ['A21TJRUUN4KGV', 'eu', 'INR', 'Asia/Kolkata'],
  'amazon.co.za': ['AE08WJ6YKNBMC', 'eu', 'ZAR', 'Africa/Johannesburg'],
  'amazon.co.jp': ['A1VC38T7YXB528', 'fe', 'JPY', 'Asia/Tokyo'],
  'amazon.com.au': ['A39IBJ37TRP1C6', 'fe', 'AUD', 'Australia/Sydney'],
  'amazon.sg': ['A19VAU5U5O7RUS', 'fe', 'SGD', 'Asia/Singapore'],
};

const isSite = (address: string): address is AmazonSite => Object.hasOwn(MARKETPLACES, address);

/** The marketplace of a connection, which the client chose from a list. */
export function marketplaceOf(address: string): Marketplace {
  if (!isSite(address))
    throw new SourceRefusedError('not_a_shop', 'This is not the address of an Amazon marketplace.');
  const [id, region, currency, timeZone] = MARKETPLACES[address];
  return { site: address, id, region, currency, timeZone };
}
