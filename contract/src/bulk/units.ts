/** Units allowed in files. Internally we use pounds and inches only. */
export interface UnitSystem<U extends string = string> {
  /** Our own unit, assumed if a file has none. */
  own: U;
  /** Conversion factors to our own unit. */
  inOwn: Readonly<Record<U, number>>;
  spellings: ReadonlyMap<string, U>;
  /** Units written together, the larger first: 2 lb 3 oz. */
  pair: readonly [U, U];
  choices: string;
}

type MassUnit = 'lb' | 'oz' | 'kg' | 'g';
type DistanceUnit = 'in' | 'ft' | 'cm' | 'mm';

const spellings = <U extends string>(table: Readonly<Record<U, string>>): ReadonlyMap<string, U> =>
  new Map(
    Object.entries<string>(table).flatMap(([unit, others]) =>
      [unit, ...others.split(' ')].map((spelling): [string, U] => [spelling, unit as U]),
    ),
  );

const LB_PER_KG = 1 / 0.45359237;

export const MASS: UnitSystem<MassUnit> = {
  own: 'lb',
  inOwn: { lb: 1, oz: 1 / 16, kg: LB_PER_KG, g: LB_PER_KG / 1000 },
  spellings: spellings({
    lb: 'lbs pound pounds',
    oz: 'ozs ounce ounces',
    kg: 'kgs kilo kilos kilogram kilograms',
    g: 'gr gram grams',
  }),
  pair: ['lb', 'oz'],
  choices: 'lb, oz, kg or g',
};

export const DISTANCE: UnitSystem<DistanceUnit> = {
  own: 'in',
  inOwn: { in: 1, ft: 12, cm: 1 / 2.54, mm: 1 / 25.4 },
  spellings: spellings({
    in: 'ins inch inches " ″ ”',
    ft: 'foot feet',
    cm: 'cms centimeter centimeters centimetre centimetres',
    mm: 'millimeter millimeters millimetre millimetres',
  }),
  pair: ['ft', 'in'],
  choices: 'in, ft, cm or mm',
};

const MAX_LENGTH = 20;

export function readUnit<U extends string>(system: UnitSystem<U>, text: string): U | null {
  if (text.length > MAX_LENGTH) return null;
  return system.spellings.get(text.toLowerCase().replace(/\.$/, '')) ?? null;
}
