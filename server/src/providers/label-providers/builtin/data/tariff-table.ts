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

/** Published prices at some weights only. */
export interface SparseTariffTable {
  effective: string;
  /** What prices have risen by since, in basis points. */
  raiseBp: number;
  /** What the places in a list stand for; 0 is the envelope. */
  weightsLb: readonly number[];
  zones: Readonly<Record<string, string>>;
}

/** A tariff made of another one: each step is a share, in basis points, of the other's price for so many pounds. */
export interface DerivedTariff {
  steps: TariffTable['steps'];
  shares: readonly { ofLb: number; bp: number }[];
}
