import { describe, expect, it } from 'vitest';
import { centsOf, gramsOf } from './shopify-amounts.ts';
import { shopDomainOf } from './shopify-domain.ts';

describe('an amount', () => {
  it.each([
    ['51.30', 5130],
    ['0', 0],
    ['0.0', 0],
    ['1000', 100_000],
    ['19.99', 1999],
    ['1.005', 101],
    ['9.3349', 933],
    ['-6.00', -600],
    ['-0.00', 0],
    ['90071992547.09', 9_007_199_254_709],
    [18, 1800],
  ])('of %s is %d cents', (amount, cents) => {
    expect(centsOf(amount)).toBe(cents);
  });

  it.each(['', '1,000.00', '1e3', 'NaN', '12.', '9999999999999'])('is not read from ‘%s’', (amount) => {
    expect(() => centsOf(amount)).toThrow('not a decimal number');
  });
});

describe('a weight', () => {
  it.each([
    [16, 'OUNCES', 453.59237],
    [0.05, 'OUNCES', 1.41747615625],
    [1.5, 'KILOGRAMS', 1500],
    [1, 'POUNDS', 453.59237],
    [250.4, 'GRAMS', 250.4],
    [0.2, 'GRAMS', 0.2],
    [0, 'GRAMS', null],
    [-1, 'GRAMS', null],
    [3, 'STONES', null],
  ])('of %d %s is %s grams', (value, unit, grams) => {
    const found = gramsOf({ value, unit });
    if (grams === null) expect(found).toBeNull();
    else expect(found).toBeCloseTo(grams, 9);
  });

  it('is unknown if Shopify has none', () => {
    expect(gramsOf(null)).toBeNull();
  });
});

describe('the address of a store', () => {
  it.each([
    'some-shop.myshopify.com',
    ' Some-Shop.myshopify.com ',
    'https://some-shop.myshopify.com/admin/orders?x=1',
    'https://admin.shopify.com/store/some-shop',
    'admin.shopify.com/store/some-shop/orders',
  ])('is found in ‘%s’', (text) => {
    expect(shopDomainOf(text)).toBe('some-shop.myshopify.com');
  });

  it.each([
    '',
    'some-shop',
    'some-shop.com',
    'myshopify.com',
    '.myshopify.com',
    '-a.myshopify.com',
    'a.b.myshopify.com',
    'some-shop.myshopify.com.evil.example',
    'evil.example/some-shop.myshopify.com',
    'https://some-shop.myshopify.com@evil.example',
    'https://user:pass@some-shop.myshopify.com',
    'some-shop.myshopify.com:8443',
    'evil.example#.myshopify.com',
    'admin.shopify.com/store/evil.example%2F',
    'admin.shopify.com/settings',
    'ftp://some-shop.myshopify.com',
    'http://127.0.0.1',
  ])('is not found in ‘%s’', (text) => {
    expect(shopDomainOf(text)).toBeNull();
  });
});
