import { ALASKA_ZIP3, ASSOCIATED_ZIP5, HAWAII_ZIP3, OAHU_ZIP3, ZONE_MILES } from '../data/areas.ts';
import { DHL_ZONE_COUNTRIES } from '../data/dhl-zones.ts';
import { CANADA_FAR, CANADA_NEAR, UPS_REST_OF_WORLD, UPS_ZONE_COUNTRIES } from '../data/ups-zones.ts';
import { ZIP3_POINTS } from '../data/zip3-points.ts';
import { readRanges } from './ranges.ts';

interface Point {
  latitude: number;
  longitude: number;
  cosine: number;
}

const RADIANS = Math.PI / 180;
const EARTH_MILES = 3958.8;

const POINTS: ReadonlyMap<string, Point> = new Map(
  ZIP3_POINTS.trim()
    .split('\n')
    .flatMap((line) => {
      const [place = '', areas = ''] = line.split(': ');
      const [latitude = 0, longitude = 0] = place.split(' ').map((degrees) => Number(degrees) * RADIANS);
      const point = { latitude, longitude, cosine: Math.cos(latitude) };
      return areas.split(' ').map((zip3) => [zip3, point] as const);
    }),
);

const byCountry = (zones: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(zones).flatMap(([zone, countries]) =>
      countries
        .trim()
        .split(/\s+/)
        .map((country) => [country, zone] as const),
    ),
  );

const DHL_ZONES = byCountry(DHL_ZONE_COUNTRIES);
const UPS_ZONES = byCountry(UPS_ZONE_COUNTRIES);
const isNearInCanada = readRanges(CANADA_NEAR.areas);

export const isKnownZip = (zip: string) => POINTS.has(zip.slice(0, 3));

/** Great-circle distance between the points of two ZIP areas. */
function milesBetween(fromZip: string, toZip: string): number | null {
  const a = POINTS.get(fromZip.slice(0, 3));
  const b = POINTS.get(toZip.slice(0, 3));
  if (!a || !b) return null;
  const north = Math.sin((b.latitude - a.latitude) / 2);
  const east = Math.sin((b.longitude - a.longitude) / 2);
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(north * north + a.cosine * b.cosine * east * east));
}

function band(miles: number): number {
  const zone = ZONE_MILES.findIndex((limit) => miles <= limit);
  return zone < 0 ? ZONE_MILES.length + 1 : zone + 1;
}

/** Accepts five or three digits; null when a ZIP is not in use. */
export function uspsZone(fromZip: string, toZip: string): string | null {
  const miles = milesBetween(fromZip, toZip);
  if (miles === null) return null;
  const zone = band(miles);
  return zone > 1 && isAssociated(toZip) ? '9' : String(zone);
}

/** The official list has 969 as zone 9, except Guam and the Marianas by five digits. */
const isAssociated = (zip: string) => zip === '969' || ASSOCIATED_ZIP5.includes(zip.slice(0, 5));

const isAlaska = (zip: string) => ALASKA_ZIP3.includes(zip.slice(0, 3));
const isHawaii = (zip: string) => HAWAII_ZIP3.includes(zip.slice(0, 3));
const isOahu = (zip: string) => OAHU_ZIP3.includes(zip.slice(0, 3));

/**
 * Distance beyond which the higher of two prices from Alaska or Hawaii applies. Our assumption: the key in
 * the guide is garbled.
 */
const NEAR_MAINLAND_MILES = 2600;

/** Zone of UPS and FedEx Ground; null where the list has no price. */
export function groundZone(fromZip: string, toZip: string): string | null {
  const miles = milesBetween(fromZip, toZip);
  if (miles === null) return null;
  if (isAlaska(fromZip) && isAlaska(toZip)) return '22';
  if (isHawaii(fromZip) && isHawaii(toZip)) return isOahu(fromZip) && isOahu(toZip) ? '14' : null;
  if (isAlaska(toZip)) return '17';
  if (isHawaii(toZip)) return '9';
  if (isAlaska(fromZip)) return miles <= NEAR_MAINLAND_MILES ? '23' : '25';
  if (isHawaii(fromZip)) return miles <= NEAR_MAINLAND_MILES ? '92' : '96';
  return mainlandZone(miles);
}

/** Zone of the UPS and FedEx air services; the list covers only the contiguous states. */
export function expressZone(fromZip: string, toZip: string): string | null {
  const miles = milesBetween(fromZip, toZip);
  if (miles === null || [fromZip, toZip].some((zip) => isAlaska(zip) || isHawaii(zip))) return null;
  return mainlandZone(miles);
}

const mainlandZone = (miles: number) => String(Math.max(2, band(miles)));

export const dhlZone = (country: string) => DHL_ZONES.get(country) ?? null;

export const upsZone = (country: string) =>
  UPS_ZONES.get(country) ?? (DHL_ZONES.has(country) ? UPS_REST_OF_WORLD : null);

/** Ground zone of a Canadian postal code; null where there is no ground service. */
export function canadaRoadZone(postalCode: string): string | null {
  const area = /^[A-Z]\d[A-Z]/.exec(postalCode)?.[0] ?? '';
  if (area === '' || !CANADA_FAR.provinces.includes(area.charAt(0))) return null;
  return isNearInCanada(area) ? CANADA_NEAR.zone : CANADA_FAR.zone;
}
