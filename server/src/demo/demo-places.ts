import type { AddressForm } from '@lading/contract/address-form.ts';
import type { Parcel } from '@lading/contract/parcel.ts';

type Place = Pick<AddressForm, 'address' | 'address2' | 'city' | 'state' | 'zipCode'> & { country?: string };

const place = (address: string, city: string, state: string, zipCode: string, country = 'US'): Place => ({
  address,
  address2: '',
  city,
  state,
  zipCode,
  country,
});

/** Sender addresses, in the order of the demo clients. */
export const SHOP_PLACES: readonly Place[] = [
  place('1120 SW 5th Ave', 'Portland', 'OR', '97204'),
  place('500 W 2nd St', 'Austin', 'TX', '78701'),
  place('2800 Biscayne Blvd', 'Miami', 'FL', '33137'),
  place('140 Albany St', 'New Brunswick', 'NJ', '08901'),
  place('900 Nicollet Mall', 'Minneapolis', 'MN', '55402'),
  place('720 Grant Ave', 'San Francisco', 'CA', '94108'),
  place('201 Newbury St', 'Boston', 'MA', '02116'),
  place('650 Ponce De Leon Ave NE', 'Atlanta', 'GA', '30308'),
  place('1801 California St', 'Denver', 'CO', '80202'),
  place('1301 2nd Ave', 'Seattle', 'WA', '98101'),
  place('233 S Wacker Dr', 'Chicago', 'IL', '60606'),
  place('100 N Charles St', 'Baltimore', 'MD', '21201'),
  place('401 Church St', 'Nashville', 'TN', '37219'),
];

export const CUSTOMERS: readonly (Place & { fullName: string; phone?: string })[] = [
  { fullName: 'Dana Whitfield', ...place('88 Kearny St', 'San Francisco', 'CA', '94108') },
  { fullName: 'Jonas Lindqvist', ...place('410 Terry Ave N', 'Seattle', 'WA', '98109') },
  { fullName: 'Carla Mendes', ...place('200 E Randolph St', 'Chicago', 'IL', '60601') },
  { fullName: 'Rosa Delgado', ...place('1600 Smith St', 'Houston', 'TX', '77002') },
  { fullName: 'Theo Blanchard', ...place('30 Rockefeller Plz', 'New York', 'NY', '10112') },
  { fullName: 'Yuki Tanabe', ...place('1 Aloha Tower Dr', 'Honolulu', 'HI', '96813') },
  { fullName: 'Nadia Rahman', ...place('55 Monument Cir', 'Indianapolis', 'IN', '46204') },
  { fullName: 'Miles Okonkwo', ...place('101 S Tryon St', 'Charlotte', 'NC', '28280') },
  { fullName: 'Greta Sorensen', ...place('80 S 8th St', 'Minneapolis', 'MN', '55402') },
  { fullName: 'Luis Arroyo', ...place('1 Calle Fortaleza', 'San Juan', 'PR', '00901') },
  { fullName: 'Hannah Brandt', ...place('411 W 4th Ave', 'Anchorage', 'AK', '99501') },
  { fullName: 'Émile Gagnon', ...place('1000 Rue De La Gauchetière O', 'Montréal', 'QC', 'H3B 4W5', 'CA') },
  { fullName: 'Priya Anand', ...place('1730 Pennsylvania Ave NW', 'Washington', 'DC', '20006') },
  { fullName: 'Samuel Ortega', ...place('201 3rd St NW', 'Albuquerque', 'NM', '87102') },
  {
    fullName: 'Freya Holt',
    phone: '+442079460958',
    ...place('20 Finsbury Circus', 'London', 'London', 'EC2M 7EB', 'GB'),
  },
  { fullName: 'Walter Quinn', ...place('500 Woodward Ave', 'Detroit', 'MI', '48226') },
  { fullName: 'Ines Carvalho', ...place('3344 Peachtree Rd NE', 'Atlanta', 'GA', '30326') },
  { fullName: 'Bao Tran', ...place('1 Market St', 'San Francisco', 'CA', '94105') },
];

export const PARCELS: readonly Parcel[] = [
  { type: 'package', lengthIn: 8, widthIn: 6, heightIn: 4, weightLb: 1.2 },
  { type: 'package', lengthIn: 12, widthIn: 9, heightIn: 4, weightLb: 2.4 },
  { type: 'envelope', lengthIn: 12, widthIn: 9, heightIn: 0.25, weightLb: 0.4 },
  { type: 'package', lengthIn: 14, widthIn: 12, heightIn: 8, weightLb: 6.5 },
  { type: 'tube', lengthIn: 26, widthIn: 3, heightIn: 3, weightLb: 1.1 },
  { type: 'package', lengthIn: 18, widthIn: 14, heightIn: 10, weightLb: 11 },
];

/** Only freight services take it. */
export const PALLET: Parcel = { type: 'pallet', lengthIn: 48, widthIn: 40, heightIn: 42, weightLb: 380 };
