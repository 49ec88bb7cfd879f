/**
 * Countries (ISO 3166-1 alpha-2) that no carrier serves, and countries that one carrier does not serve. Both
 * lists change; check them before you rely on them.
 */
import type { Carrier } from '@lading/contract/parcel.ts';

/**
 * Refused by all carriers. Cuba, Iran and North Korea are under comprehensive US sanctions (Treasury, OFAC;
 * 31 CFR 515, 560, 510): almost any parcel needs a license. The sanctions program on Syria ended in 2025, but
 * most exports still need a license (Commerce, BIS), and USPS had suspended Syria in March 2026. General
 * knowledge, 2026-11. Occupied parts of Ukraine are also under sanctions, but have no country code.
 */
export const EMBARGOED = ['CU', 'IR', 'KP', 'SY'];

/**
 * USPS: suspended for lack of transport (about.usps.com, service alerts, 2026-03-03), without Niue, where only
 * one service is suspended. UPS, FedEx and DHL: Russia and Belarus, suspended since 2022 (general knowledge;
 * for Russia ajc.com, 2022-02-28).
 */
export const NOT_SERVED: Readonly<Record<Carrier, readonly string[]>> = {
  USPS: 'AE AF AM BH BT BY DJ DZ ER HT IL IQ KW LY MG OM PK QA RU SC SD SS TM TZ VE YE'.split(' '),
  FedEx: ['BY', 'RU'],
  UPS: ['BY', 'RU'],
  DHL: ['BY', 'RU'],
};
