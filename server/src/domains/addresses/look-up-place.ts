import type { PlaceAnswer, PlaceQuery } from '@lading/contract/places.ts';
import { AppError } from '../../platform/app-error.ts';
import type { PlacesDeps } from './suggest-places.ts';

/**
 * Looks up the address of a chosen place. Done once per choice, not per keystroke, because a lookup may cost
 * money.
 */
export async function lookUpPlace(
  deps: Pick<PlacesDeps, 'places'>,
  { id, session }: PlaceQuery,
): Promise<PlaceAnswer> {
  const address = await deps.places.address(id, session).catch((cause: unknown) => {
    throw new AppError('PLACES_UNREACHABLE', { cause });
  });
  if (!address) throw new AppError('NOT_FOUND', { message: 'We couldn’t find this place.' });
  return address;
}
