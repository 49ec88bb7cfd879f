import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CARRIERS, type Carrier } from '@lading/contract/parcel.ts';
import { PDFDocument } from 'pdf-lib';
import { labelContent } from '../../server/src/labels/content/label-content.ts';
import { anOrder, SERVICES } from '../../server/src/labels/label-order.fixture.ts';
import { makeLabel } from '../../server/src/labels/make-label.ts';
import { mergeLabels } from '../../server/src/labels/pdf/merge-labels.ts';
import type { LabelRequest, StoredLabel } from '../../server/src/labels/port.ts';
import { compare, cpuMilliseconds, median, report } from './harness.ts';
import { patternsOnly, rivalPngLabel, rivalVectorLabel } from './rival-labels.ts';

const NAMES = [
  'Maria Gonzalez',
  'John Smith',
  'Zoë Müller',
  'Peter Okafor',
  'Lucy Nguyen',
  'Omar Haddad',
  'Ana Lima',
];
const ORDERS = 280;

/** Many different addresses, so that caches do not help. */
const ordersOf = (carriers: readonly Carrier[]): { order: LabelRequest; number: string }[] =>
  Array.from({ length: ORDERS }, (_, at) => {
    const carrier = carriers[at % carriers.length] ?? 'USPS';
    const to = {
      name: NAMES[at % 7] ?? '',
      street1: `${100 + 7 * at} Market Street`,
      zip: String(10_000 + 131 * at),
    };
    return { order: anOrder(carrier, to, `Order ${at}`), number: SERVICES[carrier].number };
  });

/** Runs per second on one core. */
async function perSecond(work: (at: number) => unknown, milliseconds = 1000): Promise<number> {
  let done = 0;
  const before = cpuMilliseconds();
  let spent = 0;
  while (spent < milliseconds) {
    const result = work(done % ORDERS);
    if (result instanceof Promise) await result;
    done += 1;
    if (done % 40 === 0) spent = cpuMilliseconds() - before;
  }
  return (1000 * done) / spent;
}

function figure(name: string, values: number[], unit: string, aim: string): void {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map(Math.round);
  console.log(`${name.padEnd(62)} ${middle} ${unit} (${least}–${most}${aim})`);
}

/** L10: labels compared with common libraries, on one core. */
export async function benchLabels(): Promise<void> {
  for (const carriers of [...CARRIERS.map((carrier) => [carrier]), CARRIERS]) {
    const orders = ordersOf(carriers);
    const contents = orders.map(({ order, number }) => labelContent(order, number));
    const ours = () =>
      perSecond((at) => {
        const wanted = orders[at];
        return wanted && makeLabel(wanted.order, wanted.number);
      });
    const rival = (work: (content: (typeof contents)[number]) => unknown) => () =>
      perSecond((at) => {
        const content = contents[at];
        return content && work(content);
      });
    const name = carriers.length > 1 ? 'mixed' : (carriers[0] ?? '');
    await ours();
    const rates = [await ours(), await ours(), await ours()];
    const aim = name === 'USPS' || name === 'DHL' ? '; aim ≥ 9000' : name === 'mixed' ? '; aim ≥ 5000' : '';
    figure(`L10  labels of ${name} per second and core`, rates, '', aim);
    const against = async (what: string, work: Parameters<typeof rival>[0], wanted: string) =>
      report(`     ${name} ÷ ${what}`, await compare(3, ours, rival(work)), wanted);
    await against('pdfkit with barcodes as PNG', rivalPngLabel, '≥ 2');
    await against('pdfkit with barcodes as vectors', rivalVectorLabel, '≥ 2');
    await against('the patterns of bwip-js alone', patternsOnly, '–');
  }
  await benchMerge();
}

/** L11: one PDF from many labels, including foreign PDFs. */
async function benchMerge(): Promise<void> {
  const own = ordersOf(CARRIERS).map(({ order, number }) => makeLabel(order, number));
  const foreign = await foreignLabel();
  const mixed = own.map((label, at) => (at % 4 === 0 ? foreign : label));
  for (const [name, labels] of [
    ['labels', own],
    ['labels, a quarter of them foreign PDFs', mixed],
  ] as const) {
    await mergeMilliseconds(labels, 1000);
    const times: number[] = [];
    for (let round = 0; round < 7; round++) times.push(await mergeMilliseconds(labels, 1000));
    figure(`L11  merging 1,000 ${name}`, times, 'ms', '; aim ≤ 100');
    const [short, long] = [await mergeMegabytes(labels, 1000), await mergeMegabytes(labels, 10_000)];
    console.log(
      '     memory held while merging 1,000 and 10,000'.padEnd(62),
      `${short.toFixed(1)} and ${long.toFixed(1)} MB  (aim: flat)`,
    );
  }
}

async function foreignLabel(): Promise<StoredLabel> {
  const document = await PDFDocument.create();
  const page = document.addPage([288, 432]);
  for (let line = 0; line < 30; line++)
    page.drawText(`Line ${line} of a foreign label`, { x: 20, y: 400 - 12 * line, size: 10 });
  return { format: 'pdf', bytes: await document.save() };
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Megabytes in use after a garbage collection. */
function heldMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}

function* repeated(labels: StoredLabel[], count: number): Generator<StoredLabel> {
  for (let at = 0; at < count; at++) {
    const label = labels[at % labels.length];
    if (label) yield label;
  }
}

const refuse = ({ text }: { text: string }) => {
  throw new Error(text);
};

async function mergeMilliseconds(labels: StoredLabel[], count: number): Promise<number> {
  const before = cpuMilliseconds();
  for await (const chunk of mergeLabels(repeated(labels, count), refuse)) if (chunk.length === 0) break;
  return cpuMilliseconds() - before;
}

/** The peak memory of a merge, from twenty samples. Chunks are dropped immediately, as in an HTTP response. */
async function mergeMegabytes(labels: StoredLabel[], count: number): Promise<number> {
  const before = heldMegabytes();
  let most = 0;
  let merged = 0;
  function* watched() {
    for (const label of repeated(labels, count)) {
      if (merged % (count / 20) === 0) most = Math.max(most, heldMegabytes() - before);
      merged += 1;
      yield label;
    }
  }
  for await (const chunk of mergeLabels(watched(), refuse)) if (chunk.length === 0) break;
  return most;
}
