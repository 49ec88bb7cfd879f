import type { PasteSample } from './paste-address.samples.ts';

const at = (
  country: string,
  [fullName, address, city, zipCode]: readonly [string, string, string, string],
  others: PasteSample['fields'] = {},
): PasteSample['fields'] => ({ fullName, address, city, zipCode, country, ...others });

/** Addresses as people in the 20 countries that US shops ship to most write them. People are fictional. */
export const ABROAD_SAMPLES: readonly PasteSample[] = [
  {
    text: 'Jane Doe\n123 Queen St W\nToronto, ON M5H 2M9\nCanada',
    fields: at('CA', ['Jane Doe', '123 Queen St W', 'Toronto', 'M5H 2M9'], { state: 'ON' }),
  },
  {
    text: 'Jane Doe\nFlat 4, 12 High Street\nReading\nBerkshire\nRG1 1AA\nUnited Kingdom',
    fields: at('GB', ['Jane Doe', '12 High Street', 'Reading', 'RG1 1AA'], {
      address2: 'Flat 4',
      state: 'Berkshire',
    }),
  },
  {
    text: 'Jane Doe, 221B Baker Street, London NW1 6XE',
    fields: at('GB', ['Jane Doe', '221B Baker Street', 'London', 'NW1 6XE']),
  },
  {
    text: 'Jane Doe\n12 George Street\nEdinburgh eh2 2py\nScotland',
    fields: at('GB', ['Jane Doe', '12 George Street', 'Edinburgh', 'EH2 2PY']),
  },
  {
    text: 'Liam Smith\nUnit 5\n100 George Street\nSydney NSW 2000\nAustralia',
    fields: at('AU', ['Liam Smith', '100 George Street', 'Sydney', '2000'], {
      address2: 'Unit 5',
      state: 'NSW',
    }),
  },
  {
    text: 'Liam Smith, 4/12 Swan Road, Perth, Western Australia, 6000, Australia',
    fields: at('AU', ['Liam Smith', '4/12 Swan Road', 'Perth', '6000'], { state: 'Western Australia' }),
  },
  {
    text: 'Max Muster\nMusterstraße 12a\nHinterhaus\nD-10115 Berlin\nDeutschland',
    fields: at('DE', ['Max Muster', 'Musterstraße 12a', 'Berlin', '10115'], { address2: 'Hinterhaus' }),
  },
  {
    text: 'Max Muster, Hauptstr. 5, 80331 München Germany',
    fields: at('DE', ['Max Muster', 'Hauptstr. 5', 'München', '80331']),
  },
  {
    text: 'Max Muster\nHauptstr. 5\n3 OG links\n80331 München\nGermany\nTel: +49 89 1234567',
    fields: at('DE', ['Max Muster', 'Hauptstr. 5', 'München', '80331'], {
      address2: '3 OG links',
      phone: '+49 89 1234567',
    }),
  },
  {
    text: 'Max Muster\nHauptstr. 5\nD-10115 Berlin',
    fields: at('DE', ['Max Muster', 'Hauptstr. 5', 'Berlin', '10115']),
  },
  {
    text: 'Marie Dupont\n10 rue de la Paix\n75002 Paris\nFrance',
    fields: at('FR', ['Marie Dupont', '10 rue de la Paix', 'Paris', '75002']),
  },
  {
    text: 'Marie Dupont\n10 bis, avenue Foch\n75116 Paris CEDEX 16\nFrance',
    fields: at('FR', ['Marie Dupont', '10 bis, avenue Foch', 'Paris CEDEX 16', '75116']),
  },
  {
    text: 'Marie Dupont, 10, rue de la Paix, Bâtiment C, 75002 Paris, France',
    fields: at('FR', ['Marie Dupont', '10, rue de la Paix', 'Paris', '75002'], { address2: 'Bâtiment C' }),
  },
  {
    text: 'Hanako Sato\n4-2-8 Shibakoen\nMinato-ku, Tokyo 105-0011\nJapan',
    fields: at('JP', ['Hanako Sato', '4-2-8 Shibakoen', 'Minato-ku', '105-0011'], { state: 'Tokyo' }),
  },
  {
    text: 'Hanako Sato, 1-1 Umeda, Kita-ku, Osaka, 〒530-0001, Japan',
    fields: at('JP', ['Hanako Sato', '1-1 Umeda', 'Kita-ku', '530-0001'], { state: 'Osaka' }),
  },
  {
    text: 'Ana López\nAv. Reforma 123\nCol. Juárez\n06600 Ciudad de México, CDMX\nMexico',
    fields: at('MX', ['Ana López', 'Av. Reforma 123', 'Ciudad de México', '06600'], {
      address2: 'Col. Juárez',
      state: 'CDMX',
    }),
  },
  {
    text: 'Jan Vos\nKeizersgracht 1\n1015 CJ Amsterdam\nNederland',
    fields: at('NL', ['Jan Vos', 'Keizersgracht 1', 'Amsterdam', '1015 CJ']),
  },
  {
    text: 'Jan Vos, Keizersgracht 1, 1015cj Amsterdam, The Netherlands',
    fields: at('NL', ['Jan Vos', 'Keizersgracht 1', 'Amsterdam', '1015 CJ']),
  },
  {
    text: 'Giulia Bianchi\nVia Roma, 10\n00184 Roma RM\nItalia',
    fields: at('IT', ['Giulia Bianchi', 'Via Roma, 10', 'Roma', '00184'], { state: 'RM' }),
  },
  {
    text: 'Giulia Bianchi\nVia Dante 3\n20121 Milano (MI)\nItaly',
    fields: at('IT', ['Giulia Bianchi', 'Via Dante 3', 'Milano', '20121'], { state: 'MI' }),
  },
  {
    text: 'Lucía Pérez\nCalle Mayor, 5, 2º B\n28013 Madrid\nEspaña',
    fields: at('ES', ['Lucía Pérez', 'Calle Mayor, 5', 'Madrid', '28013'], { address2: '2º B' }),
  },
  {
    text: 'Lucía Pérez\nCalle Real 7\n41001 Sevilla, Sevilla\nSpain',
    fields: at('ES', ['Lucía Pérez', 'Calle Real 7', 'Sevilla', '41001'], { state: 'Sevilla' }),
  },
  {
    text: "Aoife Byrne\n12 O'Connell Street\nDublin 1\nCo. Dublin\nD01 F5P2\nIreland",
    fields: at('IE', ['Aoife Byrne', "12 O'Connell Street", 'Dublin 1', 'D01 F5P2'], { state: 'Co. Dublin' }),
  },
  {
    text: 'Aoife Byrne\n3 Main Street\nBandon\nCo. Cork\nIreland',
    fields: {
      fullName: 'Aoife Byrne',
      address: '3 Main Street',
      city: 'Bandon',
      state: 'Co. Cork',
      country: 'IE',
    },
  },
  {
    text: 'Elsa Lind\nDrottninggatan 5\nSE-111 51 Stockholm\nSverige',
    fields: at('SE', ['Elsa Lind', 'Drottninggatan 5', 'Stockholm', '111 51']),
  },
  {
    text: 'Kari Nordmann\nKarl Johans gate 1\n0154 Oslo\nNorway',
    fields: at('NO', ['Kari Nordmann', 'Karl Johans gate 1', 'Oslo', '0154']),
  },
  {
    text: 'Mette Jensen\nNørregade 10, 2. tv\n1165 København K\nDenmark',
    fields: at('DK', ['Mette Jensen', 'Nørregade 10', 'København K', '1165'], { address2: '2. tv' }),
  },
  {
    text: 'Urs Keller\nBahnhofstrasse 1\nCH-8001 Zürich\nSchweiz',
    fields: at('CH', ['Urs Keller', 'Bahnhofstrasse 1', 'Zürich', '8001']),
  },
  {
    text: 'Eva Gruber\nStephansplatz 3/14\nA-1010 Wien',
    fields: at('AT', ['Eva Gruber', 'Stephansplatz 3/14', 'Wien', '1010']),
  },
  {
    text: 'Luc Peeters, Rue Neuve 12, 1000 Bruxelles, Belgique',
    fields: at('BE', ['Luc Peeters', 'Rue Neuve 12', 'Bruxelles', '1000']),
  },
  {
    text: 'Aroha Ngata\n15 Queen Street\nAuckland 1010\nNew Zealand',
    fields: at('NZ', ['Aroha Ngata', '15 Queen Street', 'Auckland', '1010']),
  },
  {
    text: 'Wei Tan\n10 Bayfront Avenue #12-01\nSingapore 018956',
    fields: at('SG', ['Wei Tan', '10 Bayfront Avenue', 'Singapore', '018956'], { address2: '#12-01' }),
  },
  {
    text: 'Wei Tan\n10 Bayfront Avenue\nSingapore 018956\nSingapore',
    fields: at('SG', ['Wei Tan', '10 Bayfront Avenue', 'Singapore', '018956']),
  },
  {
    text: 'Minji Kim\n110 Sejong-daero\nJung-gu, Seoul 04524\nSouth Korea',
    fields: at('KR', ['Minji Kim', '110 Sejong-daero', 'Jung-gu', '04524'], { state: 'Seoul' }),
  },
  {
    text: 'Minji Kim, 12 Haeundae-ro, Busan 48094, Republic of Korea',
    fields: at('KR', ['Minji Kim', '12 Haeundae-ro', 'Busan', '48094'], { state: 'Busan' }),
  },
];
