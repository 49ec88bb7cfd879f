import { DHL_DOCUMENTS, DHL_PARCELS } from '../data/dhl-worldwide-export.ts';
import { FEDEX_2DAY, FEDEX_EXPRESS_SAVER } from '../data/fedex-deferred-list.ts';
import { FEDEX_GROUND } from '../data/fedex-ground-list.ts';
import { FEDEX_PRIORITY_OVERNIGHT, FEDEX_STANDARD_OVERNIGHT } from '../data/fedex-overnight-list.ts';
import { DOCUMENT_MAX_LB, ENVELOPE_MAX_LB } from '../data/services.ts';
import type { TariffTable } from '../data/tariff-table.ts';
import {
  USPS_GROUND_ADVANTAGE,
  USPS_PRIORITY_MAIL,
  USPS_PRIORITY_MAIL_EXPRESS,
} from '../data/usps-retail.ts';

interface Tariff {
  steps: TariffTable['steps'];
  zones: ReadonlyMap<string, readonly number[]>;
  estimated: TariffTable['estimated'];
}

export interface ListPrice {
  cents: number;
  billedWeightLb: number;
  estimated: boolean;
}

function read(table: TariffTable): Tariff {
  const zones = Object.entries(table.zones).map(
    ([zone, prices]) => [zone, prices.trim().split(/\s+/).map(Number)] as const,
  );
  return { steps: table.steps, zones: new Map(zones), estimated: table.estimated };
}

const ground = read(FEDEX_GROUND);
const expressSaver = read(FEDEX_EXPRESS_SAVER);
const twoDay = read(FEDEX_2DAY);
const standardOvernight = read(FEDEX_STANDARD_OVERNIGHT);
const priorityOvernight = read(FEDEX_PRIORITY_OVERNIGHT);
const dhlParcels = read(DHL_PARCELS);
const dhlDocuments = read(DHL_DOCUMENTS);

/** UPS is priced by the FedEx list of the same class; its services say that this is an estimate. */
const TARIFFS: ReadonlyMap<string, Tariff> = new Map([
  ['usps_ground_advantage', read(USPS_GROUND_ADVANTAGE)],
  ['usps_priority', read(USPS_PRIORITY_MAIL)],
  ['usps_priority_express', read(USPS_PRIORITY_MAIL_EXPRESS)],
  ['ups_ground', ground],
  ['ups_3_day_select', expressSaver],
  ['ups_2nd_day_air', twoDay],
  ['ups_next_day_air_saver', standardOvernight],
  ['ups_next_day_air', priorityOvernight],
  ['fedex_ground', ground],
  ['fedex_home_delivery', ground],
  ['fedex_express_saver', expressSaver],
  ['fedex_2day', twoDay],
  ['fedex_standard_overnight', standardOvernight],
  ['fedex_priority_overnight', priorityOvernight],
  ['dhl_express_worldwide', dhlParcels],
]);

const OUNCE_STEPS = [4, 8, 12, 15.999];
/** Sums of decimal inches and pounds miss whole numbers by less than this. */
const DUST = 1e-9;

export const wholePounds = (weightLb: number) => Math.max(1, Math.ceil(weightLb - DUST));

/** The published price, or null when the list ends before that zone or weight. */
export function listPrice(
  service: string,
  zone: string,
  weightLb: number,
  envelope: boolean,
): ListPrice | null {
  const tariff = tariffFor(service, weightLb, envelope);
  const prices = tariff?.zones.get(zone);
  if (!tariff || !prices || !(weightLb > 0)) return null;
  const step = stepFor(tariff, weightLb, envelope);
  const cents = prices[step.index];
  if (cents === undefined) return null;
  const { estimated } = tariff;
  return {
    cents,
    billedWeightLb: step.billedWeightLb,
    estimated: estimated?.zone === zone && step.index < estimated.steps,
  };
}

function tariffFor(service: string, weightLb: number, envelope: boolean): Tariff | undefined {
  const tariff = TARIFFS.get(service);
  return tariff === dhlParcels && envelope && weightLb <= DOCUMENT_MAX_LB ? dhlDocuments : tariff;
}

function stepFor(tariff: Tariff, weightLb: number, envelope: boolean) {
  const pounds = wholePounds(weightLb);
  if (tariff.steps === 'pounds') return { index: pounds - 1, billedWeightLb: pounds };
  if (tariff.steps === 'envelope-then-pounds') {
    if (envelope && weightLb <= ENVELOPE_MAX_LB) return { index: 0, billedWeightLb: ENVELOPE_MAX_LB };
    return { index: pounds, billedWeightLb: pounds };
  }
  const ounces = OUNCE_STEPS.findIndex((limit) => weightLb * 16 <= limit + DUST);
  if (ounces < 0) return { index: OUNCE_STEPS.length - 1 + pounds, billedWeightLb: pounds };
  return { index: ounces, billedWeightLb: (ounces + 1) / 4 };
}
