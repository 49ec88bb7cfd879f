import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../test/render.ts';
import { createStore, useStore } from './create-store.ts';
import { useTypedText } from './use-typed-text.ts';

interface FieldProps {
  applied: ReturnType<typeof createStore<string>>;
  onRequest: (value: string) => void;
}

function Field({ applied, onRequest }: FieldProps) {
  const [text, setText] = useTypedText(useStore(applied), onRequest);
  return <input aria-label="Search" value={text} onChange={(event) => setText(event.target.value)} />;
}

/** A search field whose value arrives later than requested, as from the router. */
async function openField() {
  const requested: string[] = [];
  const applied = createStore('');
  await render(<Field applied={applied} onRequest={(value) => requested.push(value)} />);
  return { input: page.getByRole('textbox', { name: 'Search' }), requested, apply: applied.set };
}

it('keeps what was typed while an earlier text was applied', async () => {
  const { input, requested, apply } = await openField();
  await input.fill('mei');
  await expect.poll(() => requested).toEqual(['mei']);
  await input.fill('demo');
  apply('mei');
  await expect.poll(() => requested).toEqual(['mei', 'demo']);
  await expect.element(input).toHaveValue('demo');
  apply('demo');
  await expect.element(input).toHaveValue('demo');
});

it('shows a change from outside, including one back to an earlier text', async () => {
  const { input, requested, apply } = await openField();
  await input.fill('mei ');
  await expect.poll(() => requested).toEqual(['mei']);
  apply('mei');
  await expect.element(input).toHaveValue('mei ');
  apply('');
  await expect.element(input).toHaveValue('');
  apply('mei');
  await expect.element(input).toHaveValue('mei');
});
