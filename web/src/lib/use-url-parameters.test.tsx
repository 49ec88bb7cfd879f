import { createMemoryRouter, Link } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../test/render.ts';
import { button } from '../../test/screen.ts';
import { useUrlParameters } from './use-url-parameters.ts';

function List() {
  const [parameters, change] = useUrlParameters();
  const next = Number(parameters.get('page') ?? 1) + 1;
  return (
    <>
      <button type="button" onClick={() => change(() => new URLSearchParams({ page: String(next) }))}>
        Next
      </button>
      <Link to="/details">Details</Link>
    </>
  );
}

const Details = () => 'The details';

it('does not cancel the navigation to a page that is still loading', async () => {
  const loading = Promise.withResolvers<{ Component: typeof Details }>();
  const routes = [
    { path: '/list', Component: List },
    { path: '/details', lazy: () => loading.promise },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/list'] });
  await render(<RouterProvider router={router} />);
  await button('Next').click();
  await expect.poll(() => router.state.location.search).toBe('?page=2');

  await page.getByRole('link', { name: 'Details' }).click();
  await expect.poll(() => router.state.navigation.state).toBe('loading');
  await button('Next').click();
  loading.resolve({ Component: Details });
  await expect.element(page.getByText('The details')).toBeVisible();
});
