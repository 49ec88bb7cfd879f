/** A tariff: for each zone a list of prices in cents, one per weight step. */
export interface TariffTable {
  /** The effective date. */
  effective: string;
  /**
   * The weight steps of a list: 1, 2, 3 … lb; or the envelope, then pounds; or up to 4, 8, 12 and 15.999 oz,
   * then pounds.
   */
  steps: 'pounds' | 'envelope-then-pounds' | 'ounces-then-pounds';
  zones: Readonly<Record<string, string>>;
  /** How many of the first steps of a zone are our estimates. */
  estimated?: { zone: string; steps: number };
}

/** Published prices at some weights only. */
export interface SparseTariffTable {
  effective: string;
  /** The price increase since then, in basis points. */
  raiseBp: number;
  /** The weight steps of a list; 0 is the envelope. */
  weightsLb: readonly number[];
  zones: Readonly<Record<string, string>>;
}

/** A tariff derived from another: each step is a share, in basis points, of the other's price for a weight. */
export interface DerivedTariff {
  steps: TariffTable['steps'];
  shares: readonly { ofLb: number; bp: number }[];
}
