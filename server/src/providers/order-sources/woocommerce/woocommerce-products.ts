import { type Clock, minutes } from '../../../platform/clock.ts';
import { inParallel } from '../../../platform/in-parallel.ts';
import { type Connection, SourceRefusedError, TooSlowError } from '../port.ts';
import {
  ProductSchema,
  ProductsSchema,
  SettingSchema,
  type WooLineItem,
  type WooProduct,
} from './woocommerce-answers.ts';
import { parseAnswer, type WooCommerceClient } from './woocommerce-client.ts';
import type { OrderContext } from './woocommerce-mapping.ts';

interface Product {
  /** In the unit of the store; null if the store does not know it. */
  weight: number | null;
  virtual: boolean;
}

interface Catalog {
  validUntil: number;
  /** Null if the store does not report its unit. */
  gramsPerUnit: number | null;
  /** By product, or by product and variation. Null: the product no longer exists. */
  products: Map<string, Product | null>;
}

const GRAMS: Readonly<Record<string, number>> = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 };
/** Long enough for one sync. */
const VALID_MS = minutes(10);
/** A slow store must not hold up the others for longer. The next try continues with what is missing. */
const LOAD_WITHIN_MS = minutes(2);
const MAX_CATALOGS = 50;
const MAX_PRODUCTS = 20_000;
/** For one page of orders. Products beyond this limit are imported without a weight. */
const MAX_LOADED = 10_000;
const CONCURRENCY = 2;
const PAGE_SIZE = 100;

type ProductOf = OrderContext['productOf'];
type Load = (items: readonly WooLineItem[]) => Promise<ProductOf>;

/** Weights of products, which orders do not contain. Each is read once per sync. */
export class WooCommerceProducts {
  readonly #client: WooCommerceClient;
  readonly #clock: Clock;
  readonly #catalogs = new Map<string, Catalog>();

  constructor(client: WooCommerceClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * Reads the products of all these items. Returns a function that also reads the variations of some of them, which take a
   * call each. If the key may not read products, orders are still imported, without weights.
   */
  async of(connection: Connection, items: readonly WooLineItem[]): Promise<Load> {
    const endsAt = this.#clock.now().getTime() + LOAD_WITHIN_MS;
    const requireTime = () => {
      if (this.#clock.now().getTime() > endsAt)
        throw new TooSlowError('The store is too slow to read the weights of its products.');
    };
    let catalog = await unlessForbidden(async () => {
      const opened = await this.#catalogOf(connection);
      await this.#loadProducts(connection, opened, items, requireTime);
      return opened;
    });
    return async (some) => {
      const opened = catalog;
      catalog =
        opened && (await unlessForbidden(() => this.#loadVariations(connection, opened, some, requireTime)));
      const loaded = catalog;
      return loaded ? (item) => productOf(loaded, item) : () => UNKNOWN;
    };
  }

  async #catalogOf(connection: Connection): Promise<Catalog> {
    const now = this.#clock.now().getTime();
    const known = this.#catalogs.get(connection.id);
    if (known && known.validUntil > now && known.products.size < MAX_PRODUCTS) return known;
    const path = '/wc/v3/settings/products/woocommerce_weight_unit';
    const answer = await this.#client.read(connection, path);
    const unit = answer.status === 404 ? '' : parseAnswer(SettingSchema, path, answer).value;
    const catalog = { validUntil: now + VALID_MS, gramsPerUnit: GRAMS[unit] ?? null, products: new Map() };
    this.#catalogs.delete(connection.id);
    const [oldest] = this.#catalogs.keys();
    if (oldest !== undefined && this.#catalogs.size >= MAX_CATALOGS) this.#catalogs.delete(oldest);
    this.#catalogs.set(connection.id, catalog);
    return catalog;
  }

  async #loadProducts(
    connection: Connection,
    { products }: Catalog,
    items: readonly WooLineItem[],
    requireTime: () => void,
  ): Promise<void> {
    const missing = new Set(
      items.flatMap(({ product_id: id }) => (id && !products.has(keyOf(id)) ? [id] : [])),
    );
    const wanted = [...missing].slice(0, MAX_LOADED);
    await inParallel(chunksOf(wanted, PAGE_SIZE), CONCURRENCY, async (ids) => {
      requireTime();
      const query = { include: ids.join(','), per_page: String(PAGE_SIZE) };
      const found = await this.#client.readAs(connection, ProductsSchema, '/wc/v3/products', query);
      const byId = new Map(found.map((product) => [product.id, product]));
      for (const id of ids) products.set(keyOf(id), known(byId.get(id)));
    });
  }

  async #loadVariations(
    connection: Connection,
    catalog: Catalog,
    items: readonly WooLineItem[],
    requireTime: () => void,
  ): Promise<Catalog> {
    const { products } = catalog;
    const variations = new Map(
      items.flatMap((item) => {
        const { product_id: id, variation_id: variation } = item;
        const key = keyOf(id ?? 0, variation ?? 0);
        return id && variation && !products.has(key) ? [[key, { id, variation }] as const] : [];
      }),
    );
    await inParallel([...variations].slice(0, MAX_LOADED), CONCURRENCY, async ([key, { id, variation }]) => {
      requireTime();
      const path = `/wc/v3/products/${id}/variations/${variation}`;
      const answer = await this.#client.read(connection, path);
      products.set(key, known(answer.status === 404 ? undefined : parseAnswer(ProductSchema, path, answer)));
    });
    return catalog;
  }
}

const UNKNOWN = { weightGrams: null, requiresShipping: true };

async function unlessForbidden<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SourceRefusedError && error.code === 'permission') return null;
    throw error;
  }
}

/** A number, because a text of the answer could be long. */
const known = (product: WooProduct | undefined): Product | null =>
  product === undefined
    ? null
    : { weight: product.weight === '' ? null : Number(product.weight), virtual: product.virtual === true };

function productOf({ products, gramsPerUnit }: Catalog, item: WooLineItem) {
  const parent = products.get(keyOf(item.product_id ?? 0)) ?? null;
  const variation = products.get(keyOf(item.product_id ?? 0, item.variation_id ?? 0)) ?? null;
  // A variation without a weight has that of its product.
  const weight = variation?.weight ?? parent?.weight ?? Number.NaN;
  const grams = gramsPerUnit === null ? Number.NaN : weight * gramsPerUnit;
  return {
    weightGrams: grams > 0 && Number.isFinite(grams) ? grams : null,
    requiresShipping: !(variation ?? parent)?.virtual,
  };
}

const keyOf = (productId: number, variationId = 0) =>
  variationId === 0 ? String(productId) : `${productId}/${variationId}`;

const chunksOf = <T>(items: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
