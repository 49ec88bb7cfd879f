/** Regions that stand before the postal code. Where the code comes first, the region follows the city. */
const REGIONS: Readonly<Record<string, RegExp>> = {
  AU: /^(?:ACT|NSW|NT|QLD|SA|TAS|VIC|WA|Australian Capital Territory|New South Wales|Northern Territory|Queensland|South Australia|Tasmania|Victoria|Western Australia)$/i,
  GB: /^(?:.+shire|Cornwall|Cumbria|Devon|Dorset|(?:County|Co\.?) Durham|Essex|Greater (?:London|Manchester)|Kent|Merseyside|Middlesex|Norfolk|Northumberland|Rutland|Shropshire|Somerset|Suffolk|Surrey|(?:East|West) Sussex|Tyne and Wear|West Midlands)$/i,
  IE: /^(?:Co\.?|County) \p{L}+$/iu,
  JP: /^(?:Hokkaido|(?:Aichi|Akita|Aomori|Chiba|Ehime|Fukui|Fukuoka|Fukushima|Gifu|Gunma|Hiroshima|Hyogo|Ibaraki|Ishikawa|Iwate|Kagawa|Kagoshima|Kanagawa|Kochi|Kumamoto|Kyoto|Mie|Miyagi|Miyazaki|Nagano|Nagasaki|Nara|Niigata|Oita|Okayama|Okinawa|Osaka|Saga|Saitama|Shiga|Shimane|Shizuoka|Tochigi|Tokushima|Tokyo|Tottori|Toyama|Wakayama|Yamagata|Yamaguchi|Yamanashi)(?:-(?:ken|fu|to))?)$/i,
  KR: /^(?:Seoul|Busan|Daegu|Incheon|Gwangju|Daejeon|Ulsan|Sejong|Jeju|(?:Gangwon|Gyeonggi|Gyeongsangnam|Gyeongsangbuk|Jeollanam|Jeollabuk|Chungcheongnam|Chungcheongbuk|Jeju)-do)$/i,
};

export const isRegionOf = (country: string, text: string): boolean =>
  REGIONS[country]?.test(text.normalize('NFD').replace(/\p{M}/gu, '')) ?? false;

/** Countries that write the house number after the street. */
export const NUMBER_LAST: ReadonlySet<string> = new Set(
  'AT BE BR CH CZ DE DK ES FI HU IT MX NL NO PL PT SE SK'.split(' '),
);
