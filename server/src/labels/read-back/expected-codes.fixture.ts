import type { LabelRequest } from '../port.ts';

/** The expected bar codes of a label, computed from the order without the code that draws it. */
interface ExpectedCodes {
  /** From top to bottom; function characters between fields are GS. */
  linear: string[];
  /** Fields of the PDF417 or MaxiCode. A long street or city is truncated. */
  fields: string[];
}

const GS = '\x1d';
/** GS ends a field, RS ends a part of the envelope. */
export const FIELD_END = new RegExp(`[${GS}\x1e]`);

const COUNTRY_NUMBERS: Record<string, string> = {
  US: '840',
  CA: '124',
  DE: '276',
  GB: '826',
  JP: '392',
  HK: '344',
};
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
const zip5 = (zip: string) => zip.slice(0, 5);
const shortened = (zip: string) => zip.replace(/[ -]/g, '');
const dayOfYear = (date: string) => {
  const day = new Date(`${date}T00:00:00Z`);
  const first = new Date(`${date.slice(0, 4)}-01-01T00:00:00Z`);
  return String((day.getTime() - first.getTime()) / 86_400_000 + 1).padStart(3, '0');
};

export function expectedCodes(order: LabelRequest, number: string): ExpectedCodes {
  const { to, rate, parcel, shipDate } = order;
  const home = to.country === 'US';
  const country = COUNTRY_NUMBERS[to.country] ?? '';
  switch (rate.carrier) {
    case 'USPS':
      return {
        linear: [home && /^\d+$/.test(number) ? `420${zip5(to.zip)}${GS}${number}` : number],
        fields: [],
      };
    case 'UPS':
      return {
        linear: [home ? `420${zip5(to.zip)}` : `421${country}${shortened(to.zip)}`, number],
        fields: [
          '[)>',
          '01',
          `96${home ? shortened(to.zip) : shortened(to.zip).slice(0, 6)}`,
          country,
          number.slice(8, 10).padStart(3, '0'),
          `1Z${number.slice(10)}`,
          'UPSN',
          number.slice(2, 8),
          dayOfYear(shipDate),
          '',
          '1/1',
          String(Math.ceil(parcel.weightLb)),
          'N',
          plain(to.street1),
          plain(to.city),
          plain(to.state).slice(0, 2),
          '\x04',
        ],
      };
    case 'FedEx': {
      const ground = /ground|home/.test(rate.service);
      const padded = number.padStart(14, '0');
      return {
        linear: [
          ground
            ? `96220019000000000000${padded}`
            : `100190000000000${home ? zip5(to.zip) : '00000'}${padded}`,
        ],
        fields: [
          '[)>',
          '01',
          `02${home ? zip5(to.zip) : shortened(to.zip)}`,
          country,
          ground ? '019' : '001',
          number,
          ground ? 'FDEG' : 'FDE',
          '0000000',
          dayOfYear(shipDate),
          '',
          '1/1',
          `${parcel.weightLb}LB`,
          'N',
          plain(to.street1),
          plain(to.city),
          plain(to.state),
          plain(to.name),
          '\x04',
        ],
      };
    }
    case 'DHL':
      return {
        linear: [number, `2L${to.country}${shortened(to.zip)}+48000000`, `JD01${number.padStart(14, '0')}`],
        fields: [],
      };
  }
}
