import { deflateSync } from 'node:zlib';
import { cpuMsOfRun } from '@lading/contract/cpu-growth.fixture.ts';
import fc from 'fast-check';
import { PDFDocument, PDFName, PDFNumber } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTier } from '../../../../test/tier.ts';
import { kitPdf, packedPdf, plainPdf } from './foreign-pdfs.fixture.ts';
import { type ForeignPdf, readForeignPdf } from './read-foreign-pdf.ts';

function read(bytes: Uint8Array): ForeignPdf {
  const reading = readForeignPdf(bytes);
  if (reading.outcome !== 'read') throw new Error(`Refused: ${reading.text}`);
  return reading;
}

const refusal = (bytes: Uint8Array) => {
  const reading = readForeignPdf(bytes);
  return reading.outcome === 'refused' ? reading.text : 'read';
};

/** A file of the given objects with a valid table; the first is the catalog. */
function fileOf(objects: string[], trailer = ''): Buffer {
  const parts = ['%PDF-1.4\n'];
  const offsets = objects.map((body, index) => {
    const offset = parts.join('').length;
    parts.push(`${index + 1} 0 obj\n${body}\nendobj\n`);
    return offset;
  });
  const start = parts.join('').length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`);
  parts.push(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

/** Of processor time, so that other work on the machine does not count. */
const SOON_MS = 10_000;
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 288 432]>>';
const PAGE = '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>';
const streamOf = (content: string, length: number | string = content.length, entries = '') =>
  `<<${entries}/Length ${length}>>stream\n${content}\nendstream`;

describe('a foreign PDF', () => {
  it.each([
    ['with packed objects', () => packedPdf({ pages: 3 })],
    ['with a plain table', () => plainPdf({ pages: 3 })],
    ['of version 1.3', () => kitPdf({ pages: 3, version: '1.3' })],
    ['of version 1.7', () => kitPdf({ pages: 3, version: '1.7' })],
    [
      'with leading junk',
      async () => Buffer.concat([Buffer.from('\r\njunk\n'), await plainPdf({ pages: 3 })]),
    ],
  ])('is read %s', async (_how, make) => {
    const { pages, objects } = read(await make());
    expect(pages.map(({ box }) => [box.width, box.height])).toEqual([
      [288, 432],
      [288, 432],
      [288, 432],
    ]);
    expect(pages.every(({ contents }) => contents.length > 0)).toBe(true);
    expect(objects.size).toBeGreaterThan(0);
  });

  it('is read with its latest changes', async () => {
    const first = fileOf([CATALOG, PAGES, PAGE, streamOf('old')]);
    const start = Number(/startxref\n(\d+)/.exec(first.toString('latin1'))?.[1]);
    const body = `4 0 obj\n${streamOf('new one')}\nendobj\n`;
    const table = `xref\n4 1\n${String(first.length).padStart(10, '0')} 00000 n \n`;
    const trailer = `trailer\n<</Size 5/Root 1 0 R/Prev ${start}>>\nstartxref\n${first.length + body.length}\n%%EOF\n`;
    const changed = Buffer.concat([first, Buffer.from(body + table + trailer)]);
    expect(Buffer.from(read(changed).pages[0]?.contents[0]?.bytes ?? []).toString()).toBe('new one');
  });

  it('keeps the rotation and the visible part of its pages', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([600, 800]);
    page.setCropBox(100, 50, 288, 432);
    page.node.set(PDFName.of('Rotate'), PDFNumber.of(-90));
    expect(read(await document.save()).pages[0]).toMatchObject({
      box: { x: 100, y: 50, width: 288, height: 432 },
      quarterTurns: 3,
    });
  });

  it('is read without the objects that its pages do not need', async () => {
    const page = '<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R]/Resources<</XObject<</A 6 0 R>>>>>>';
    const link = '<</Type/Annot/Subtype/Link/P 3 0 R/A<</S/URI/URI(http://example.test)>>>>';
    const form =
      '<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Parent 3 0 R/Metadata 5 0 R/Length 0>>stream\n\nendstream';
    const { objects } = read(fileOf([CATALOG, PAGES, page, streamOf('q Q'), link, form]));
    expect([...objects.keys()]).toEqual([6]);
  });
});

describe('a PDF that cannot be used', () => {
  const page = (contents: string) => [CATALOG, PAGES, PAGE, contents];
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024)).toString('latin1');

  it.each<[string, Uint8Array, RegExp]>([
    ['empty', new Uint8Array(), /not a PDF/],
    ['HTML', Buffer.from('<html>Sorry</html>'), /not a PDF/],
    ['truncated', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>'), /incomplete/],
    ['eleven megabytes', Buffer.alloc(11 * 1024 * 1024, '%PDF-1.7 '), /too large/],
    ['no pages', fileOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>']), /no pages/],
    ['no root', fileOf(['<<>>']), /invalid page tree/],
    [
      'pages that contain each other',
      fileOf([CATALOG, '<</Kids[3 0 R]>>', '<</Kids[2 0 R]>>']),
      /invalid page tree/,
    ],
    [
      'the same page a hundred times',
      fileOf([CATALOG, `<</MediaBox[0 0 99 99]/Kids[${'3 0 R '.repeat(100)}]>>`, PAGE]),
      /invalid page tree/,
    ],
    ['a page without a size', fileOf([CATALOG, '<</Kids[3 0 R]>>', PAGE]), /no size/],
    ['a page without width', fileOf([CATALOG, PAGES.replace('288', '0'), PAGE, streamOf('')]), /no size/],
    ['a stream longer than the file', fileOf(page(streamOf('x', 1_000_000_000))), /damaged/],
    ['a stream that ends elsewhere', fileOf(page(streamOf('x'.repeat(50), 10))), /damaged/],
    ['a stream whose length is itself', fileOf(page(streamOf('x', '4 0 R'))), /refers to itself/],
    [
      'a long chain of lengths',
      fileOf([
        CATALOG,
        PAGES,
        PAGE,
        ...Array.from({ length: 4000 }, (_, at) => streamOf('x', `${at + 5} 0 R`)),
      ]),
      /too complex/,
    ],
    [
      'a long chain of references',
      fileOf(page('5 0 R').concat(Array.from({ length: 20 }, (_, at) => `${at + 6} 0 R`))),
      /too complex/,
    ],
    ['a page of a hundred thousand parts', fileOf(page(`[${'5 0 R '.repeat(100_000)}]`)), /too many parts/],
    [
      'a cross-reference stream whose length is defined inside it',
      Buffer.from(
        `%PDF-1.5\n1 0 obj\n${streamOf('x', '5 0 R', '/Type/XRef/W[1 2 1]/Size 9')}\nendobj\nstartxref\n9\n%%EOF\n`,
      ),
      /damaged/,
    ],
    ['endless brackets', fileOf(page(`${'['.repeat(100_000)}`)), /nested/],
    ['endless dictionaries', fileOf(page(`${'<</A '.repeat(100_000)}`)), /nested/],
    ['an unterminated string', fileOf(page('(never closed')), /damaged/],
    ['an older table beyond its end', fileOf(page(streamOf('x')), '/Prev 99999999'), /damaged/],
    ['a name where a value should be', fileOf([CATALOG, PAGES, '<</Contents endobj>>']), /damaged/],
    [
      'a cross-reference stream that expands to 64 megabytes',
      Buffer.from(
        `%PDF-1.5\n1 0 obj\n${streamOf(bomb, bomb.length, '/Type/XRef/W[1 2 1]/Size 9/Filter/FlateDecode')}\nendobj\nstartxref\n9\n%%EOF\n`,
        'latin1',
      ),
      /too large/,
    ],
  ])('is refused with a reason: %s', (_what, bytes, reason) => {
    let text = '';
    expect(
      cpuMsOfRun(() => {
        text = refusal(bytes);
      }),
    ).toBeLessThan(SOON_MS);
    expect(text).toMatch(reason);
  });

  it('may refer to more objects than a function call accepts as arguments', () => {
    const list = `[${'9 0 R '.repeat(500_000)}]`;
    const resources = '<</Type/Page/Resources<</A 4 0 R>>>>';
    expect(refusal(fileOf([CATALOG, PAGES, resources, list]))).toBe('read');
  });

  it('is refused when it is encrypted', async () => {
    expect(refusal(await kitPdf({ password: 'secret', version: '1.7' }))).toBe('it is encrypted');
    expect(refusal(await kitPdf({ password: 'secret', version: '1.3' }))).toBe('it is encrypted');
  });

  it('is refused when many objects share one long stream, which would produce gigabytes', () => {
    const long = streamOf('x'.repeat(100_000));
    const names = Array.from({ length: 500 }, (_, at) => `/A${at} ${at + 5} 0 R`).join('');
    const sound = fileOf([CATALOG, PAGES, `<</Type/Page/Resources<<${names}>>>>`, long]).toString('latin1');
    const place = /^(\d{10}) 00000 n \n(?=trailer)/m.exec(sound)?.[1] ?? '';
    // Objects contain their own number, so a wrong table entry is detected.
    const altered = sound
      .replace('xref\n0 5\n', 'xref\n0 505\n')
      .replace('trailer', `${`${place} 00000 n \n`.repeat(500)}trailer`);
    expect(refusal(Buffer.from(altered, 'latin1'))).toBe('it is damaged');
  });
});

describe('a corrupted PDF', () => {
  let samples: Uint8Array[] = [];
  beforeAll(async () => {
    samples = [await packedPdf({ pages: 2 }), await plainPdf({ pages: 2 }), await kitPdf({ pages: 2 })];
  });

  const answersSoon = (bytes: Uint8Array) => {
    let outcome = '';
    expect(
      cpuMsOfRun(() => {
        outcome = readForeignPdf(bytes).outcome;
      }),
    ).toBeLessThan(SOON_MS);
    expect(['read', 'refused']).toContain(outcome);
  };

  it('is read or refused quickly, truncated at any point', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.double({ min: 0, max: 1, noNaN: true }), (which, share) => {
        const sample = samples[which] ?? new Uint8Array();
        answersSoon(sample.subarray(0, Math.floor(sample.length * share)));
      }),
      { numRuns: inTier(100, 300) },
    );
  });

  it('is read or refused quickly, with any bytes changed', () => {
    const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.nat(255));
    fc.assert(
      fc.property(fc.nat(2), fc.array(change, { minLength: 1, maxLength: 30 }), (which, changes) => {
        const bytes = Uint8Array.from(samples[which] ?? []);
        for (const [place, value] of changes) bytes[Math.floor(place * bytes.length)] = value;
        answersSoon(bytes);
      }),
      { numRuns: inTier(150, 500) },
    );
  });

  it('is read or refused quickly, with any objects', () => {
    const word = fc.constantFrom(
      ...[
        '<<',
        '>>',
        '[',
        ']',
        '/Kids',
        '/Length',
        '/Type',
        '/Page',
        '/Contents',
        '/MediaBox',
        '2 0 R',
        '3 0 R',
        '4 0 R',
      ],
      ...[
        '0',
        '-1',
        '1e9',
        '99999999999',
        '(',
        ')',
        '(a)',
        '<41>',
        '<',
        'stream\n',
        'endstream',
        'endobj',
        'null',
        '%',
        'R',
      ],
    );
    const body = fc.array(word, { maxLength: 30 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(body, { minLength: 1, maxLength: 6 }), (bodies) => {
        answersSoon(fileOf([CATALOG, ...bodies]));
        answersSoon(fileOf([CATALOG, PAGES, PAGE, ...bodies]));
      }),
      { numRuns: inTier(150, 500) },
    );
  });
});
