/** ISO 3166-1 countries: two-letter code, three-letter code and English name. */

interface Country {
  code: string;
  name: string;
}

/** Codes from i18n-iso-countries 7.14.0 (MIT), names from Unicode CLDR 48, some shortened; 2026-11-15. */
const TABLE = `
AF AFG Afghanistan; AX ALA Åland Islands; AL ALB Albania; DZ DZA Algeria; AS ASM American Samoa;
AD AND Andorra; AO AGO Angola; AI AIA Anguilla; AQ ATA Antarctica; AG ATG Antigua and Barbuda;
AR ARG Argentina; AM ARM Armenia; AW ABW Aruba; AU AUS Australia; AT AUT Austria;
AZ AZE Azerbaijan; BS BHS Bahamas; BH BHR Bahrain; BD BGD Bangladesh; BB BRB Barbados;
BY BLR Belarus; BE BEL Belgium; BZ BLZ Belize; BJ BEN Benin; BM BMU Bermuda; BT BTN Bhutan;
BO BOL Bolivia; BA BIH Bosnia and Herzegovina; BW BWA Botswana; BV BVT Bouvet Island;
BR BRA Brazil; IO IOT British Indian Ocean Territory; VG VGB British Virgin Islands; BN BRN Brunei;
BG BGR Bulgaria; BF BFA Burkina Faso; BI BDI Burundi; KH KHM Cambodia; CM CMR Cameroon;
CA CAN Canada; CV CPV Cape Verde; BQ BES Caribbean Netherlands; KY CYM Cayman Islands;
CF CAF Central African Republic; TD TCD Chad; CL CHL Chile; CN CHN China; CX CXR Christmas Island;
CC CCK Cocos (Keeling) Islands; CO COL Colombia; KM COM Comoros; CG COG Congo;
CD COD Congo, Democratic Republic; CK COK Cook Islands; CR CRI Costa Rica; CI CIV Côte d'Ivoire;
HR HRV Croatia; CU CUB Cuba; CW CUW Curaçao; CY CYP Cyprus; CZ CZE Czechia; DK DNK Denmark;
DJ DJI Djibouti; DM DMA Dominica; DO DOM Dominican Republic; EC ECU Ecuador; EG EGY Egypt;
SV SLV El Salvador; GQ GNQ Equatorial Guinea; ER ERI Eritrea; EE EST Estonia; SZ SWZ Eswatini;
ET ETH Ethiopia; FK FLK Falkland Islands; FO FRO Faroe Islands; FJ FJI Fiji; FI FIN Finland;
FR FRA France; GF GUF French Guiana; PF PYF French Polynesia; TF ATF French Southern Territories;
GA GAB Gabon; GM GMB Gambia; GE GEO Georgia; DE DEU Germany; GH GHA Ghana; GI GIB Gibraltar;
GR GRC Greece; GL GRL Greenland; GD GRD Grenada; GP GLP Guadeloupe; GU GUM Guam; GT GTM Guatemala;
GG GGY Guernsey; GN GIN Guinea; GW GNB Guinea-Bissau; GY GUY Guyana; HT HTI Haiti;
HM HMD Heard and McDonald Islands; HN HND Honduras; HK HKG Hong Kong; HU HUN Hungary;
IS ISL Iceland; IN IND India; ID IDN Indonesia; IR IRN Iran; IQ IRQ Iraq; IE IRL Ireland;
IM IMN Isle of Man; IL ISR Israel; IT ITA Italy; JM JAM Jamaica; JP JPN Japan; JE JEY Jersey;
JO JOR Jordan; KZ KAZ Kazakhstan; KE KEN Kenya; KI KIR Kiribati; KW KWT Kuwait; KG KGZ Kyrgyzstan;
LA LAO Laos; LV LVA Latvia; LB LBN Lebanon; LS LSO Lesotho; LR LBR Liberia; LY LBY Libya;
LI LIE Liechtenstein; LT LTU Lithuania; LU LUX Luxembourg; MO MAC Macao; MG MDG Madagascar;
MW MWI Malawi; MY MYS Malaysia; MV MDV Maldives; ML MLI Mali; MT MLT Malta;
MH MHL Marshall Islands; MQ MTQ Martinique; MR MRT Mauritania; MU MUS Mauritius; YT MYT Mayotte;
MX MEX Mexico; FM FSM Micronesia; MD MDA Moldova; MC MCO Monaco; MN MNG Mongolia;
ME MNE Montenegro; MS MSR Montserrat; MA MAR Morocco; MZ MOZ Mozambique; MM MMR Myanmar;
NA NAM Namibia; NR NRU Nauru; NP NPL Nepal; NL NLD Netherlands; NC NCL New Caledonia;
NZ NZL New Zealand; NI NIC Nicaragua; NE NER Niger; NG NGA Nigeria; NU NIU Niue;
NF NFK Norfolk Island; KP PRK North Korea; MK MKD North Macedonia; MP MNP Northern Mariana Islands;
NO NOR Norway; OM OMN Oman; PK PAK Pakistan; PW PLW Palau; PS PSE Palestinian Territories;
PA PAN Panama; PG PNG Papua New Guinea; PY PRY Paraguay; PE PER Peru; PH PHL Philippines;
PN PCN Pitcairn Islands; PL POL Poland; PT PRT Portugal; PR PRI Puerto Rico; QA QAT Qatar;
RE REU Réunion; RO ROU Romania; RU RUS Russia; RW RWA Rwanda; BL BLM Saint Barthélemy;
SH SHN Saint Helena; KN KNA Saint Kitts and Nevis; LC LCA Saint Lucia; MF MAF Saint Martin;
PM SPM Saint Pierre and Miquelon; VC VCT Saint Vincent and Grenadines; WS WSM Samoa;
SM SMR San Marino; ST STP São Tomé and Príncipe; SA SAU Saudi Arabia; SN SEN Senegal;
RS SRB Serbia; SC SYC Seychelles; SL SLE Sierra Leone; SG SGP Singapore; SX SXM Sint Maarten;
SK SVK Slovakia; SI SVN Slovenia; SB SLB Solomon Islands; SO SOM Somalia; ZA ZAF South Africa;
GS SGS South Georgia and South Sandwich Islands; KR KOR South Korea; SS SSD South Sudan;
ES ESP Spain; LK LKA Sri Lanka; SD SDN Sudan; SR SUR Suriname; SJ SJM Svalbard and Jan Mayen;
SE SWE Sweden; CH CHE Switzerland; SY SYR Syria; TW TWN Taiwan; TJ TJK Tajikistan; TZ TZA Tanzania;
TH THA Thailand; TL TLS Timor-Leste; TG TGO Togo; TK TKL Tokelau; TO TON Tonga;
TT TTO Trinidad and Tobago; TN TUN Tunisia; TR TUR Türkiye; TM TKM Turkmenistan;
TC TCA Turks and Caicos Islands; TV TUV Tuvalu; UM UMI U.S. Outlying Islands;
VI VIR U.S. Virgin Islands; UG UGA Uganda; UA UKR Ukraine; AE ARE United Arab Emirates;
GB GBR United Kingdom; US USA United States; UY URY Uruguay; UZ UZB Uzbekistan; VU VUT Vanuatu;
VA VAT Vatican City; VE VEN Venezuela; VN VNM Vietnam; WF WLF Wallis and Futuna;
EH ESH Western Sahara; YE YEM Yemen; ZM ZMB Zambia; ZW ZWE Zimbabwe`;

/** Other spellings. Case, accents and punctuation are ignored. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  america: 'US',
  estadosunidos: 'US',
  unitedstatesofamerica: 'US',
  uk: 'GB',
  greatbritain: 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  northernireland: 'GB',
  deutschland: 'DE',
  espana: 'ES',
  italia: 'IT',
  holland: 'NL',
  thenetherlands: 'NL',
  nederland: 'NL',
  sverige: 'SE',
  norge: 'NO',
  danmark: 'DK',
  svizzera: 'CH',
  belgien: 'BE',
  osterreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  belgie: 'BE',
  belgique: 'BE',
  brasil: 'BR',
  turkey: 'TR',
  czechrepublic: 'CZ',
  republicofkorea: 'KR',
  korea: 'KR',
  russianfederation: 'RU',
  vietnam: 'VN',
  uae: 'AE',
  ivorycoast: 'CI',
  burma: 'MM',
  swaziland: 'SZ',
  macedonia: 'MK',
  macau: 'MO',
  caboverde: 'CV',
  drcongo: 'CD',
  democraticrepublicofthecongo: 'CD',
  republicofireland: 'IE',
  eire: 'IE',
  thephilippines: 'PH',
  thebahamas: 'BS',
  virginislands: 'VI',
  usvirginislands: 'VI',
  vatican: 'VA',
  palestine: 'PS',
  easttimor: 'TL',
  peoplesrepublicofchina: 'CN',
  prc: 'CN',
};

const ROWS = TABLE.trim()
  .split(/;\s*/)
  .map((row) => ({ code: row.slice(0, 2), alpha3: row.slice(3, 6), name: row.slice(7) }));

const FIRST = ['US', 'CA'];

/** The United States and Canada first, then by name. */
export const COUNTRIES: readonly Country[] = [
  ...FIRST.flatMap((code) => ROWS.filter((row) => row.code === code)),
  ...ROWS.filter((row) => !FIRST.includes(row.code)),
].map(({ code, name }) => ({ code, name }));

const NAMES = new Map(ROWS.map((row) => [row.code, row.name]));

const SPELLINGS = new Map<string, string>([
  ...Object.entries(OTHER_NAMES),
  ...ROWS.flatMap((row): [string, string][] => [
    [row.alpha3.toLowerCase(), row.code],
    [spelling(row.name), row.code],
  ]),
  ...ROWS.map((row): [string, string] => [row.code.toLowerCase(), row.code]),
]);

const MAX_LENGTH = 60;

/** Parses `USA`, `us`, `U.S.A.`, `United States (USA)`, `Canada` to the two-letter code, or null. */
export function parseCountry(text: string): string | null {
  const code = text.toUpperCase();
  if (code.length === 2 && NAMES.has(code)) return code;
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return null;
  const whole = SPELLINGS.get(spelling(trimmed));
  if (whole) return whole;
  const withoutNote = /^([^()]+)\([^()]*\)$/.exec(trimmed)?.[1];
  return withoutNote ? (SPELLINGS.get(spelling(withoutNote)) ?? null) : null;
}

export function countryName(code: string): string | null {
  return NAMES.get(code) ?? null;
}

const WITH_ARTICLE =
  /^(?:Bahamas|Caribbean Netherlands|Comoros|Gambia|Maldives|Netherlands|Philippines|Seychelles|United .*|[^,]*(?: Islands| Republic| Territor(?:y|ies)))$/;

/** “the United Kingdom”, “Germany” */
export const withArticle = (name: string): string => (WITH_ARTICLE.test(name) ? `the ${name}` : name);

function spelling(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[^a-z]/g, '');
}
