import { expect, it } from 'vitest';
import { badgesFor } from './badges.ts';

const textsAt = (address: string, provider: string | null) =>
  badgesFor(new URL(address) as unknown as Location, provider).map(({ text }) => text);

it('claims SSL and PCI DSS where both are true', () => {
  expect(textsAt('https://shop.example/', 'Stripe')).toEqual([
    'SSL encrypted',
    'PCI DSS, by Stripe',
    'Stripe',
  ]);
});

it('shows no SSL badge on a connection that others can read', () => {
  expect(textsAt('http://shop.example/', 'Stripe')).toEqual(['PCI DSS, by Stripe', 'Stripe']);
  expect(textsAt('http://10.0.0.4:3000/', null)).toEqual(['Payment provider']);
});

it.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'shows both badges on %s with text that is true for the test gateway',
  (address) => {
    expect(textsAt(address, 'Test gateway')).toEqual([
      'SSL: local connection',
      'PCI: test cards only',
      'Test gateway',
    ]);
  },
);
