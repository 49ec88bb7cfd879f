/**
 * How each country writes an address: its code, the order of city (c), state (s) and postal code (z), and the
 * formats of its postal codes. Capitals mark what an address must have; `,`, `-` and `/` are printed between two
 * parts. In a postal code, n is a digit, a is a letter, * is either, and `|` separates formats, the usual one first.
 *
 * Order and required parts: commerceguys/addressing (MIT, from Google's address data, CC BY 4.0), 2026-04-15.
 * Postal codes: compared with postal-codes-js 2.5.2 (Apache-2.0) and google/libaddressinput (Apache-2.0), 2026-11-15.
 * The United States and its territories as USPS prints them.
 */
export const ADDRESS_FORMATS = `AD zc ADnnn; AE cS; AF cz nnnn; AG c; AI cz AI-2640|2640; AL zc nnnn; AM zcs nnnn|nnnnnn; AO c; AQ c;
AR zcs nnnn|annnnaaa; AS csZ nnnnn|nnnnn-nnnn; AT Zc nnnn; AU cSZ nnnn; AW c; AX Zc 22nnn;
AZ zc AZ nnnn|nnnn; BA zc nnnnn; BB c,Sz BBnnnnn; BD cz nnnn; BE Zc nnnn; BF c; BG zc nnnn; BH cz nnn|nnnn;
BI c; BJ c; BL Zc 971nn; BM cz aa nn|aa aa; BN cz aannnn; BO c; BQ c; BR c-SZ nnnnn-nnn; BS c,s;
BT cz nnnnn; BV c; BW c; BY z,cs nnnnnn; BZ c; CA cSZ ana nan; CC cz 6799; CD c; CF c; CG c; CH Zc nnnn;
CI c; CK c; CL zcS nnnnnnn|nnn-nnnn; CM c; CN cS,Z nnnnnn; CO c,S,z nnnnnn; CR S,cz nnnnn|nnnn;
CU csz nnnnn; CV zcS nnnn; CW c; CX cz 6798; CY zc nnnn; CZ Zc nnn nn; DE Zc nnnnn; DJ c; DK Zc nnnn; DM c;
DO zc nnnnn; DZ zc nnnnn; EC zc nnnnnn; EE Zcs nnnnn; EG cSz nnnnn|nnnnnnn; EH zc nnnnn; ER c;
ES ZcS nnnnn; ET zc nnnn; FI Zc nnnnn; FJ c; FK cZ FIQQ 1ZZ; FM csZ nnnnn|nnnnn-nnnn; FO zc nnn;
FR Zc nnnnn; GA c;
GB cZ an naa|ann naa|aan naa|aann naa|ana naa|aana naa|GIR 0AA|BFPO n|BFPO nn|BFPO nnn|BFPO nnnn; GD c;
GE zc nnnn; GF Zc 973nn; GG cZ GYn naa|GYnn naa; GH c; GI cz GX11 1AA; GL Zc 39nn; GM c; GN zc nnn;
GP Zc 971nn; GQ c; GR Zc nnn nn; GS cZ SIQQ 1ZZ; GT zc nnnnn; GU csZ nnnnn|nnnnn-nnnn; GW zc nnnn; GY c;
HK cS; HM cz nnnn; HN c,Sz nnnnn; HR zc nnnnn; HT zc nnnn; HU cZ nnnn; ID cSz nnnnn;
IE csz ann ****|anW ****; IL cz nnnnnnn|nnnnn; IM cZ IMn naa|IMnn naa; IN cZS nnnnnn; IO cZ BBND 1ZZ;
IQ c,Sz nnnnn; IR Sc,z nnnnnnnnnn|nnnnn-nnnnn; IS zc nnn; IT ZcS nnnnn; JE cZ JEn naa|JEnn naa; JM cS;
JO cz nnnnn; JP c,SZ nnn-nnnn; KE cz nnnnn; KG zc nnnnnn; KH cz nnnnn|nnnnnn; KI Sc; KM c; KN c,S; KP cs,z;
KR cSZ nnnnn; KW zc nnnnn; KY cSz KYn-nnnn; KZ Z,cs nnnnnn|annanan; LA zc nnnnn; LB cz nnnn|nnnn nnnn;
LC c; LI Zc nnnn; LK cz nnnnn; LR zc nnnn; LS cz nnn; LT Zcs nnnnn; LU Zc nnnn; LV c,Z LV-nnnn|nnnn; LY c;
MA zc nnnnn; MC zc 980nn; MD zc MD-nnnn|nnnn; ME zc nnnnn; MF Zc 971nn; MG zc nnn; MH csZ nnnnn|nnnnn-nnnn;
MK zc nnnn; ML c; MM c,z nnnnn; MN csz nnnnn; MO c; MP csZ nnnnn|nnnnn-nnnn; MQ Zc 972nn; MR c; MS c;
MT cz aaa nnnn|aaa nn; MU zc nnnnn; MV cz nnnnn; MW c; MX Zc,S nnnnn; MY ZcS nnnnn; MZ zcs nnnn;
NA cz nnnnn; NC Zc 988nn; NE zc nnnn; NF cz 2899; NG czs nnnnnn; NI zc,s nnnnn; NL Zc nnnn aa; NO Zc nnnn;
NP cz nnnnn; NR cS; NU c; NZ cZ nnnn; OM zc nnn; PA cs nnnn; PE czS nnnnn; PF ZcS 987nn; PG czS nnn;
PH czs nnnn; PK cz nnnnn; PL Zc nn-nnn; PM Zc 97500; PN cZ PCRN 1ZZ; PR csZ nnnnn|nnnnn-nnnn; PS c nnn;
PT Zc nnnn-nnn; PW csZ nnnnn|nnnnn-nnnn; PY zc,s nnnn|nnnnnn; QA c; RE Zc 974nn; RO Zc nnnnnn;
RS zc nnnnn|nnnnnn; RU cSZ nnnnnn; RW c; SA cz nnnnn|nnnnn-nnnn; SB c; SC cs; SD cz nnnnn; SE Zc nnn nn;
SG cZ nnnnnn; SH cZ STHL 1ZZ|ASCN 1ZZ|TDCU 1ZZ; SI zc nnnn; SJ Zc nnnn; SK Zc nnn nn; SL c; SM Zc 4789n;
SN zc nnnnn; SO c,Sz aa nnnnn; SR cs; SS c; ST c; SV zcS nnnn|CP nnnn; SX c; SY c; SZ cz annn;
TC cZ TKCA 1ZZ; TD c; TF c; TG c; TH cSz nnnnn; TJ zc nnnnnn; TK c; TL c; TM zc nnnnnn; TN zc nnnn; TO c;
TR Zc/S nnnnn; TT c nnnnnn; TV cs; TW c,SZ nnn|nnnnn|nnnnnn; TZ zc nnnnn|nnnn; UA csZ nnnnn; UG c;
UM cSz nnnnn|nnnnn-nnnn; US cSZ nnnnn|nnnnn-nnnn; UY zc,s nnnnn; UZ zcs nnnnnn; VA zc 00120; VC cz VCnnnn;
VE cz,S nnnn; VG cz VGnnnn; VI csZ nnnnn|nnnnn-nnnn; VN cSz nnnnn|nnnnnn; VU c; WF Zc 986nn; WS c; YE c;
YT Zc 976nn; ZA cZ nnnn; ZM zc nnnnn; ZW cs`;

/** What the region is called, where it is not a province. */
export const REGION_NAMES = {
  State: 'AU BR CA IN MX MY NG UM US VE AS FM GU MH MP PR PW VI',
  Region: 'BY CL KZ RU UA',
  Island: 'BS CV KI KN KY PF SC TV',
  County: 'EE IE LT TW',
  Department: 'CO HN NI',
  Parish: 'BB JM',
  Emirate: 'AE',
  Area: 'HK',
  Prefecture: 'JP',
  District: 'NR',
} as const;

/** What the postal code is called, where it has a name of its own. */
export const POSTAL_CODE_NAMES = {
  'ZIP code': 'US CA UM AS FM GU MH MP PR PW VI',
  Postcode: 'AU GB GG IM JE NZ',
  'PIN code': 'IN',
  Eircode: 'IE',
} as const;

/** What the city is called, where another word is usual. */
export const CITY_NAMES = {
  'Town or city': 'GB GG IE IM JE',
  'Suburb or city': 'AU',
  District: 'HK',
} as const;

/** Real postal codes as examples, where a made-up one would look odd. */
export const POSTAL_CODE_EXAMPLES =
  'AT 1010; AU 2000; BE 1000; BR 01310-100; CA M5V 2T6; CH 8001; CN 100000; CZ 110 00; DE 10115; DK 1050; ES 28013; FI 00100; FR 75001; GB SW1A 2AA; IE D02 X285; IN 110001; IT 00184; JP 100-0001; KR 04524; MX 06600; NL 1012 JS; NO 0150; NZ 6011; PL 00-001; PT 1100-148; SE 111 20; SG 018956; US 78701';
