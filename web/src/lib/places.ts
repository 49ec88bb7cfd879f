import {
  type PlaceAnswer,
  PlaceAnswerSchema,
  type PlaceSuggestion,
  PlacesAnswerSchema,
} from '@lading/contract/places.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { apiRequest } from './api-client.ts';
import { newRequestKey } from './request-key.ts';
import { useSettled } from './use-settled.ts';

const MIN_QUERY_LENGTH = 2;
const MAX_QUERY_LENGTH = 100;
const SHOW_LOOKUP_AFTER_MS = 300;
const LOOKUP_LIMIT_MS = 5000;

interface ListedPlace {
  id: string;
  text: string;
  place: PlaceSuggestion;
}

const NOTHING: readonly ListedPlace[] = [];

const listed = (place: PlaceSuggestion, index: number): ListedPlace => ({
  id: `${index} ${place.text}`,
  text: place.text,
  place,
});

/** The lookup of the full address. `running` is shown only if it takes a while. */
type LookUp = 'none' | 'running' | 'failed';

interface Places {
  /** Empty if the service fails; the field then works as a plain text field. */
  lines: readonly ListedPlace[];
  choose: (line: ListedPlace) => Promise<void>;
  lookUp: LookUp;
}

/**
 * Address suggestions for the text. Picking one fills in its own text immediately and the full address once it
 * has loaded, unless the user has kept typing.
 */
export function usePlaces(
  text: string,
  country: string,
  wanted: boolean,
  fill: (place: PlaceSuggestion) => void,
): Places {
  const [session, setSession] = useState(newRequestKey);
  const [chosen, setChosen] = useState<string | null>(null);
  const [lookUp, setLookUp] = useState<LookUp>('none');
  const latest = useRef({ text, fill });
  useEffect(() => {
    latest.current = { text, fill };
  });

  const query = useSettled(text.trim().slice(0, MAX_QUERY_LENGTH));
  // A picked address needs no suggestions.
  const enabled = wanted && text !== chosen && query.length >= MIN_QUERY_LENGTH;
  const { data } = useQuery({
    queryKey: ['places', query, country],
    queryFn: ({ signal }) =>
      apiRequest(PlacesAnswerSchema, API.places, { query: { query, country, session }, signal }),
    select: ({ suggestions }) => suggestions.map(listed),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });

  const choose = async ({ place }: ListedPlace) => {
    setChosen(place.street1);
    setLookUp('none');
    fill(place);
    if (place.placeId === undefined) return;
    const slow = setTimeout(() => setLookUp('running'), SHOW_LOOKUP_AFTER_MS);
    const address = await readPlace(place.placeId, session);
    clearTimeout(slow);
    // The next address starts a new lookup session.
    setSession(newRequestKey());
    setLookUp(address ? 'none' : 'failed');
    if (!address || latest.current.text !== place.street1) return;
    const street1 = address.street1 || place.street1;
    setChosen(street1);
    latest.current.fill({ ...place, ...address, street1 });
  };

  return {
    lines: enabled ? (data ?? NOTHING) : NOTHING,
    choose,
    lookUp: text === chosen ? lookUp : 'none',
  };
}

/** Null if the lookup fails; the user then types the rest. */
const readPlace = (id: string, session: string): Promise<PlaceAnswer | null> =>
  apiRequest(PlaceAnswerSchema, API.place, { query: { id, session }, timeLimitMs: LOOKUP_LIMIT_MS }).catch(
    () => null,
  );
