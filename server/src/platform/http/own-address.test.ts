import { expect, it } from 'vitest';
import { ownAddress } from './own-address.ts';

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['2001:db8::5', 'http://[2001:db8::5]:3000'],
  ['192.0.2.7', 'http://192.0.2.7:3000'],
  ['shop.example', 'http://shop.example:3000'],
])('the address of a process that listens on %s is valid', (host, address) => {
  expect(ownAddress({ host, tls: null }, 3000)).toBe(address);
  expect(new URL(address).port).toBe('3000');
});

it('the address of a process with a certificate starts with https', () => {
  expect(ownAddress({ host: '::1', tls: {} }, 3443)).toBe('https://[::1]:3443');
});
