import { deflateSync, inflateSync } from 'node:zlib';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import { labelContent } from '../content/label-content.ts';
import { anOrder, SERVICES } from '../label-order.fixture.ts';
import { drawLabel } from '../layout/draw-label.ts';
import { drawTestPage } from '../layout/test-page.ts';
import { fragmentOf, phraseOf } from './deflate-fragments.ts';
import { DeflatedPage } from './deflated-page.ts';
import { pageStream } from './page-stream.ts';

const EVERY_BYTE = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
const PHRASE = phraseOf('the same words again\n');
const PARTS = ['', 'x', 'a fragment', EVERY_BYTE].map((text) => ({ text, fragment: fragmentOf(text) }));

/** zlib checks the checksum at the end. */
const textOf = (page: Uint8Array) => inflateSync(page).toString('latin1');

describe('a deflated page', () => {
  it('inflates to what was written, in any order of texts, numbers, fragments and phrases', () => {
    const page = new DeflatedPage();
    for (let round = 0; round < 200; round++) {
      let expected = '';
      let state = round;
      page.begin();
      for (let step = 0; step < round; step++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const part = PARTS[(state >>> 8) % PARTS.length];
        const kind = (state >>> 16) % 4;
        if (kind === 0) {
          page.text(EVERY_BYTE.slice(state % 200));
          expected += EVERY_BYTE.slice(state % 200);
        } else if (kind === 1) {
          page.number((state >>> 20) - 100);
          expected += `${(state >>> 20) - 100} `;
        } else if (kind === 2 && part) {
          page.fragment(part.fragment);
          expected += part.text;
        } else {
          page.phrase(PHRASE);
          expected += 'the same words again\n';
        }
      }
      expect(textOf(page.finish())).toBe(expected);
    }
  });

  it('inflates when it is long and a phrase is farther back than a reference reaches', () => {
    const page = new DeflatedPage();
    const far = EVERY_BYTE.repeat(300);
    page.begin();
    page.phrase(PHRASE);
    page.text(far);
    page.phrase(PHRASE);
    page.phrase(PHRASE);
    const words = 'the same words again\n';
    expect(textOf(page.finish())).toBe(`${words}${far}${words}${words}`);
  });

  it('writes lists with a phrase between their fragments', () => {
    const page = new DeflatedPage();
    const texts = Array.from({ length: 900 }, (_, at) => `${at * at} 1 ${at % 9} `);
    const fragments = texts.map(fragmentOf);
    for (const length of [0, 1, 2, 3, 900]) {
      page.begin();
      page.text(EVERY_BYTE.slice(0, length % 256));
      page.list(PHRASE, fragments, length);
      page.phrase(PHRASE);
      const listed = texts.slice(0, length).join('the same words again\n');
      expect(textOf(page.finish())).toBe(
        `${EVERY_BYTE.slice(0, length % 256)}${listed}the same words again\n`,
      );
    }
  });

  it('can start with what another page started with', () => {
    const page = new DeflatedPage();
    page.begin();
    page.text('shared ');
    page.phrase(PHRASE);
    const start = page.start();
    page.text('first');
    expect(textOf(page.finish())).toBe('shared the same words again\nfirst');
    page.begin(start);
    page.phrase(PHRASE);
    page.text('second');
    expect(textOf(page.finish())).toBe('shared the same words again\nthe same words again\nsecond');
  });
});

describe('the page of a label', () => {
  it.each(CARRIERS)('of %s is at most 1.7 times as large as zlib would make it', (carrier) => {
    const page = pageStream(drawLabel(labelContent(anOrder(carrier), SERVICES[carrier].number)));
    expect(page.length).toBeLessThan(1.7 * deflateSync(inflateSync(page), { level: 1 }).length);
  });

  it('is the same with and without its template', () => {
    for (const carrier of CARRIERS) {
      const label = drawLabel(labelContent(anOrder(carrier), SERVICES[carrier].number));
      const { template, ...drawing } = label;
      expect(template?.length).toBeGreaterThan(10);
      expect(textOf(pageStream(drawing))).toBe(textOf(pageStream(label)));
    }
    expect(textOf(pageStream(drawTestPage()))).toContain('(Test label) Tj');
  });
});
