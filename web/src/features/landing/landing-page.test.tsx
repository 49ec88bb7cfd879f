import '../../styles/main.css';
import { LANDING_SAVINGS_PERCENT } from '@lading/contract/constants.ts';
import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../test/fake-server.ts';
import { render } from '../../../test/render.ts';
import { main } from '../../../test/screen.ts';
import { LandingPage } from './landing-page.tsx';

const hero = () => {
  const section = page.getByRole('heading', { level: 1 }).element().closest('section');
  if (!section) throw new Error('The page has no hero.');
  return section;
};
const zone = (name: string) => hero().querySelector(`[data-zone="${name}"]`)?.textContent;
const previewName = () => page.elementLocator(hero()).getByRole('img').element().getAttribute('aria-label');

beforeEach(async () => {
  fakeServer({});
  await render(<LandingPage />);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

describe('the landing page', () => {
  it("leads from 'Log In' to the login page and from 'Get Started' to the sign-up page", () => {
    for (const [name, target] of [
      [LABELS.logIn, PAGES.login],
      [LABELS.getStarted, PAGES.signup],
    ] as const) {
      const links = page.getByRole('link', { name, exact: true }).elements();
      expect(links.map((link) => link.getAttribute('href'))).toEqual([target, target, target]);
      expect(page.elementLocator(hero()).getByRole('link', { name, exact: true }).elements()).toHaveLength(1);
    }
  });

  it('links to the legal pages', async () => {
    for (const [name, target] of [
      ['Terms', PAGES.terms],
      ['Privacy', PAGES.privacy],
    ] as const) {
      const link = page.getByRole('contentinfo').getByRole('link', { name, exact: true });
      await expect.element(link).toHaveAttribute('href', target);
    }
  });

  it('shows from, to, weight, dimensions and carrier on the label preview', () => {
    expect(zone('from')).toMatch(/^From.+[A-Z]{2}\d{5}$/);
    expect(zone('to')).toMatch(/^Ship to.+[A-Z]{2}\d{5}$/);
    expect(zone('package')).toMatch(/^\d+\.\d lb\d+×\d+×\d+ in/);
    expect(zone('service')).toMatch(/^(USPS|UPS|FedEx|DHL)/);
    expect(previewName()).toMatch(/From .+\. To .+\. \d.* lb, .+ inches\. (USPS|UPS|FedEx|DHL) /);
  });

  it('refills the label from the example radio group with the arrow keys', async () => {
    const radios = page.getByRole('group', { name: 'Example shipment' }).getByRole('radio');
    expect(radios.elements()).toHaveLength(3);
    (radios.first().element() as HTMLElement).focus();
    const seen = [previewName()];
    for (let press = 0; press < 2; press++) {
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(radios.nth(press + 1)).toHaveFocus();
      await expect.poll(previewName).not.toBe(seen.at(-1));
      seen.push(previewName());
    }
    expect(new Set(seen).size).toBe(3);
  });

  it('shows the savings with the footnote that says what is compared', async () => {
    const band = page.getByRole('region', { name: new RegExp(`^Save up to ${LANDING_SAVINGS_PERCENT}%`) });
    await expect
      .element(
        band.getByText(/Compared with carriers’ retail rates. Savings depend on service and package size\./),
      )
      .toBeVisible();
    const percentages = (main().element().textContent ?? '').match(/\d+(?=%)/g)?.map(Number) ?? [];
    expect(Math.max(...percentages)).toBe(LANDING_SAVINGS_PERCENT);
  });
});
