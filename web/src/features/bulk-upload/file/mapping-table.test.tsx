import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../../test/render.ts';
import { MappingTable } from './mapping-table.tsx';
import type { ColumnMap } from './match-columns.ts';

function Table() {
  const [columns, setColumns] = useState<ColumnMap>({ sender_city: [0] });
  return (
    <MappingTable
      header={['From']}
      samples={[['Portland']]}
      columns={columns}
      guessed={new Set()}
      onChange={(column, places) => setColumns({ ...columns, [column]: places })}
    />
  );
}

it('keeps a section open when its last column is removed', async () => {
  await render(<Table />);
  const sections = () => [...document.querySelectorAll('details')].map(({ open }) => open);
  await expect.poll(sections).toEqual([true, false]);
  const city = page.getByLabelText(/^Column for Sender City/i);
  await city.selectOptions('');
  await expect.element(city).toHaveValue('');
  expect(sections()).toEqual([true, false]);
});
