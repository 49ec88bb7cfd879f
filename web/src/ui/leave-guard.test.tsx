import '../styles/main.css';
import { createMemoryRouter, Link } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../test/render.ts';
import { button } from '../../test/screen.ts';
import { LeaveGuard } from './leave-guard.tsx';

/** True if the browser would ask before it leaves the document. */
function asks(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

/** The loader of the next page, like one that opens it in a new document. */
async function openForm(loader: () => unknown) {
  const form = (
    <>
      <Link to="/next">Next</Link>
      <LeaveGuard active>Your changes would be lost.</LeaveGuard>
    </>
  );
  const router = createMemoryRouter(
    [
      { path: '/form', element: form },
      { path: '/next', loader, element: <h1>Next page</h1> },
    ],
    { initialEntries: ['/form'] },
  );
  await render(<RouterProvider router={router} />);
  return router;
}

describe('unsaved changes', () => {
  it('are asked about once when the next page loads a new document', async () => {
    const asked: boolean[] = [];
    await openForm(() => {
      asked.push(asks());
      return null;
    });
    await expect.poll(asks).toBe(true);
    await page.getByRole('link', { name: 'Next' }).click();
    await button('Stay').click();
    await expect.poll(asks).toBe(true);
    await page.getByRole('link', { name: 'Next' }).click();
    await button('Leave').click();
    await expect.element(page.getByRole('heading', { name: 'Next page' })).toBeVisible();
    expect(asked).toEqual([false]);
    await expect.poll(asks).toBe(false);
  });

  it('are asked about again if the user stays after all', async () => {
    const router = await openForm(() => new Promise(() => {}));
    await page.getByRole('link', { name: 'Next' }).click();
    await button('Leave').click();
    await expect.poll(asks).toBe(false);
    await router.navigate('/form');
    await expect.poll(asks).toBe(true);
  });
});
