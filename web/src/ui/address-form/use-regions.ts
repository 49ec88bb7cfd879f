import type { Region } from '@lading/contract/regions.ts';
import { useEffect, useState } from 'react';
import { regionsOf } from './address-values.ts';

/** Loaded only for countries in `LISTED`. A loaded file stays in the browser's module cache. */
const loadRegions = async (country: string): Promise<readonly Region[] | null> =>
  (await import('@lading/contract/region-lists.ts')).regionsIn(country);

const LISTED: ReadonlySet<string> = new Set(
  'AE AR AU BR CL CN CO ES HK ID IE IN IT JP KR MX MY PE TH TR TW'.split(' '),
);

/** The regions to choose from, or null for free text: other countries, and while a list is loading or missing. */
export function useRegions(country: string): readonly Region[] | null {
  const [loaded, setLoaded] = useState<{ country: string; regions: readonly Region[] | null } | null>(null);
  useEffect(() => {
    if (!LISTED.has(country)) return;
    let isCurrent = true;
    loadRegions(country).then(
      (regions) => isCurrent && setLoaded({ country, regions }),
      // Free text works without the list.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [country]);
  return regionsOf(country) ?? (loaded?.country === country ? loaded.regions : null);
}

/** Finds a region by its code or name, ignoring case and accents. */
export function findRegion(regions: readonly Region[], text: string): Region | undefined {
  const wanted = plain(text);
  return wanted === ''
    ? undefined
    : regions.find(({ code, name }) => plain(code) === wanted || plain(name) === wanted);
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
