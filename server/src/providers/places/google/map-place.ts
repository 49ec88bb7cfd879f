import { parseProvince, parseState } from '@lading/contract/regions.ts';
import * as z from 'zod/mini';
import type { PlaceAddress, PlaceSuggestion } from '../port.ts';

const FormattedSchema = z.optional(z.object({ text: z.string() }));

export const AutocompleteSchema = z.object({
  /** Absent when nothing matches. */
  suggestions: z._default(
    z.array(
      z.object({
        placePrediction: z.optional(
          z.object({
            placeId: z.string(),
            text: z.object({ text: z.string() }),
            structuredFormat: z.optional(
              z.object({ mainText: FormattedSchema, secondaryText: FormattedSchema }),
            ),
          }),
        ),
      }),
    ),
    [],
  ),
});

const ComponentSchema = z.object({
  longText: z._default(z.string(), ''),
  shortText: z._default(z.string(), ''),
  types: z._default(z.array(z.string()), []),
});
export const DetailsSchema = z.object({ addressComponents: z._default(z.array(ComponentSchema), []) });
type AddressComponent = z.output<typeof ComponentSchema>;

/** Google treats these US territories as countries. */
export const TERRITORIES: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI']);

/** Countries that write the house number after the street. */
const NUMBER_LAST: ReadonlySet<string> = new Set(
  (
    'AR AT BA BE BG BO BR CH CL CO CR CY CZ DE DK EC EE ES FI GR GT HN HR HU IS IT LI LT LV ME MK MX NI NL NO PA PE PL PT PY RO ' +
    'RS RU SE SI SK SM SV TR UA UY VA'
  ).split(' '),
);

/** Maps a place to our form fields. Countries name the same part differently; the first name present wins. */
export function addressOf(components: readonly AddressComponent[]): PlaceAddress {
  const part = (...names: string[]) =>
    names.map((name) => components.find(({ types }) => types.includes(name))).find((found) => found);
  const long = (...names: string[]) => part(...names)?.longText ?? '';
  const where = part('country')?.shortText.toUpperCase() ?? '';
  const isTerritory = TERRITORIES.has(where);
  const country = isTerritory ? 'US' : where;
  const state = part('administrative_area_level_1');
  const number = long('street_number');
  const street = long('route') || long('premise');
  return {
    street1: (NUMBER_LAST.has(country) ? [street, number] : [number, street]).filter(Boolean).join(' '),
    street2: unit(long('subpremise')),
    city: long(
      'locality',
      'postal_town',
      'sublocality_level_1',
      'sublocality',
      'administrative_area_level_3',
      'administrative_area_level_2',
    ),
    state: isTerritory ? where : stateIn(country, state?.shortText ?? '', state?.longText ?? ''),
    zip: zipIn(country, long('postal_code'), long('postal_code_suffix')),
    country,
  };
}

/** A state code where we have a list of states, otherwise the local name. */
function stateIn(country: string, short: string, long: string): string {
  if (country === 'US') return parseState(short) ?? '';
  if (country === 'CA') return parseProvince(short) ?? '';
  return long;
}

const zipIn = (country: string, code: string, suffix: string) =>
  country === 'US' && suffix !== '' ? `${code}-${suffix}` : code;

/** "4B" alone would be read as part of the street. */
const unit = (text: string) => (/^#?\s*[\w-]{1,8}$/.test(text) ? `Unit ${text.replace(/^#\s*/, '')}` : text);

type Prediction = NonNullable<z.output<typeof AutocompleteSchema>['suggestions'][number]['placePrediction']>;

/** Street, city and state come from the text until the full address is fetched. */
export function suggestionOf(prediction: Prediction, country: string): PlaceSuggestion {
  const { placeId, text, structuredFormat } = prediction;
  const around = (structuredFormat?.secondaryText?.text ?? '').split(',').map((word) => word.trim());
  const state = stateIn(country, around.at(-2) ?? '', '');
  return {
    kind: 'address',
    text: text.text,
    placeId,
    street1: structuredFormat?.mainText?.text ?? '',
    street2: '',
    city: state === '' ? '' : (around.at(-3) ?? ''),
    state,
    zip: '',
    country,
  };
}
