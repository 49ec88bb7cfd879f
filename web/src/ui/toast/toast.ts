import { createBrowserSwitch } from '../../lib/browser-switch.ts';
import { createToastStore, type ToastTone } from './toast-store.ts';

export const toastStore = createToastStore({
  now: () => Date.now(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
});

/** For users who need more time to read. */
export const keepNotifications = createBrowserSwitch('lading.keep-notifications', false);
const followSwitch = () => toastStore.keep(keepNotifications.isOn());
followSwitch();
keepNotifications.subscribe(followSwitch);

export const toast = {
  success: (text: string) => toastStore.show('success', text),
  error: (text: string) => toastStore.show('error', text),
  info: (text: string) => toastStore.show('info', text),
  /** For one of many similar messages; see `quiet`. */
  quietly: (tone: ToastTone, text: string) => toastStore.show(tone, text, { quiet: true }),
};
