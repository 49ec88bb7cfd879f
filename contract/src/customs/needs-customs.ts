import type { Carrier } from '../parcel.ts';
import { MILITARY_STATES, US_TERRITORIES } from '../regions.ts';

/** Where a parcel starts or ends. */
export interface CustomsPlace {
  /** ISO alpha-2. */
  country: string;
  state: string;
}

export interface CustomsRoute {
  from: CustomsPlace;
  to: CustomsPlace;
  weightLb: number;
  /** False for documents. */
  goods: boolean;
}

/** `not-served`: the carrier does not deliver there. */
type CustomsNeed = 'needed' | 'not-needed' | 'not-served';

/** USPS treats these like a state, also for customs. */
const WITHOUT_CUSTOMS_BY_USPS: ReadonlySet<string> = new Set(['PR', 'VI']);
/** From this weight on, USPS asks for a form even for documents. */
const DOCUMENTS_LB = 1;

export const isMilitary = ({ country, state }: CustomsPlace): boolean =>
  country === 'US' && MILITARY_STATES.has(state);

/** `US`, a US territory or a country. USPS writes a territory as a state, other carriers as a country. */
export function customsArea({ country, state }: CustomsPlace): string {
  return country === 'US' && US_TERRITORIES.has(state) ? state : country;
}

/** True outside the United States, its territories and its military addresses. */
export const isForeign = (place: CustomsPlace): boolean => {
  const area = customsArea(place);
  return area !== 'US' && !US_TERRITORIES.has(area);
};

export function customsNeed(carrier: Carrier, route: CustomsRoute): CustomsNeed {
  return carrier === 'USPS' ? needByUsps(route) : needByExpress(route);
}

/** True if any carrier that serves the route needs a declaration. */
export const anyCarrierNeedsCustoms = (route: CustomsRoute): boolean =>
  (['USPS', 'UPS'] as const).some((carrier) => customsNeed(carrier, route) === 'needed');

function needByUsps(route: CustomsRoute): CustomsNeed {
  const { from, to, weightLb, goods } = route;
  const needsForm = goods || weightLb >= DOCUMENTS_LB;
  if (isMilitary(from) || isMilitary(to)) return needsForm ? 'needed' : 'not-needed';
  const ends = [customsArea(from), customsArea(to)];
  if (ends[0] === ends[1]) return 'not-needed';
  const isLikeDomestic = ends.every((area) => area === 'US' || WITHOUT_CUSTOMS_BY_USPS.has(area));
  return isLikeDomestic || !needsForm ? 'not-needed' : 'needed';
}

/** UPS, FedEx and DHL treat every territory as a country. */
function needByExpress({ from, to, goods }: CustomsRoute): CustomsNeed {
  if (isMilitary(from) || isMilitary(to)) return 'not-served';
  return goods && customsArea(from) !== customsArea(to) ? 'needed' : 'not-needed';
}
