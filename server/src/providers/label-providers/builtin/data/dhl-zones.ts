/**
 * DHL Express zone by destination for exports from the United States, by ISO 3166-1 alpha-2 country (XK is
 * Kosovo). Source: DHL Service & Rate Guide 2025 United States, 222 destinations. Four of them are parts of a
 * country without a code of their own (Canary Islands, Nevis, Somaliland, St. Eustatius) and are not listed.
 */
export const DHL_ZONE_COUNTRIES: Readonly<Record<string, string>> = {
  A: `
    CA`,
  B: `
    MX`,
  C: `
    BE DE ES FR GB IE IT LU MC NL PT SM VA`,
  D: `
    AD AT CH CY DK FI FO GG GL GR IS JE LI MT NO SE`,
  E: `
    AF AL AZ BA BG BY CZ EE GE GI HR HU IQ IR KG KZ LT LV MD ME MK PL RO RS SI SK TJ TM UA UZ XK`,
  F: `
    JP KR`,
  G: `
    CN`,
  H: `
    HK SG TW`,
  I: `
    AU BD ID IN LK MO MY NZ PH PK VN`,
  J: `
    BN BT CK FJ KH KI KP LA MM MN MV NC NP NR NU PF PG SB TH TO TV VU WS`,
  K: `
    AG AI AW BB BL BM BQ BS CU CW DM DO GD GP HT JM KN KY LC MQ MS SX TC TT VC VG`,
  L: `
    AR BO BR BZ CL CO CR EC FK GF GT GY HN NI PA PE PY SR SV UY VE`,
  M: `
    AE AM BH EG IL JO KW LB OM QA SA SY TR YE`,
  N: `
    AO BF BI BJ BW CD CF CG CI CM CV DJ DZ ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ
    NA NE NG RE RU RW SC SD SL SN SO SS ST TD TG TN TZ UG YT ZA ZM ZW`,
};
