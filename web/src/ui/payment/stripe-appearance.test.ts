import { expect, it } from 'vitest';
import { appearanceOf } from './stripe-appearance.ts';

const token = (name: string) => `<${name}>`;

it('maps design tokens to the card form in light and dark mode', () => {
  const day = appearanceOf({ token, dark: false, touch: false });
  expect(day).toMatchObject({
    theme: 'stripe',
    variables: {
      colorPrimary: '<primary>',
      colorBackground: '<surface>',
      colorText: '<text>',
      colorDanger: '<bad-fg>',
      borderRadius: '4px',
    },
  });
  expect(appearanceOf({ token, dark: true, touch: false })).toEqual({ ...day, theme: 'night' });
});

it('uses text large enough that phones do not zoom in', () => {
  expect(appearanceOf({ token, dark: false, touch: true }).variables?.fontSizeBase).toBe('16px');
  expect(appearanceOf({ token, dark: false, touch: false }).variables?.fontSizeBase).toBe('14px');
});
