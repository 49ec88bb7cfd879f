/**
 * ZIP codes outside the contiguous states, and country codes that USPS serves as domestic. Sources: USPS
 * Publication 28; Postal Bulletin 22414 for the military prefixes.
 */
export const ALASKA_ZIP3 = ['995', '996', '997', '998', '999'];
export const HAWAII_ZIP3 = ['967', '968'];
export const OAHU_ZIP3 = ['968'];
export const TERRITORY_ZIP3 = ['006', '007', '008', '009', '969'];
/** American Samoa sits inside a Hawaiian prefix. */
export const TERRITORY_ZIP5 = ['96799'];
/** By the whole ZIP code, or else by its first three digits. */
export const TERRITORY_OF_ZIP: Readonly<Record<string, string>> = {
  '006': 'PR',
  '007': 'PR',
  '008': 'VI',
  '009': 'PR',
  '96799': 'AS',
  '96939': 'PW',
  '96940': 'PW',
  '96941': 'FM',
  '96942': 'FM',
  '96943': 'FM',
  '96944': 'FM',
  '96950': 'MP',
  '96951': 'MP',
  '96952': 'MP',
  '96960': 'MH',
  '96970': 'MH',
  '969': 'GU',
};
/** Palau, Micronesia and the Marshall Islands: the Freely Associated States. */
export const ASSOCIATED_ZIP5 = ['96939', '96940', '96941', '96942', '96943', '96944', '96960', '96970'];
export const MILITARY_ZIP3 = '090 091 092 093 094 095 096 097 098 340 962 963 964 965 966'.split(' ');
export const MILITARY_STATES = ['AA', 'AE', 'AP'];
export const DOMESTIC_COUNTRIES = ['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW'];

/** Upper end of each zone in statute miles, zone 1 first; zone 8 has none. */
export const ZONE_MILES = [50, 150, 300, 600, 1000, 1400, 1800] as const;
