import * as z from 'zod/mini';
import { PARCEL_FORM } from './messages.ts';
import { openEnum } from './open-enum.ts';
import { ENVELOPE_IN, PACKAGE_TYPES, type Parcel } from './parcel.ts';

/** Above every carrier's limit; carriers report their own limits. */
const MAX_MEASURE = 100_000;
/** Also signs and exponents, which number fields accept. */
const NUMBER = /^[+-]?(?:\d{1,15}\.?\d{0,15}|\.\d{1,15})(?:e[+-]?\d{1,3})?$/i;

/** Forms send a number or a string of digits. */
const Measure = z.optional(z.nullable(z.union([z.number(), z.string().check(z.trim(), z.maxLength(40))])));

const REQUIRED = {
  weight: { name: 'Weight', unit: 'lb', missing: PARCEL_FORM.weightRequired },
  length: { name: 'Length', unit: 'in', missing: PARCEL_FORM.lengthRequired },
  width: { name: 'Width', unit: 'in', missing: PARCEL_FORM.widthRequired },
  height: { name: 'Height', unit: 'in', missing: PARCEL_FORM.heightRequired },
} as const;
type MeasureName = keyof typeof REQUIRED;

/** Returns the measure, or the error to show. */
export function readMeasure(
  field: MeasureName,
  given: number | string | null | undefined,
): { value: number } | { problem: string } {
  const { name, unit, missing } = REQUIRED[field];
  const text = typeof given === 'string' ? given.trim() : given;
  if (text === null || text === undefined || text === '') return { problem: missing };
  if (typeof text === 'string' && !NUMBER.test(text)) return { problem: `${name} must be a number` };
  const value = Number(text);
  if (!(value > 0)) return { problem: `${name} must be greater than 0` };
  if (value <= MAX_MEASURE) return { value };
  return { problem: `${name} must be at most ${MAX_MEASURE.toLocaleString('en-US')} ${unit}` };
}

/** A package in inches and pounds. An envelope always gets its fixed size. */
export const ParcelFormSchema = z.pipe(
  z.object({
    type: z.enum(PACKAGE_TYPES),
    weight: Measure,
    length: Measure,
    width: Measure,
    height: Measure,
    distance_unit: z.optional(z.literal('in')),
    mass_unit: z.optional(z.literal('lb')),
  }),
  z.transform((form, context): Parcel => {
    const read = (field: MeasureName): number => {
      const answer = readMeasure(field, form[field]);
      if ('value' in answer) return answer.value;
      context.issues.push({ code: 'custom', message: answer.problem, input: form[field], path: [field] });
      return 0;
    };
    const weightLb = read('weight');
    if (form.type === 'envelope') {
      const { length: lengthIn, width: widthIn, height: heightIn } = ENVELOPE_IN;
      return { type: form.type, weightLb, lengthIn, widthIn, heightIn };
    }
    return {
      type: form.type,
      weightLb,
      lengthIn: read('length'),
      widthIn: read('width'),
      heightIn: read('height'),
    };
  }),
);

/** A parcel in a response. */
export const WrittenParcelSchema = z.object({
  type: openEnum(PACKAGE_TYPES),
  length: z.number(),
  width: z.number(),
  height: z.number(),
  weight: z.number(),
  distance_unit: z.literal('in'),
  mass_unit: z.literal('lb'),
});
export type WrittenParcel = z.infer<typeof WrittenParcelSchema>;
