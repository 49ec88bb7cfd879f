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

const TYPING_PAUSE_MS = 200;
const SHORTEST = 2;
const LONGEST = 100;
const WORTH_A_WORD_MS = 300;
const LOOK_UP_MS = 5000;

/** A place as the suggestion field lists it. */
export interface ListedPlace {
  id: string;
  text: string;
  place: PlaceSuggestion;
}

const NOTHING: readonly ListedPlace[] = [];

function useSettled(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const listed = (place: PlaceSuggestion, index: number): ListedPlace => ({
  id: `${index} ${place.text}`,
  text: place.text,
  place,
});

/** How it goes with the rest of a place that was chosen; soon over, it is not worth a word. */
export type LookUp = 'none' | 'running' | 'failed';

interface Places {
  /** Nothing when the service cannot be asked, so that the field stays a plain one. */
  lines: readonly ListedPlace[];
  choose: (line: ListedPlace) => Promise<void>;
  lookUp: LookUp;
}

/**
 * What the places service knows for the text. A chosen place is filled in at once as far as its line tells, and again when the whole
 * address has come, unless the person has gone on typing.
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

  const query = useSettled(text.trim().slice(0, LONGEST));
  // What was chosen needs no suggestions for itself.
  const enabled = wanted && text !== chosen && query.length >= SHORTEST;
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
    const slow = setTimeout(() => setLookUp('running'), WORTH_A_WORD_MS);
    const address = await readPlace(place.placeId, session);
    clearTimeout(slow);
    // The next address is another session.
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

/** Null when it cannot be had: then the person writes it. */
const readPlace = (id: string, session: string): Promise<PlaceAnswer | null> =>
  apiRequest(PlaceAnswerSchema, API.place, { query: { id, session }, timeLimitMs: LOOK_UP_MS }).catch(
    () => null,
  );
