import { describe, expect, it } from 'vitest';
import { PACKAGE_PRESETS } from './package-presets.ts';
import { describeChoice, describeUnmet } from './rule-texts.ts';
import { chooseRate, type ServiceChoice, type ServiceWish, UNMET_CHOICES } from './service-choice.ts';

const rate = (
  carrier: string,
  service: string,
  amount: number,
  estimatedDays: number | null,
  deliveryDate: string | null = null,
) => ({ carrier, service, amount, estimatedDays, deliveryDate });
const RATES = [
  rate('USPS', 'usps_ground_advantage', 8, 5, '2026-11-23'),
  rate('USPS', 'usps_priority', 11, 2, '2026-11-19'),
  rate('UPS', 'ups_ground', 10, 3, '2026-11-20'),
  rate('UPS', 'ups_next_day_air', 45, 1, '2026-11-18'),
  rate('DHL', 'dhl_unknown', 5, null),
];

describe('a service choice', () => {
  const cases: [ServiceChoice, Partial<ServiceWish>, string][] = [
    [{ kind: 'cheapest' }, {}, 'dhl_unknown'],
    [{ kind: 'cheapest', carriers: ['UPS'] }, {}, 'ups_ground'],
    [{ kind: 'cheapest', maxCents: 499 }, {}, 'too_expensive'],
    [{ kind: 'cheapest', maxCents: 500 }, {}, 'dhl_unknown'],
    [{ kind: 'fastest' }, {}, 'ups_next_day_air'],
    [{ kind: 'fastest', maxCents: 1_100 }, {}, 'usps_priority'],
    [{ kind: 'cheapest_within', days: 3 }, {}, 'ups_ground'],
    [{ kind: 'cheapest_within', days: 1, maxCents: 4_000 }, {}, 'too_expensive'],
    [{ kind: 'cheapest_within', days: 4, carriers: ['DHL'] }, {}, 'too_slow'],
    [{ kind: 'cheapest_by_promise' }, { deliverBy: '2026-11-19' }, 'usps_priority'],
    [{ kind: 'cheapest_by_promise' }, { deliverBy: '2026-11-17' }, 'too_slow'],
    [{ kind: 'cheapest_by_promise' }, {}, 'dhl_unknown'],
    [{ kind: 'service', carrier: 'UPS', service: 'ups_ground' }, {}, 'ups_ground'],
    [{ kind: 'service', carrier: 'UPS', service: 'ups_ground', maxCents: 999 }, {}, 'too_expensive'],
    [{ kind: 'service', carrier: 'USPS', service: 'ups_ground' }, {}, 'not_offered'],
    [{ kind: 'cheapest', carriers: ['FedEx'] }, {}, 'not_offered'],
    [{ kind: 'cheapest' }, { packageCarrier: 'USPS' }, 'usps_ground_advantage'],
    [{ kind: 'cheapest' }, { packageCarrier: 'USPS', packageServices: ['usps_priority'] }, 'usps_priority'],
    [{ kind: 'cheapest', carriers: ['UPS'] }, { packageCarrier: 'USPS' }, 'package_not_accepted'],
    [{ kind: 'cheapest' }, { ordersDiffer: true }, 'orders_differ'],
  ];
  it.each(cases)('%j with %j selects %s', (choice, wish, expected) => {
    const chosen = chooseRate(RATES, { choice, deliverBy: null, ...wish });
    expect('rate' in chosen ? chosen.rate.service : chosen.unmet).toBe(expected);
  });

  it('is described in words, and so is why no rate fits', () => {
    expect(
      describeChoice({ kind: 'cheapest_within', days: 3, carriers: ['USPS', 'UPS'], maxCents: 1_200 }),
    ).toBe('Cheapest within 3 days, USPS or UPS, up to $12.00');
    expect(new Set(UNMET_CHOICES.map(describeUnmet)).size).toBe(UNMET_CHOICES.length);
  });
});

it('package presets have a size, a carrier, a description and a unique id', () => {
  expect(new Set(PACKAGE_PRESETS.map(({ id }) => id)).size).toBe(49);
  for (const { lengthIn, widthIn, heightIn, maxWeightLb, description } of PACKAGE_PRESETS) {
    expect(Math.min(lengthIn, widthIn, heightIn)).toBeGreaterThan(0);
    expect(maxWeightLb === null || maxWeightLb > 0).toBe(true);
    expect(description).toMatch(/only/);
  }
  expect(
    PACKAGE_PRESETS.filter(({ isFlatRate }) => isFlatRate).every(({ services }) => services.length > 0),
  ).toBe(true);
});
