import type { ZipAnswer } from '@lading/contract/places.ts';
import { AppError } from '../../platform/app-error.ts';
import { countryOf, type PlacesDeps } from './suggest-places.ts';

export async function lookUpZip(
  deps: Pick<PlacesDeps, 'places'>,
  input: { zip: string; country: string },
): Promise<ZipAnswer> {
  const country = countryOf(input.country);
  const place = country ? await deps.places.placeOfZip(input.zip, country) : null;
  if (!place) throw new AppError('NOT_FOUND', { message: 'We couldn’t find this ZIP code.' });
  return place;
}
