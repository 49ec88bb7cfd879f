import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import { CARRIERS } from '@lading/contract/parcel.ts';
import { describe, expect, it } from 'vitest';
import { anOrder, SERVICES } from '../label-order.fixture.ts';
import { makeLabel } from '../make-label.ts';
import type { StoredLabel } from '../port.ts';
import { mergeLabels } from './merge-labels.ts';
import type { MergeOptions } from './merge-pieces.ts';
import { pageOf, readStoredPage } from './stored-page.ts';

const labels = CARRIERS.map((carrier) => makeLabel(anOrder(carrier), SERVICES[carrier].number));

async function pdfOf(merged: Iterable<StoredLabel>, options?: MergeOptions): Promise<Uint8Array> {
  const left = (label: object) => expect.fail(`Skipped: ${JSON.stringify(label)}`);
  return buffer(mergeLabels(merged, left, options));
}

/** Reads a PDF through its cross-reference table: every offset must lead to the right object. */
function objectsOf(bytes: Uint8Array): Map<number, string> {
  const text = Buffer.from(bytes).toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(start, start + 5)).toBe('xref\n');
  const count = Number(/^xref\n0 (\d+)\n/.exec(text.slice(start))?.[1]);
  const first = text.indexOf('\n', start + 5) + 1;
  const objects = new Map<number, string>();
  for (let id = 1; id < count; id++) {
    const entry = text.slice(first + 20 * id, first + 20 * id + 20);
    expect(entry).toMatch(/^\d{10} 00000 n \n$/);
    const place = Number(entry.slice(0, 10));
    const end = text.indexOf('endobj', place);
    expect(text.slice(place).startsWith(`${id} 0 obj\n`)).toBe(true);
    objects.set(id, text.slice(place, end));
  }
  return objects;
}

const countOf = (objects: Map<number, string>, part: string) =>
  [...objects.values()].filter((object) => object.includes(part)).length;

/** The ids of all pages, walking the tree from its root. */
function pageIds(objects: Map<number, string>, id = 2): number[] {
  const node = objects.get(id) ?? '';
  if (node.includes('/Type/Page/')) return [id];
  const kids = /\/Kids\[([^\]]*)\]/.exec(node)?.[1]?.match(/\d+(?= 0 R)/g) ?? [];
  const found = kids.flatMap((kid) => {
    expect(objects.get(Number(kid))).toContain(`/Parent ${id} 0 R`);
    return pageIds(objects, Number(kid));
  });
  expect(node).toContain(`/Count ${found.length}`);
  return found;
}

function contentOf(objects: Map<number, string>, page: number): string {
  const id = Number(/\/Contents (\d+) 0 R/.exec(objects.get(page) ?? '')?.[1]);
  const object = objects.get(id) ?? '';
  const stream = /stream\n([\s\S]*)\nendstream/.exec(object)?.[1] ?? '';
  expect(object).toContain(`/Length ${stream.length}>>`);
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
}

describe('merging stored labels', () => {
  it('keeps their order and content, even across nodes of the page tree', async () => {
    const many = Array.from({ length: 150 }, (_, index) => labels.slice(index % 4)[0]).filter(
      (label) => !!label,
    );
    const objects = objectsOf(await pdfOf(many));
    const ids = pageIds(objects);
    expect(ids).toHaveLength(150);
    ids.forEach((id, index) => {
      const expected = inflateSync(pageOf(many[index]?.bytes ?? new Uint8Array())).toString('latin1');
      expect(contentOf(objects, id)).toBe(expected);
      expect(objects.get(id)).toContain('/MediaBox[0 0 288 432]');
    });
  });

  it.each([
    ['letter', 1, 5],
    ['letter', 2, 3],
    ['a4', 1, 5],
    ['a4', 2, 3],
  ] as const)('places five labels on %s sheets, %s per sheet: %s sheets', async (paper, perSheet, sheets) => {
    const objects = objectsOf(await pdfOf([...labels, ...labels.slice(0, 1)], { paper, perSheet }));
    expect(pageIds(objects)).toHaveLength(sheets);
    expect(countOf(objects, '/BBox[0 0 288 432]')).toBe(5);
    expect(
      countOf(objects, paper === 'letter' ? '/MediaBox[0 0 612 792]' : '/MediaBox[0 0 595.28 841.89]'),
    ).toBe(sheets);
  });

  it('makes a valid document without pages', async () => {
    expect(pageIds(objectsOf(await pdfOf([])))).toEqual([]);
  });

  it('streams chunks and requests the next page only after each', async () => {
    let asked = 0;
    async function* source(): AsyncGenerator<StoredLabel> {
      for (asked = 1; asked <= 400; asked++) yield* labels.slice(1, 2);
    }
    const first = await mergeLabels(source(), () => null).next();
    expect(first.done).toBe(false);
    expect(first.value?.length).toBeLessThan(100_000);
    expect(asked).toBeLessThan(60);
  });

  it('skips a damaged label and reports its position', async () => {
    const [first, second] = labels;
    const damaged: StoredLabel = { format: 'lading-page', bytes: Buffer.from('something else') };
    const left: unknown[] = [];
    const merged = await buffer(
      mergeLabels(
        [first, damaged, second].filter((label) => !!label),
        (label) => {
          left.push(label);
          return null;
        },
      ),
    );
    expect(pageIds(objectsOf(merged))).toHaveLength(2);
    expect(left).toEqual([{ index: 1, text: 'This file cannot be merged: it is damaged.' }]);
  });

  it('puts the given page in the place of a damaged label', async () => {
    const [first, second] = labels;
    const damaged: StoredLabel = { format: 'lading-page', bytes: Buffer.from('something else') };
    const given = [damaged, first].filter((label) => !!label);
    const merged = await buffer(mergeLabels(given, () => second ?? null));
    const expected = await buffer(
      mergeLabels(
        [second, first].filter((label) => !!label),
        () => expect.fail(),
      ),
    );
    expect(merged.equals(expected)).toBe(true);
  });

  it('aligns bars to whole dots', () => {
    for (const { bytes } of labels) {
      const content = inflateSync(pageOf(bytes)).toString('latin1');
      expect(content.startsWith('0.35467980 0 0 0.35467980 0 0 cm\n')).toBe(true);
      const codes = content.match(/^q (\d+ ){6}cm\n((\d+ ){4}re\n)+f Q$/gm) ?? [];
      expect(codes.length).toBeGreaterThan(0);
      const rectangles = content.match(/^.* re$/gm) ?? [];
      expect(rectangles.length).toBeGreaterThan(60);
      for (const rectangle of rectangles) expect(rectangle).toMatch(/^(\d+ ){4}re$/);
    }
  });
});

describe('a stored label', () => {
  it('returns its page and its content', () => {
    const { bytes, format } = makeLabel(anOrder('USPS', { name: 'Zoë (Ltd) \\ ☃' }), SERVICES.USPS.number);
    const { page, content } = readStoredPage(bytes);
    expect(format).toBe('lading-page');
    expect(content.to.name).toBe('Zoë (Ltd) \\ ☃');
    expect(inflateSync(page).toString('latin1')).toContain('(ZO\xcb \\(LTD\\) \\\\ [1 OTHER CHARACTER])');
  });

  it.each([
    [new Uint8Array()],
    [Buffer.from('%PDF-1.4 something else')],
    [Buffer.from('LPG1\xff\xff\xff\xff', 'latin1')],
  ])('is not read from other bytes: %#', (bytes) => {
    expect(() => readStoredPage(bytes)).toThrow('not a stored label');
  });
});
