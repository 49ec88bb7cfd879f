import { PAGES } from '@lading/contract/routes.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openApp } from '../../../../test/app.tsx';
import { BERLIN, customsOf, openPackageTo } from '../../../../test/customs.ts';
import { scanScreen } from '../../../../test/scan.ts';
import { button, main } from '../../../../test/screen.ts';
import {
  continueButton,
  control,
  keepDraft,
  RECIPIENT,
  rateOf,
  stepHeading,
  WIZARD_ANSWERS,
} from '../../../../test/wizard.ts';
import { customsFormQuery, loadCustomsForm } from './use-customs-form.ts';

const section = () => page.getByRole('region', { name: 'What’s inside' });
const says = (text: string) => expect.element(main().getByText(text)).toBeVisible();
const FAILED = 'We couldn’t load the customs fields.';
const LOADING = 'These fields are still loading. Please try again in a moment.';

const spyOnLoad = () => vi.spyOn(customsFormQuery, 'queryFn' as never) as unknown as ReturnType<typeof vi.fn>;

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the customs fields', () => {
  it('are not loaded for a package within the US', async () => {
    const load = spyOnLoad();
    await openPackageTo(RECIPIENT);
    expect(load).not.toHaveBeenCalled();
  });

  it('are ready when a draft opens', async () => {
    await openPackageTo(BERLIN, { customs: customsOf() });
    expect(control('customs.items.0.description').value).toBe('Soy wax candle');
  });

  it('can be loaded again after a failure, and keep the draft', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const failure = new TypeError('Failed to fetch dynamically imported module');
    const load = spyOnLoad().mockRejectedValue(failure);
    await openPackageTo(BERLIN, { customs: customsOf() });
    await says(FAILED);
    await continueButton().click();
    await expect.poll(() => document.activeElement?.textContent).toContain(FAILED);
    await expect.element(stepHeading('Package')).toBeVisible();
    expect(await scanScreen({ widths: [390, 1440] })).toEqual([]);
    load.mockImplementation(loadCustomsForm);
    await button('Try again').click();
    await expect.poll(() => control('customs.items.0.description').value).toBe('Soy wax candle');
    await expect.element(main().getByText(FAILED)).not.toBeInTheDocument();
  });

  it('say that they are loading if the user continues too early', async () => {
    let finish = (_: Awaited<ReturnType<typeof loadCustomsForm>>) => {};
    spyOnLoad().mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const rate = rateOf();
    await keepDraft({
      step: 'rates',
      recipient: BERLIN,
      verified: { sender: true, recipient: true },
      parcel: { type: 'package', weight: '2', length: '12', width: '9', height: '4' },
      customs: customsOf(),
      quote: { rates: [rate], messages: [], outdated: false },
      rateId: rate.objectId,
    });
    await openApp(PAGES.createLabel, { as: 'client', answers: WIZARD_ANSWERS });
    await button('Back').click();
    await expect.element(section()).toHaveAttribute('aria-busy', 'true');
    await continueButton().click();
    await says(LOADING);
    await expect.poll(() => document.activeElement?.textContent).toBe(LOADING);
    finish(await loadCustomsForm());
    await expect.poll(() => control('customs.items.0.description').value).toBe('Soy wax candle');
    await expect.element(main().getByText(LOADING)).not.toBeInTheDocument();
  });
});
