import { describe, expect, it } from 'vitest';
import { pointsOfDays, pointsOfMonths, trendReading } from './trend-points.ts';

const month = (name: string, shipments: number) => ({
  month: name,
  shipments,
  uniqueClients: 3,
  grossRevenue: shipments * 10,
  commissionRevenue: shipments,
});

describe('the summary of the trends', () => {
  it('names the month with the most shipments', () => {
    const points = pointsOfMonths([month('2026-09', 700), month('2026-10', 1204), month('2026-11', 96)]);
    expect(trendReading(points)).toBe('Busiest month: Oct 2026 with 1,204 of 2,000 shipments.');
  });

  it('names the day with the most shipments', () => {
    const day = { gross: 10, commission: 1, refunded: 0, carrierCredits: 0, netRevenue: 0, netCommission: 0 };
    const points = pointsOfDays([
      { date: '2026-11-01', shipments: 2, ...day },
      { date: '2026-11-02', shipments: 5, ...day },
    ]);
    expect(trendReading(points)).toBe('Busiest day: Nov 2, 2026 with 5 of 7 shipments.');
  });

  it('gives all figures of a single month', () => {
    expect(trendReading(pointsOfMonths([month('2026-11', 1)]))).toBe(
      'Nov 2026: 1 shipment, $10.00 gross, $1.00 commission.',
    );
  });
});
