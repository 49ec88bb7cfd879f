import type { StoreToAuthorize } from '@lading/contract/orders/authorize-source.ts';
import { API } from '@lading/contract/routes.ts';

/** Connects a store as a browser does: the seller agrees at the store, which sends the browser back. */
export async function signInAtStore(address: string, token: string, store: StoreToAuthorize): Promise<void> {
  const started = await fetch(`${address}${API.orderSourceAuthorize}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ store }),
  });
  const { url } = (await started.json()) as { url: string };
  const [cookie = ''] = String(started.headers.get('set-cookie')).split(';');
  const agreed = await fetch(url, { redirect: 'manual' });
  const { search } = new URL(agreed.headers.get('location') ?? '');
  const back = await fetch(`${address}${API.orderSourceAuthorized}${search}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  const page = back.headers.get('location') ?? '';
  if (!page.includes('?connected=')) throw new Error(`The sign-in ended at ${page}`);
}
