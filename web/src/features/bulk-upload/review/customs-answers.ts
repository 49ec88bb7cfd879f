import type { AskedColumn, CustomsQuestion } from '@lading/contract/bulk/customs-questions.ts';
import { NO_ITEM } from '@lading/contract/bulk/item-cells.ts';
import { itemForm, itemProblems } from '@lading/contract/bulk/item-form.ts';
import type { ItemAnswer } from '@lading/contract/bulk.ts';
import { parseCountry } from '@lading/contract/countries.ts';

/** What the user typed for each question, by its key. */
export type CustomsDrafts = Readonly<Record<string, Partial<Record<AskedColumn, string>>>>;
export type CustomsErrors = Readonly<Record<string, Partial<Record<AskedColumn, string>>>>;

/** The typed values, or those that other rows have. */
const itemFor = ({ key, columns, known }: CustomsQuestion, drafts: CustomsDrafts) => {
  const item = { ...NO_ITEM };
  for (const column of columns) item[column] = (drafts[key]?.[column] ?? known[column] ?? '').trim();
  return item;
};

/** What a field shows. Countries are chosen by their code, but files write names too. */
export function valueFor(question: CustomsQuestion, drafts: CustomsDrafts, column: AskedColumn): string {
  const known = question.known[column] ?? '';
  return drafts[question.key]?.[column] ?? (column === 'item_origin' ? (parseCountry(known) ?? '') : known);
}

/** Without the answers that were sent and have not changed since. */
export function unsentDrafts(drafts: CustomsDrafts, sent: CustomsDrafts): CustomsDrafts {
  const left: Record<string, Partial<Record<AskedColumn, string>>> = {};
  for (const [key, values] of Object.entries(drafts)) {
    const changed = Object.entries(values).filter(
      ([column, value]) => sent[key]?.[column as AskedColumn] !== value,
    );
    if (changed.length > 0) left[key] = Object.fromEntries(changed);
  }
  return left;
}

const isAnswered = (question: CustomsQuestion, drafts: CustomsDrafts) =>
  question.columns.some((column) => itemFor(question, drafts)[column] !== '');

/** The answers to send, and what is wrong with them. An empty field is not an answer. */
export function answersOf(
  questions: readonly CustomsQuestion[],
  drafts: CustomsDrafts,
  { saveProduct, decimalComma }: { saveProduct: boolean; decimalComma: boolean },
): { answers: ItemAnswer[]; errors: CustomsErrors } {
  const errors: Record<string, Partial<Record<AskedColumn, string>>> = {};
  const answers = questions
    .filter((question) => isAnswered(question, drafts))
    .map((question): ItemAnswer => {
      const item = itemFor(question, drafts);
      const problems = itemProblems(item, { needsHs: false, decimalComma });
      for (const column of question.columns)
        if (item[column] !== '' && problems[column])
          errors[question.key] = { ...errors[question.key], [column]: problems[column] };
      const { description, unitWeight, unitValue, hsCode, origin } = itemForm(item, decimalComma);
      return {
        sku: question.sku,
        description: question.description,
        values: {
          description,
          unitWeight: numberOf(unitWeight),
          unitValue: numberOf(unitValue),
          hsCode,
          origin,
        },
        saveProduct: saveProduct && question.sku !== '',
      };
    });
  return { answers, errors };
}

const numberOf = (text: string) => (text === '' ? null : Number(text));
