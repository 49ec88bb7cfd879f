/** The form of a tariff: for each zone a list of prices in cents, one per step of weight. */
export interface TariffTable {
  /** The day the publisher put it in force. */
  effective: string;
  /**
   * What the places in a list stand for: 1, 2, 3 … lb; or first the envelope and then pounds; or up to 4, 8, 12 and 15.999 oz and then
   * pounds.
   */
  steps: 'pounds' | 'envelope-then-pounds' | 'ounces-then-pounds';
  zones: Readonly<Record<string, string>>;
  /** The first so many steps of a zone that are ours and not the publisher's. */
  estimated?: { zone: string; steps: number };
}
