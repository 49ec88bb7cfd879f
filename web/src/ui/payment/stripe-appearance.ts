import type { Appearance } from '@stripe/stripe-js';
import { subscribeTheme } from '../../lib/theme.ts';

interface Look {
  /** The value of a color token, such as `primary`. */
  token: (name: string) => string;
  dark: boolean;
  touch: boolean;
}

/** Maps our design tokens to Stripe's variables. */
export const appearanceOf = ({ token, dark, touch }: Look): Appearance => ({
  theme: dark ? 'night' : 'stripe',
  variables: {
    colorPrimary: token('primary'),
    colorBackground: token('surface'),
    colorText: token('text'),
    colorTextSecondary: token('text-2'),
    colorTextPlaceholder: token('text-3'),
    colorDanger: token('bad-fg'),
    fontFamily: 'Archivo, system-ui, sans-serif',
    // Phones zoom in on fields with smaller text.
    fontSizeBase: touch ? '16px' : '14px',
    borderRadius: '4px',
  },
  rules: { '.Input': { borderColor: token('control') } },
});

const DARK = '(prefers-color-scheme: dark)';

export function readAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement);
  return appearanceOf({
    token: (name) => style.getPropertyValue(`--${name}`).trim(),
    dark: style.colorScheme === 'dark',
    touch: window.matchMedia('(pointer: coarse)').matches,
  });
}

/** The theme can change through our setting and through the system's. */
export function followAppearance(listener: () => void): () => void {
  const system = window.matchMedia(DARK);
  const unsubscribe = subscribeTheme(listener);
  system.addEventListener('change', listener);
  return () => {
    unsubscribe();
    system.removeEventListener('change', listener);
  };
}
