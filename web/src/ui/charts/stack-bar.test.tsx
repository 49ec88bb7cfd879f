import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../test/render.ts';
import { StackBar } from './stack-bar.tsx';

it('a stacked bar shows the shares that the table beside it shows', async () => {
  await render(
    <StackBar
      segments={[
        { look: 'delivered', share: 77.6 },
        { look: 'shipped', share: 19.8 },
        { look: 'pending', share: 0 },
        { look: 'failed', share: 2.6 },
      ]}
    />,
  );
  await expect.element(page.getByText('77.6%')).toBeVisible();
  await expect.element(page.getByText('19.8%')).toBeVisible();
  expect(page.getByText('2.6%').query()).toBeNull();
});
