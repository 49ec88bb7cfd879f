import { ColumnSchema } from '@lading/contract/bulk/row.ts';
import * as z from 'zod/mini';
import { draftStore } from '../../../lib/draft-store.ts';
import { normalizeHeader } from './column-synonyms.ts';
import { FIRST_CHOICES, type FillChoices, FillChoicesSchema } from './fill-in-choices.ts';
import type { ColumnMap } from './match-columns.ts';

const MAPS = 'bulk-column-maps';
const CHOICES = 'bulk-fill-ins';
const MAPS_KEPT = 30;

const ColumnMapSchema = z.partialRecord(ColumnSchema, z.array(z.int().check(z.minimum(0))));
const MapsSchema = z.array(z.object({ signature: z.string(), columns: ColumnMapSchema }));

/** Files with the same columns in the same order share a mapping. */
const headerSignature = (header: readonly string[]): string => header.map(normalizeHeader).join('|');

async function keptMaps(userId: string) {
  return MapsSchema.safeParse(await draftStore.read(userId, MAPS)).data ?? [];
}

/** The mapping that this user last chose for a file with this header. */
export async function recallMap(userId: string, header: readonly string[]): Promise<ColumnMap | null> {
  const signature = headerSignature(header);
  const found = (await keptMaps(userId)).find((kept) => kept.signature === signature)?.columns;
  const fits = Object.values(found ?? {}).every((places) => places.every((place) => place < header.length));
  return found && fits ? found : null;
}

export async function rememberMap(userId: string, header: readonly string[], columns: ColumnMap) {
  const signature = headerSignature(header);
  const others = (await keptMaps(userId)).filter((kept) => kept.signature !== signature);
  await draftStore.write(userId, MAPS, [{ signature, columns }, ...others].slice(0, MAPS_KEPT));
}

export const recallChoices = async (userId: string): Promise<FillChoices> =>
  FillChoicesSchema.safeParse(await draftStore.read(userId, CHOICES)).data ?? FIRST_CHOICES;

export const rememberChoices = (userId: string, choices: FillChoices) =>
  draftStore.write(userId, CHOICES, choices);
