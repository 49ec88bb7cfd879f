import { describe, expect, it } from 'vitest';
import { relyingPartyAt } from './relying-party.ts';

describe('the relying party of passkeys', () => {
  it.each([
    ['https://labels.example.com', 'labels.example.com', 'https://labels.example.com'],
    ['https://labels.example.com:8443/app', 'labels.example.com', 'https://labels.example.com:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ])('at %s has the id %s', (publicUrl, id, origin) => {
    expect(relyingPartyAt(publicUrl)).toEqual({ id, name: 'Lading', origin });
  });

  it.each([
    'http://192.168.1.20:3000',
    'https://192.168.1.20',
    'https://[::1]:3000',
    'http://labels.lan',
    '',
  ])('does not exist for %s', (publicUrl) => {
    expect(relyingPartyAt(publicUrl)).toBeNull();
  });
});
