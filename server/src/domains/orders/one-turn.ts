import type { OrderSourceDeps } from './order-sources.deps.ts';

/** Long work also ends when the turn is over, so that a slow store does not hold up the others. */
export function forOneTurn(deps: OrderSourceDeps): OrderSourceDeps {
  const end = performance.now() + deps.timings.orderTurnMs;
  return { ...deps, isDraining: () => deps.isDraining() || performance.now() > end };
}
