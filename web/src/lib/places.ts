import { type PlaceSuggestion, PlacesAnswerSchema } from '@lading/contract/places.ts';
import { API } from '@lading/contract/routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiRequest } from './api-client.ts';

const TYPING_PAUSE_MS = 200;
const SHORTEST = 2;
const LONGEST = 100;

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

/** What the places service knows for the text; nothing when it cannot be asked, so that the field stays a plain one. */
export function usePlaces(text: string, country: string, wanted: boolean): readonly ListedPlace[] {
  const query = useSettled(text.trim().slice(0, LONGEST));
  const enabled = wanted && query.length >= SHORTEST;
  const { data } = useQuery({
    queryKey: ['places', query, country],
    queryFn: ({ signal }) =>
      apiRequest(PlacesAnswerSchema, API.places, { query: { query, country }, signal }),
    select: ({ suggestions }) => suggestions.map(listed),
    enabled,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return enabled ? (data ?? NOTHING) : NOTHING;
}
