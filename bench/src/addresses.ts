import { createRequire } from 'node:module';
import { theGazetteer } from '../../server/src/providers/address-verification/builtin/gazetteer.ts';
import { verifyAddress } from '../../server/src/providers/address-verification/builtin/verify-address.ts';
import type { AddressToCheck } from '../../server/src/providers/address-verification/port.ts';
import { compare, cpuMilliseconds, median, report } from './harness.ts';

const WINDOW_MS = 1000;
const ROUNDS = 6;

/** Street, unit, city, state, ZIP code, country: good and bad ones of every kind that has rules. */
const MIX: readonly AddressToCheck[] = [
  ['965 Mission St', '', 'San Francisco', 'CA', '94103', 'US'],
  ['500 W 2nd St', 'Ste 1900', 'Austin', 'TX', '78701', 'US'],
  ['350 5th Ave', '', 'New York', 'NY', '10118-0110', 'US'],
  ['965 Mission Street', 'Apartment 4', 'San Francisco', 'California', '94103', 'USA'],
  ['1600 pennsylvania avenue northwest', '', 'washington', 'dc', '20500', 'US'],
  ['36401 Co Rd 43', '', 'Eaton', 'CO', '80615', 'US'],
  ['6801 Hollywood Blvd', '', 'Hollywood', 'CA', '90028', 'US'],
  ['77 Massachusetts Ave', '', 'Cambridge', 'MA', '2139', 'US'],
  ['965 Mission St', '', 'San Francisco', 'TX', '94103', 'US'],
  ['Mission St', '', 'San Francisco', 'CA', '94103', 'US'],
  ['12 Elm St', '', 'Nowhere', 'CA', '00000', 'US'],
  ['P.O. Box 123', '', 'Loon Lake', 'WA', '99148', 'US'],
  ['Rural Route 2 Box 18', '', 'Eaton', 'CO', '80615', 'US'],
  ['HC 72 Box 1', '', 'Eaton', 'CO', '80615', 'US'],
  ['PSC 802 Box 74', '', 'APO', 'AE', '09499', 'US'],
  ['Calle del Sol', '', 'San Juan', '', '00901', 'PR'],
  ['111 Wellington St', '', 'Ottawa', 'Ontario', 'k1a0a9', 'Canada'],
  ['200 Granville St', '', 'Vancouver', 'ON', 'V6C 1S4', 'CA'],
  ['10 Downing Street', '', 'London', '', 'SW1A2AA', 'United Kingdom'],
  ['Hauptstr. 5', '', 'Berlin', '', '1011', 'DE'],
].map(([street1 = '', street2 = '', city = '', state = '', zip = '', country = '']) => ({
  street1,
  street2,
  city,
  state,
  zip,
  country,
}));

interface Parser {
  parseLocation(text: string): unknown;
}

/** A: verifications per second on one core, compared with a parser that only splits the same addresses. */
export async function benchAddresses(): Promise<void> {
  const parser: Parser = createRequire(import.meta.url)('parse-address');
  const lines = MIX.map((address) => Object.values(address).filter(Boolean).join(', '));
  const gazetteer = theGazetteer();
  const verifications: number[] = [];
  const verify = async () => {
    const rate = perSecond(() => MIX.map((address) => verifyAddress(gazetteer, address)));
    verifications.push(rate);
    return rate;
  };
  const parse = async () => perSecond(() => lines.map((line) => parser.parseLocation(line)));
  await verify();
  await parse();
  verifications.length = 0;
  const ratio = await compare(ROUNDS, verify, parse);
  report('A1   addresses verified/s ÷ parsed by parse-address/s', ratio, '≥ 1');
  console.log(
    `A1   ${Math.round(median(verifications))} addresses verified per second of one core (aim ≥ 20,000)`,
  );
}

/** Per second of CPU time. */
function perSecond(wholeMix: () => unknown): number {
  const end = performance.now() + WINDOW_MS;
  const before = cpuMilliseconds();
  let done = 0;
  while (performance.now() < end) {
    wholeMix();
    done += MIX.length;
  }
  return (1000 * done) / (cpuMilliseconds() - before);
}
