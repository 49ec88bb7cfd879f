/**
 * Prices for one pallet within the contiguous states, in cents. Carriers price freight by contract and publish
 * no list that we could use, so every figure is our own estimate; rates say so and show no saving. They rise
 * with weight and zone, and fall per pound. A pallet is billed for at least 6 lb per cubic foot, because light
 * freight has a more expensive class. Limits are those of one standard pallet. 2026-11-16.
 */
import type { Limits, ServiceFacts } from './service-facts.ts';
import type { SparseTariffTable } from './tariff-table.ts';

const WEIGHTS_LB = [1, 100, 250, 500, 1000, 1500, 2500] as const;
const EFFECTIVE = '2026-11-16';

export const FEDEX_FREIGHT_ECONOMY: SparseTariffTable = {
  effective: EFFECTIVE,
  raiseBp: 0,
  weightsLb: WEIGHTS_LB,
  zones: {
    2: '14500 14500 18500 25500 38500 50500 72500',
    3: '15950 15950 20350 28050 42350 55550 79750',
    4: '17700 17700 22575 31100 46975 61600 88450',
    5: '20000 20000 25525 35200 53125 69700 100050',
    6: '22475 22475 28675 39525 59675 78275 112375',
    7: '25225 25225 32200 44375 67000 87875 126150',
    8: '28275 28275 36075 49725 75075 98475 141375',
  },
};

export const FEDEX_FREIGHT_PRIORITY: SparseTariffTable = {
  effective: EFFECTIVE,
  raiseBp: 0,
  weightsLb: WEIGHTS_LB,
  zones: {
    2: '17100 17100 21825 30100 45425 59600 85550',
    3: '18825 18825 24025 33100 49975 65550 94100',
    4: '20875 20875 26625 36700 55425 72700 104375',
    5: '23600 23600 30125 41525 62700 82225 118050',
    6: '26525 26525 33825 46650 70425 92375 132600',
    7: '29775 29775 37975 52350 79050 103675 148850',
    8: '33375 33375 42575 58675 88600 116200 166825',
  },
};

export const UPS_3_DAY_FREIGHT: SparseTariffTable = {
  effective: EFFECTIVE,
  raiseBp: 0,
  weightsLb: WEIGHTS_LB,
  zones: {
    2: '30450 30450 38850 53550 80850 106050 152250',
    3: '33500 33500 42725 58900 88925 116650 167475',
    4: '37150 37150 47400 65325 98625 129375 185750',
    5: '42025 42025 53625 73900 111575 146350 210100',
    6: '47200 47200 60225 83000 125325 164375 236000',
    7: '52975 52975 67600 93175 140675 184525 264925',
    8: '59375 59375 75750 104425 157650 206800 296900',
  },
};

/** Cubic inches that count as one pound. */
export const FREIGHT_CUBIC_IN_PER_LB = 288;
/** A truck with a liftgate, by appointment. */
export const FREIGHT_RESIDENTIAL_CENTS = 17_500;

const LIMITS: Limits = { weightLb: 2500, sidesIn: [96, 72, 60], lengthPlusGirthIn: null };

const freight = {
  class: 'freight',
  sells: 'both',
  discountBp: 0,
  extraDaysOverseas: 0,
  saturdayDelivery: false,
  estimated: true,
  retailKnown: false,
  limits: LIMITS,
} as const;

export const FREIGHT_SERVICES: readonly ServiceFacts[] = [
  {
    ...freight,
    carrier: 'FedEx',
    code: 'fedex_freight_economy',
    name: 'Freight Economy',
    days: { 2: 2, 3: 3, 4: 3, 5: 4, 6: 5, 7: 5, otherwise: 6 },
  },
  {
    ...freight,
    carrier: 'FedEx',
    code: 'fedex_freight_priority',
    name: 'Freight Priority',
    days: { 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, otherwise: 4 },
  },
  {
    ...freight,
    carrier: 'UPS',
    code: 'ups_3_day_freight',
    name: '3 Day Freight',
    days: { otherwise: 3 },
  },
];
