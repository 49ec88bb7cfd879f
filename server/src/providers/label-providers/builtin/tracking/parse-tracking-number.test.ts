import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTrackingNumber } from './parse-tracking-number.ts';

const SHARED = resolve(import.meta.dirname, '../../../../../../../shared/testdata/tracking');

interface CourierFile {
  tracking_numbers: { id?: string; name: string; test_numbers: { valid: string[]; invalid: string[] } }[];
}

function vectorsOf(file: string) {
  const { tracking_numbers } = JSON.parse(readFileSync(resolve(SHARED, file), 'utf8')) as CourierFile;
  return tracking_numbers.map(({ id, name, test_numbers }) => ({
    format: id ?? name.toLowerCase().replaceAll(' ', '_'),
    ...test_numbers,
  }));
}

const brief = (text: string) =>
  parseTrackingNumber(text).map(({ carrier, number, valid }) => `${carrier} ${number}${valid ? '' : ' ?'}`);

describe('the outside vectors', () => {
  it.for<[file: string, valid: number, invalid: number]>([
    ['canadapost.json', 3, 3],
    ['dhl.json', 16, 16],
    ['fedex.json', 34, 9],
    ['s10.json', 4, 2],
    ['ups.json', 12, 8],
    ['usps.json', 31, 11],
  ])(
    'of ../shared/testdata/tracking/%s are all judged as it says: %i valid, %i invalid',
    ([file, valid, invalid], context) => {
      if (!existsSync(resolve(SHARED, file)))
        context.skip('../shared/testdata/tracking is not on this machine');
      const formats = vectorsOf(file);
      expect(formats.flatMap((format) => format.valid)).toHaveLength(valid);
      expect(formats.flatMap((format) => format.invalid)).toHaveLength(invalid);
      for (const { format, ...numbers } of formats) {
        const best = numbers.valid.map((number) => parseTrackingNumber(number)[0]);
        expect(best.map((candidate) => [candidate?.format, candidate?.valid])).toEqual(
          numbers.valid.map(() => [format, true]),
        );
        const passed = numbers.invalid.filter((number) =>
          parseTrackingNumber(number).some((candidate) => candidate.format === format && candidate.valid),
        );
        expect(passed).toEqual([]);
      }
    },
  );
});

describe('a pasted tracking number', () => {
  it('is found whatever surrounds it and however it is grouped', () => {
    expect(brief('my 9400111206206406260787')).toEqual(['USPS 9400111206206406260787']);
    expect(brief('TRK# 7948 0839 0594, thanks')).toEqual(['FedEx 794808390594']);
    expect(brief('TRACKING #: 1z 5r8 939 03 5756 7127')).toEqual(['UPS 1Z5R89390357567127']);
    expect(brief('Waybill 33-1881-0025.')).toEqual(['DHL 3318810025']);
    expect(brief('rb 123 456 785 us')).toEqual(['USPS RB123456785US']);
    expect(brief('9400\u200b1112\u00a00620\u20116406 2607 87')).toEqual(['USPS 9400111206206406260787']);
  });

  it('comes out of a scanned bar code without its routing, which is told apart', () => {
    const text = ']C1420941031234\u001d9400111206206406260787';
    expect(parseTrackingNumber(text)).toEqual([
      {
        carrier: 'USPS',
        format: 'usps_impb_n',
        formatName: 'USPS package, online label',
        number: '9400111206206406260787',
        scanned: '4209410312349400111206206406260787',
        valid: true,
        checked: true,
        serviceCode: '001',
        serviceName: 'USPS Tracking',
        account: '112062',
        destinationZip: '941031234',
      },
    ]);
    expect(brief('(420)94103(94)00111206206406260787')).toEqual(['USPS 9400111206206406260787']);
    expect(brief('9622001560001234567100794808390594')).toEqual(['FedEx 794808390594']);
  });

  it('with a mistyped digit is named as that carrier’s, and not as what some of its groups would pass for', () => {
    expect(brief('9400 1112 0620 6406 2607 88')).toEqual(['USPS 9400111206206406260788 ?']);
    expect(brief('1Z5R89390357567128')).toEqual(['UPS 1Z5R89390357567128 ?']);
  });

  it('takes in neither the words nor the figures beside it', () => {
    expect(brief('GM2951173225174494 has 2 come')).toEqual(['DHL GM2951173225174494']);
    expect(brief('GM2951173225174494 2 days')).toEqual(['DHL GM2951173225174494']);
    expect(brief('GM 2951173225174494 has come')).toEqual(['DHL GM2951173225174494']);
    expect(brief('order 12 794808390594')).toEqual(['FedEx 794808390594']);
    expect(brief('it is in 794808390594')).toEqual(['FedEx 794808390594']);
  });

  it('keeps its letters: an L where a digit belongs is not routing', () => {
    expect(brief('42090L469261290336128704216936')).toEqual([]);
    expect(brief('A60120172242323')).toEqual([]);
  });

  it('may stand among others, the surest first', () => {
    expect(brief('call 415-555-1235 about 1Z5R89390357567127')).toEqual([
      'UPS 1Z5R89390357567127',
      'DHL 4155551235 ?',
    ]);
    expect(brief('794808390594 3318810025')).toEqual(['FedEx 794808390594', 'DHL 3318810025']);
    expect(brief('794808\n390594')).toEqual([]);
    expect(brief('3318810025\n8487135506')).toEqual(['DHL 3318810025', 'DHL 8487135506']);
  });

  it('that several carriers could have issued is listed for each, in a fixed order', () => {
    const candidates = parseTrackingNumber('RX123456785DE');
    expect(candidates.map(({ format, checked }) => [format, checked])).toEqual([
      ['s10', true],
      ['dhl_ecommerce', false],
    ]);
    expect(parseTrackingNumber('71969010756003077386').map(({ format, valid }) => [format, valid])).toEqual([
      ['usps_legacy', false],
      ['usps_20', false],
    ]);
  });

  it('is not listed with a wrong check digit beside a reading with a right one', () => {
    expect(parseTrackingNumber('71969010756003077385').map(({ format }) => format)).toEqual(['usps_legacy']);
  });

  it('with its ZIP is read in the way that makes the check digit right', () => {
    // Nine digits of ZIP and 22, or five and 26: here only the second adds up.
    const [candidate] = parseTrackingNumber('4206537194979431803955686862724142');
    expect(candidate).toMatchObject({
      valid: true,
      destinationZip: '65371',
      number: '94979431803955686862724142',
    });
  });

  it('in full-width figures is read; foreign digits are not taken for ours', () => {
    expect(brief('１Ｚ５Ｒ８９３９０３５７５６７１２７')).toEqual(['UPS 1Z5R89390357567127']);
    expect(brief('٧٩٤٨٠٨٣٩٠٥٩٤')).toEqual([]);
    expect(brief('')).toEqual([]);
  });

  it.each([
    ['ten million digits', '1'.repeat(10_000_000)],
    ['a million single digits', '1 '.repeat(1_000_000)],
    ['beginnings of long numbers', '9 4 '.repeat(500_000)],
    ['beginnings of open numbers', 'GM 1 '.repeat(500_000)],
    ['signs that grow when normalised', 'ﷺ'.repeat(1_000_000)],
    ['dashes', '-'.repeat(1_000_000)],
    ['halves of signs', '\ud800'.repeat(1_000_000)],
    ['nothing visible', '\u200b1'.repeat(1_000_000)],
  ])('drowned in %s is answered at once', (_, text) => {
    const before = process.cpuUsage();
    expect(() => parseTrackingNumber(text)).not.toThrow();
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(400);
  });
});
