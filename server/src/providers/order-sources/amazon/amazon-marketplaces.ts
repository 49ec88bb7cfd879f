import type { AmazonSite } from '@lading/contract/orders/amazon-sites.ts';
import { SourceRefusedError } from '../port.ts';

/** Each has an address of its own for API calls. */
export type AmazonRegion = 'na' | 'eu' | 'fe';

interface Marketplace {
  site: AmazonSite;
  id: string;
  region: AmazonRegion;
  currency: string;
}

const MARKETPLACES: Readonly<Record<AmazonSite, readonly [id: string, AmazonRegion, currency: string]>> = {
  'amazon.com': ['ATVPDKIKX0DER', 'na', 'USD'],
  'amazon.ca': ['A2EUQ1WTGCTBG2', 'na', 'CAD'],
  'amazon.com.mx': ['A1AM78C64UM0Y8', 'na', 'MXN'],
  'amazon.com.br': ['A2Q3Y263D00KWC', 'na', 'BRL'],
  'amazon.co.uk': ['A1F83G8C2ARO7P', 'eu', 'GBP'],
  'amazon.ie': ['A28R8C7NBKEWEA', 'eu', 'EUR'],
  'amazon.de': ['A1PA6795UKMFR9', 'eu', 'EUR'],
  'amazon.fr': ['A13V1IB3VIYZZH', 'eu', 'EUR'],
  'amazon.it': ['APJ6JRA9NG5V4', 'eu', 'EUR'],
  'amazon.es': ['A1RKKUPIHCS9HS', 'eu', 'EUR'],
  'amazon.nl': ['A1805IZSGTT6HS', 'eu', 'EUR'],
  'amazon.com.be': ['AMEN7PMS3EDWL', 'eu', 'EUR'],
  'amazon.se': ['A2NODRKZP88ZB9', 'eu', 'SEK'],
  'amazon.pl': ['A1C3SOZRARQ6R3', 'eu', 'PLN'],
  'amazon.com.tr': ['A33AVAJ2PDY3EV', 'eu', 'TRY'],
  'amazon.ae': ['A2VIGQ35RCS4UG', 'eu', 'AED'],
  'amazon.sa': ['A17E79C6D8DWNP', 'eu', 'SAR'],
  'amazon.eg': ['ARBP9OOSHTCHU', 'eu', 'EGP'],
  'amazon.in': ['A21TJRUUN4KGV', 'eu', 'INR'],
  'amazon.co.za': ['AE08WJ6YKNBMC', 'eu', 'ZAR'],
  'amazon.co.jp': ['A1VC38T7YXB528', 'fe', 'JPY'],
  'amazon.com.au': ['A39IBJ37TRP1C6', 'fe', 'AUD'],
  'amazon.sg': ['A19VAU5U5O7RUS', 'fe', 'SGD'],
};

const isSite = (address: string): address is AmazonSite => Object.hasOwn(MARKETPLACES, address);

/** The marketplace of a connection, which the client chose from a list. */
export function marketplaceOf(address: string): Marketplace {
  if (!isSite(address))
    throw new SourceRefusedError('not_a_shop', 'This is not the address of an Amazon marketplace.');
  const [id, region, currency] = MARKETPLACES[address];
  return { site: address, id, region, currency };
}
