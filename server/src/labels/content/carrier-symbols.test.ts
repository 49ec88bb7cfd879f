import { FNC1 } from '@lading/contract/code128.ts';
import { describe, expect, it } from 'vitest';
import { encodeMaxiCode } from '../barcodes/maxicode.ts';
import { anOrder, oddTexts, SERVICES } from '../label-order.fixture.ts';
import {
  dhlPieceBars,
  dhlRoutingBars,
  fedExBars,
  fedExMessage,
  upsMaxiCode,
  upsMaxiCodeReading,
  upsPostalBars,
  uspsBars,
} from './carrier-symbols.ts';
import { labelContent } from './label-content.ts';

const content = (carrier: keyof typeof SERVICES, to = {}) =>
  labelContent(anOrder(carrier, to), SERVICES[carrier].number);
const CANADA = {
  street1: '500 rue Saint-Jacques',
  city: 'Montréal',
  state: 'QC',
  zip: 'H2Y 1S1',
  country: 'CA',
};

describe('the content of the bar codes', () => {
  it('is destination and number for domestic USPS, only the number for international', () => {
    expect(uspsBars(content('USPS', { zip: '94103-1355' }))).toBe(
      `${FNC1}42094103${FNC1}9400112345600000000124`,
    );
    expect(uspsBars(content('USPS', CANADA))).toBe('9400112345600000000124');
  });

  it('is 420 and the ZIP code for domestic UPS; 421, country and postal code for international', () => {
    expect(upsPostalBars(content('UPS'))).toBe(`${FNC1}42094103`);
    expect(upsPostalBars(content('UPS', CANADA))).toBe(`${FNC1}421124H2Y1S1`);
  });

  it('is the UPS message with ten characters of the number and separate fields for the rest', () => {
    expect(
      upsMaxiCodeReading(upsMaxiCode(content('UPS')))
        .replaceAll('\x1e', '\x1d')
        .split('\x1d'),
    ).toEqual([
      '[)>',
      '01',
      '9694103',
      '840',
      '003',
      '1Z00000127',
      'UPSN',
      '12345E',
      '320',
      '',
      '1/1',
      '3',
      'N',
      '1455 MARKET STREE',
      'SAN FRANCISCO',
      'CA',
      '\x04',
    ]);
    expect(upsMaxiCode(content('UPS', CANADA)).routing).toEqual({
      postalCode: 'H2Y1S1',
      country: 124,
      serviceClass: 3,
    });
  });

  it('is 34 digits that end with the number for FedEx, and an envelope with its fields', () => {
    expect(fedExBars(content('FedEx'))).toBe(`${FNC1}9622001900000000000000794808390594`);
    const express = { ...content('FedEx'), service: 'fedex_2day', serviceName: 'FedEx 2Day' };
    expect(fedExBars(express)).toBe('1001900000000009410300794808390594');
    expect(fedExMessage(content('FedEx')).split('\x1d').slice(0, 5)).toEqual([
      '[)>\x1e01',
      '0294103',
      '840',
      '019',
      '794808390594',
    ]);
    expect(fedExMessage(content('FedEx')).endsWith('\x1e\x04')).toBe(true);
  });

  it('is routing code and waybill for DHL', () => {
    expect(dhlRoutingBars(content('DHL', CANADA))).toBe('2LCAH2Y1S1+48000000');
    expect(dhlPieceBars(content('DHL'))).toBe('JD0100003318810025');
  });

  it('fits MaxiCode for any address', () => {
    const texts = oddTexts(800, 120);
    for (let at = 0; at < texts.length; at += 4) {
      const [street1 = '', city = '', state = '', zip = ''] = texts.slice(at);
      const { routing, text } = upsMaxiCode(content('UPS', { street1, city, state, zip }));
      expect(encodeMaxiCode(routing, text).codewords).toHaveLength(144);
    }
  });
});
