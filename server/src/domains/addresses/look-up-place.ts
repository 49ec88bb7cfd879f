import type { PlaceAnswer, PlaceQuery } from '@lading/contract/places.ts';
import { AppError } from '../../platform/app-error.ts';
import type { PlacesDeps } from './suggest-places.ts';

/** The address of a place that was chosen: asked for once, not with every keystroke, because it may cost money. */
export async function lookUpPlace(
  deps: Pick<PlacesDeps, 'places'>,
  { id, session }: PlaceQuery,
): Promise<PlaceAnswer> {
  const address = await deps.places.address(id, session).catch((cause: unknown) => {
    throw new AppError('PLACES_UNREACHABLE', { cause });
  });
  if (!address) throw new AppError('NOT_FOUND', { message: 'This place is not known.' });
  return address;
}
