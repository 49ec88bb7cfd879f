/** Long enough for every request that an input causes. */
const IDLE_AFTER_MS = 60_000;

const INPUTS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Opening the page counts as input. */
let lastInputAt = Date.now();

export function watchForInput() {
  const note = () => {
    lastInputAt = Date.now();
  };
  for (const type of INPUTS) window.addEventListener(type, note, { capture: true, passive: true });
}

/** True if this tab is not in use at the moment, so that its requests are only refreshes. */
export const isUserIdle = () => Date.now() - lastInputAt > IDLE_AFTER_MS;
