/**
 * Where nobody sends, and where one carrier does not. Countries as ISO 3166-1 alpha-2.
 * Both lists change with the world: whoever relies on them looks them up again.
 */
import type { Carrier } from '@lading/contract/parcel.ts';

/**
 * Refused by all. Cuba, Iran and North Korea are under comprehensive sanctions of the United States (Treasury, OFAC; 31 CFR 515, 560, 510):
 * almost any parcel from there needs a licence. The sanctions programme on Syria was ended in 2025, but most exports still need one (Commerce, BIS)
 * and USPS had it suspended in March 2026. General knowledge, 2026-11; occupied parts of Ukraine are under sanctions too, but no country
 * code tells them apart.
 */
export const EMBARGOED = ['CU', 'IR', 'KP', 'SY'];

/**
 * USPS: suspended for want of transport, about.usps.com, service alerts, as of 2026-03-03; Niue, where only one service is, left out.
 * UPS, FedEx and DHL: Russia and Belarus, suspended since 2022 (general knowledge; for Russia ajc.com, 2022-02-28).
 */
export const NOT_SERVED: Readonly<Record<Carrier, readonly string[]>> = {
  USPS: 'AE AF AM BH BT BY DJ DZ ER HT IL IQ KW LY MG OM PK QA RU SC SD SS TM TZ VE YE'.split(' '),
  FedEx: ['BY', 'RU'],
  UPS: ['BY', 'RU'],
  DHL: ['BY', 'RU'],
};
