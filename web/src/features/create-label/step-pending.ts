/** While a request is pending the wizard must not move, or the response would arrive at another step. */
export const isStepPending = () =>
  document.querySelector('form[data-step] [type=submit][aria-busy=true]') !== null;
