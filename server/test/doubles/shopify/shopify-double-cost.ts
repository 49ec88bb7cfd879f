import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { ShopifyBehavior } from './shopify-double-options.ts';

type Variables = Record<string, unknown>;

const MUTATION_COST = 10;

/** The most that a query could return: one point per object, times the sizes of its pages. */
export function requestedCost(document: DocumentNode, variables: Variables): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const costOf = (set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.FIELD) return sum + fieldCost(selection);
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + costOf(selection.selectionSet);
      const fragment = fragments.get(selection.name.value);
      return sum + (fragment ? costOf(fragment.selectionSet) : 0);
    }, 0);
  const fieldCost = (field: FieldNode): number => {
    if (!field.selectionSet || field.name.value === 'pageInfo') return 0;
    const inner = costOf(field.selectionSet);
    const size = sizeOf(field, variables);
    if (size === null) return inner + 1;
    // A connection counts through its nodes, another list through its items.
    return size * Math.max(1, field.name.value === 'nodes' ? inner + 1 : inner);
  };
  return document.definitions.reduce((sum, definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return sum;
    const writes = definition.operation === 'mutation' ? MUTATION_COST : 0;
    return sum + writes + costOf(definition.selectionSet);
  }, 0);
}

function sizeOf({ arguments: given = [] }: FieldNode, variables: Variables): number | null {
  const read = (value: ValueNode): unknown => {
    if (value.kind === Kind.VARIABLE) return variables[value.name.value];
    return value.kind === Kind.INT ? Number(value.value) : null;
  };
  for (const { name, value } of given) {
    const found = read(value);
    if (name.value === 'first' && typeof found === 'number') return found;
    if (name.value === 'ids' && Array.isArray(found)) return found.length;
  }
  return null;
}

/** The objects of an answer. */
export function actualCost(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + actualCost(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + actualCost(item), 1);
}

/** The points of an app in a store. They are restored over time. */
export class Bucket {
  readonly #behavior: ShopifyBehavior;
  #taken = 0;
  #at = performance.now();

  constructor(behavior: ShopifyBehavior) {
    this.#behavior = behavior;
  }

  get status() {
    const { size, restoredPerSecond } = this.#behavior.bucket;
    const now = performance.now();
    this.#taken = Math.max(0, this.#taken - ((now - this.#at) / 1000) * restoredPerSecond);
    this.#at = now;
    return {
      maximumAvailable: size,
      currentlyAvailable: Math.max(0, Math.floor(size - this.#taken)),
      restoreRate: restoredPerSecond,
    };
  }

  take(points: number): boolean {
    if (this.status.currentlyAvailable < points) return false;
    this.#taken += points;
    return true;
  }

  refund(points: number): void {
    this.#taken -= Math.max(0, points);
  }
}
