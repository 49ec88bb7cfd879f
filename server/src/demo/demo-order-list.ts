interface DemoItem {
  sku: string;
  title: string;
  quantity: number;
  cents: number;
  /** Of one piece; 0 if the shop does not know it. */
  grams: number;
  hs_code: string;
}

export interface DemoOrder {
  to: [name: string, street: string, city: string, state: string, zip: string, country?: string];
  items: DemoItem[];
  does: 'ready' | 'ship' | 'hold' | 'combine' | 'elsewhere' | 'noSize' | 'unpaid' | 'canceled';
  /** Absent: sent by the client's own program. */
  from?: DemoStoreKind;
}

export type DemoStoreKind = 'woocommerce' | 'custom_store';

const candle = (quantity = 1): DemoItem => ({
  sku: 'CANDLE-S',
  title: 'Soy wax candle',
  quantity,
  cents: 2_400,
  grams: 240,
  hs_code: '340600',
});
const scarf = (quantity = 1): DemoItem => ({
  sku: 'SCARF-M',
  title: 'Merino wool scarf',
  quantity,
  cents: 6_800,
  grams: 120,
  hs_code: '611710',
});
const notebook = (quantity = 1): DemoItem => ({
  sku: 'NOTE-A6',
  title: 'Ruled paper notebook',
  quantity,
  cents: 1_450,
  grams: 95,
  hs_code: '482010',
});
/** Neither a weight nor an HS code. */
const lamp: DemoItem = {
  sku: 'LAMP-2',
  title: 'Desk lamp',
  quantity: 1,
  cents: 8_900,
  grams: 0,
  hs_code: '',
};
const poster: DemoItem = {
  sku: 'POSTER',
  title: 'Printed poster',
  quantity: 1,
  cents: 1_900,
  grams: 80,
  hs_code: '',
};

/** Newest first. */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  {
    to: ['Priya Raman', '742 Valencia St', 'San Francisco', 'CA', '94110'],
    items: [candle(2)],
    does: 'ready',
  },
  {
    to: ['Marcus Bell', '1500 Market St', 'Philadelphia', 'PA', '19102'],
    items: [notebook(3)],
    does: 'ready',
    from: 'woocommerce',
  },
  { to: ['Elena Costa', '600 Congress Ave', 'Austin', 'TX', '78701'], items: [scarf()], does: 'combine' },
  { to: ['Elena Costa', '600 Congress Ave', 'Austin', 'TX', '78701'], items: [candle()], does: 'combine' },
  {
    to: ['Tom Becker', '233 S Wacker Dr', 'Chicago', 'IL', '60606'],
    items: [lamp],
    does: 'noSize',
    from: 'woocommerce',
  },
  {
    to: ['Grace Okafor', '100 Peachtree St NW', 'Atlanta', 'GA', '30303'],
    items: [candle(), notebook()],
    does: 'ready',
    from: 'woocommerce',
  },
  {
    to: ['Chloe Tremblay', '100 Queen St W', 'Toronto', 'ON', 'M5H 2N2', 'CA'],
    items: [scarf(2)],
    does: 'ready',
    from: 'woocommerce',
  },
  { to: ['Jonas Weber', 'Invalidenstr. 116', 'Berlin', '', '10115', 'DE'], items: [poster], does: 'ready' },
  { to: ['Hannah Lee', '', 'Seattle', 'WA', '98101'], items: [candle()], does: 'ready' },
  { to: ['Victor Ruiz', '401 Broadway', 'Nashville', 'TN', '37203'], items: [notebook()], does: 'hold' },
  { to: ['Amara Singh', '1 City Hall Sq', 'Boston', 'MA', '02201'], items: [scarf()], does: 'unpaid' },
  {
    to: ['Noah Fischer', '200 E Colfax Ave', 'Denver', 'CO', '80203'],
    items: [candle(3)],
    does: 'ready',
    from: 'woocommerce',
  },
  {
    to: ['Lucy Grant', '1221 SW 4th Ave', 'Portland', 'OR', '97204'],
    items: [notebook(2)],
    does: 'ready',
    from: 'custom_store',
  },
  {
    to: ['Samuel Ortiz', '200 N Spring St', 'Los Angeles', 'CA', '90012'],
    items: [candle(), scarf()],
    does: 'ready',
    from: 'woocommerce',
  },
  {
    to: ['Ruth Novak', '350 S 5th St', 'Minneapolis', 'MN', '55415'],
    items: [lamp, candle()],
    does: 'noSize',
  },
  {
    to: ['Omar Haddad', '2 Woodward Ave', 'Detroit', 'MI', '48226'],
    items: [scarf()],
    does: 'ready',
    from: 'custom_store',
  },
  {
    to: ['Ivy Chen', '1 Frank H. Ogawa Plaza', 'Oakland', 'CA', '94612'],
    items: [notebook(5)],
    does: 'ready',
    from: 'woocommerce',
  },
  { to: ['Peter Walsh', '414 E 12th St', 'Kansas City', 'MO', '64106'], items: [candle()], does: 'canceled' },
  {
    to: ['Dora Klein', '200 E Santa Clara St', 'San Jose', 'CA', '95113'],
    items: [scarf(), notebook()],
    does: 'ready',
    from: 'custom_store',
  },
  {
    to: ['Felix Moore', '600 4th Ave', 'Seattle', 'WA', '98104'],
    items: [candle()],
    does: 'noSize',
    from: 'woocommerce',
  },
  { to: ['Nina Petrov', '301 W 2nd St', 'Austin', 'TX', '78701'], items: [notebook()], does: 'elsewhere' },
  { to: ['Karl Jensen', '1300 Perdido St', 'New Orleans', 'LA', '70112'], items: [candle(2)], does: 'ship' },
  { to: ['Mia Rossi', '90 W Broad St', 'Columbus', 'OH', '43215'], items: [scarf()], does: 'ship' },
  { to: ['Leo Adams', '455 N Main St', 'Wichita', 'KS', '67202'], items: [notebook(2)], does: 'ship' },
  { to: ['Zoe Brandt', '1 E 1st St', 'Reno', 'NV', '89501'], items: [candle(), notebook()], does: 'ship' },
];
