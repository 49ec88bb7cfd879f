import type { OrderSourceDeps } from './order-sources.deps.ts';

/** Long work also ends when the turn is over, so that a slow store does not hold up the others. */
export function forOneTurn(deps: OrderSourceDeps): OrderSourceDeps {
  const isOver = overAfter(deps.timings.orderTurnMs);
  return { ...deps, isDraining: () => deps.isDraining() || isOver() };
}

/** Tells whether this time has passed since now. */
export function overAfter(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() > end;
}
