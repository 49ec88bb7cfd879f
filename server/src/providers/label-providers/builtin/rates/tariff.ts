import { DHL_DOCUMENTS, DHL_PARCELS } from '../data/dhl-worldwide-export.ts';
import { FEDEX_2DAY, FEDEX_EXPRESS_SAVER } from '../data/fedex-deferred-list.ts';
import { FEDEX_GROUND } from '../data/fedex-ground-list.ts';
import { FEDEX_PRIORITY_OVERNIGHT, FEDEX_STANDARD_OVERNIGHT } from '../data/fedex-overnight-list.ts';
import { FEDEX_FREIGHT_ECONOMY, FEDEX_FREIGHT_PRIORITY, UPS_3_DAY_FREIGHT } from '../data/freight.ts';
import { DOCUMENT_MAX_LB, ENVELOPE_MAX_LB } from '../data/services.ts';
import type { DerivedTariff, SparseTariffTable, TariffTable } from '../data/tariff-table.ts';
import { UPS_STANDARD_TO_CANADA, UPS_WORLDWIDE_EXPEDITED, UPS_WORLDWIDE_SAVER } from '../data/ups-export.ts';
import {
  USPS_FIRST_CLASS_INTERNATIONAL,
  USPS_PRIORITY_EXPRESS_INTERNATIONAL,
  USPS_PRIORITY_INTERNATIONAL,
} from '../data/usps-international.ts';
import {
  USPS_GROUND_ADVANTAGE,
  USPS_PRIORITY_MAIL,
  USPS_PRIORITY_MAIL_EXPRESS,
} from '../data/usps-retail.ts';

interface Tariff {
  steps: TariffTable['steps'];
  zones: ReadonlyMap<string, Prices>;
  estimated: TariffTable['estimated'];
}

interface ListPrice {
  cents: number;
  billedWeightLb: number;
  estimated: boolean;
}

type Prices = readonly number[];

const numbers = (text: string): Prices => text.trim().split(/\s+/).map(Number);

function zonesOf(zones: TariffTable['zones'], change: (prices: Prices) => Prices) {
  return new Map(Object.entries(zones).map(([zone, text]) => [zone, change(numbers(text))] as const));
}

const read = ({ steps, zones, estimated }: TariffTable): Tariff => ({
  steps,
  zones: zonesOf(zones, (prices) => prices),
  estimated,
});

/** Interpolates between the listed weights. */
function readSparse({ weightsLb, raiseBp, zones }: SparseTariffTable): Tariff {
  const heaviest = weightsLb.at(-1) ?? 0;
  const hasEnvelope = weightsLb[0] === 0;
  const listedAt = (prices: Prices, pounds: number): number => {
    const next = weightsLb.findIndex((weight) => weight >= pounds);
    const [above = 0, high = 0] = [weightsLb[next], prices[next]];
    if (above === pounds) return high;
    const [below = 0, low = 0] = [weightsLb[next - 1], prices[next - 1]];
    return low + ((high - low) * (pounds - below)) / (above - below);
  };
  const priceAt = (prices: Prices, pounds: number) =>
    Math.round((listedAt(prices, pounds) * (10_000 + raiseBp)) / 10_000);
  return {
    steps: hasEnvelope ? 'envelope-then-pounds' : 'pounds',
    zones: zonesOf(zones, (prices) =>
      Array.from({ length: heaviest + (hasEnvelope ? 1 : 0) }, (_, at) =>
        priceAt(prices, hasEnvelope ? at : at + 1),
      ),
    ),
    estimated: undefined,
  };
}

function derive({ steps, shares }: DerivedTariff, from: Tariff): Tariff {
  const zones = [...from.zones].map(
    ([zone, prices]) =>
      [zone, shares.map(({ ofLb, bp }) => Math.round(((prices[ofLb - 1] ?? 0) * bp) / 10_000))] as const,
  );
  return { steps, zones: new Map(zones), estimated: undefined };
}

const ground = read(FEDEX_GROUND);
const expressSaver = read(FEDEX_EXPRESS_SAVER);
const twoDay = read(FEDEX_2DAY);
const standardOvernight = read(FEDEX_STANDARD_OVERNIGHT);
const priorityOvernight = read(FEDEX_PRIORITY_OVERNIGHT);
const dhlParcels = read(DHL_PARCELS);
const dhlDocuments = read(DHL_DOCUMENTS);
const worldwideSaver = readSparse(UPS_WORLDWIDE_SAVER);
const worldwideExpedited = readSparse(UPS_WORLDWIDE_EXPEDITED);
const standardToCanada = readSparse(UPS_STANDARD_TO_CANADA);

/**
 * Domestic UPS uses the FedEx list of the same class; international FedEx uses the UPS list. Such services
 * are marked as estimates.
 */
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
  ['usps_first_class_package_international', derive(USPS_FIRST_CLASS_INTERNATIONAL, dhlParcels)],
  ['usps_priority_international', derive(USPS_PRIORITY_INTERNATIONAL, dhlParcels)],
  ['usps_priority_express_international', derive(USPS_PRIORITY_EXPRESS_INTERNATIONAL, dhlParcels)],
  ['ups_worldwide_saver', worldwideSaver],
  ['ups_worldwide_expedited', worldwideExpedited],
  ['ups_standard', standardToCanada],
  ['fedex_international_priority', worldwideSaver],
  ['fedex_international_economy', worldwideExpedited],
  ['fedex_international_ground', standardToCanada],
  ['dhl_express_worldwide', dhlParcels],
  ['fedex_freight_economy', readSparse(FEDEX_FREIGHT_ECONOMY)],
  ['fedex_freight_priority', readSparse(FEDEX_FREIGHT_PRIORITY)],
  ['ups_3_day_freight', readSparse(UPS_3_DAY_FREIGHT)],
]);

const OUNCE_STEPS = [4, 8, 12, 15.999];
/** Tolerance for floating-point sums. */
const DUST = 1e-9;

const wholePounds = (weightLb: number) => Math.max(1, Math.ceil(weightLb - DUST));

/** What a list price depends on besides the zone. */
interface Billed {
  weightLb: number;
  envelope: boolean;
  /** Whether the declared contents are documents. */
  documents: boolean;
}

/** Null when the list ends before that zone or weight. */
export function listPrice(service: string, zone: string, billed: Billed): ListPrice | null {
  const { weightLb, envelope } = billed;
  const tariff = tariffFor(service, billed);
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

/** DHL prices documents by their contents, whatever they are packed in. */
function tariffFor(service: string, { weightLb, documents }: Billed): Tariff | undefined {
  const tariff = TARIFFS.get(service);
  return tariff === dhlParcels && documents && weightLb <= DOCUMENT_MAX_LB ? dhlDocuments : tariff;
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
