import { encodeCode128, FNC1 } from '@lading/contract/code128.ts';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import { labelContent } from '../content/label-content.ts';
import { RESOLUTIONS } from '../drawing/drawing.ts';
import { anOrder, SERVICES } from '../label-order.fixture.ts';
import { drawLabel } from '../layout/draw-label.ts';
import { code128Field } from './code128-field.ts';
import { renderZpl } from './render-zpl.ts';

const zplOf = (
  carrier: (typeof CARRIERS)[number],
  resolution: (typeof RESOLUTIONS)[number] = 203,
  name = 'Maria',
) => renderZpl(drawLabel(labelContent(anOrder(carrier, { name }), SERVICES[carrier].number), resolution));

describe('a ZPL label', () => {
  it.each(CARRIERS.flatMap((carrier) => RESOLUTIONS.map((resolution) => [carrier, resolution] as const)))(
    'of %s at %s dpi is one complete format of the right size with the sample notice',
    (carrier, resolution) => {
      const zpl = zplOf(carrier, resolution);
      expect(zpl.startsWith('^XA\n')).toBe(true);
      expect(zpl.endsWith('^XZ\n')).toBe(true);
      expect(zpl).toContain(`^PW${4 * resolution}^LL${6 * resolution}`);
      expect(zpl).toContain('^FR^FH_^FDSAMPLE _E2_80_94 NOT VALID FOR POSTAGE^FS');
      expect(zpl.match(/\^FD/g)?.length).toBe(zpl.match(/\^FD[^^~]*\^FS/g)?.length);
    },
  );

  it('uses the bar codes of the printer', () => {
    expect(zplOf('USPS')).toContain('^BCN,172,N,N,N,N^FD>;>842094103>89400112345600000000124^FS');
    expect(zplOf('UPS')).toContain('^BD2,1,1^FH_^FD003840941030000[)>_1E01_1D961Z00000127_1DUPSN');
    expect(zplOf('FedEx', 300)).toContain('^BY4^B7N,5,4,10,,N^FH_^FD[)>_1E01_1D0294103_1D840');
    expect(zplOf('DHL')).toContain('^FD>:2LUS94103+>548000000^FS');
  });

  it('never lets a name become a command (IN09)', () => {
    const zpl = zplOf('USPS', 203, 'EVIL^XZ~JR_5E\\');
    expect(zpl).toContain('^FDEVIL_5EXZ_7EJR_5F5E_5C_5C^FS');
    expect(zpl.match(/\^XZ/g)).toHaveLength(1);
    expect(zpl).not.toContain('~');
  });

  it.each([
    ['1Z12345E0300000127', '>:1Z12345E>50300000127'],
    [`${FNC1}42094103`, '>;>842094103'],
    ['A^B>C~', '>:A><B>0C>='],
    ['99', '>;99'],
  ])('uses the same symbol characters for %j', (text, field) => {
    expect(code128Field(encodeCode128(text))).toBe(field);
  });
});
