/**
 * UPS zones by country for exports from the contiguous states, with the numbers of UPS Worldwide Saver; Expedited
 * has the same groups with other numbers. Source: UPS Rate & Service Guide as of 2024-10-20 (see ups-export.ts):
 * the legible part of the export chart (A to E), then the import chart, which agrees with that part. A country
 * that DHL serves and neither chart names is in 408, the rest of the world.
 */
export const UPS_ZONE_COUNTRIES: Readonly<Record<string, string>> = {
  401: 'BE DE FR GB IE IT LU MC NL SM VA',
  402: 'AG AI AW BB BL BM BQ BS CW DM DO GD GP HT JM KN KY LC MQ MS SX TC TT VC VG',
  403: 'AD AT CH DK ES FI GG GR JE LI NO PT SE',
  404: 'AU ID MO MY NZ SG TH TW VN',
  405: 'AE BH BN CY EG IL JO KW OM QA SA TR',
  406: 'AR BO BR BZ CL CO CR EC GT GY HN NI PA PE PY SR SV UY VE',
  407: 'BG CZ EE HU LT LV PL RO SI SK ZA',
  409: 'HK KR PH',
  411: 'BD IN LK MM NP PK',
  412: 'CN',
  413: 'JP',
  // Canada has a second zone for some places, about 10 % more expensive; we use one for both.
  481: 'CA',
  484: 'MX',
};
export const UPS_REST_OF_WORLD = '408';

/**
 * Where UPS Standard costs less: ranges of the first three characters of Canadian postal codes. The chart also
 * differs by state of origin, but only by cents. The territories (X, Y) have no such service.
 */
export const CANADA_NEAR = {
  zone: '52',
  areas: `
    G0A-G0A G0M-G0S G0X-G0Z G1A-G3K G5A-G5A G5V-G6Z G8T-G9Z H0A-H0L H0N-H9Z J0A-J0L J0N-J0V J1A-J9C J9G-J9J
    K0A-K0H K0K-K7T K8J-N9Z R2C-R4A S4N-S4Z S7H-S7V T0C-T0C T1Y-T4Z T5A-T6V T7X-T8N T9A-T9E
    V0M-V0M V1M-V1M V2W-V3E V3H-V7Z V8L-V9E`,
} as const;
export const CANADA_FAR = { zone: '55', provinces: 'ABCEGHJKLMNPRSTV' } as const;
