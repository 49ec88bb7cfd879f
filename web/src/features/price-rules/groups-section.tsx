import { formatCount } from '@lading/contract/format-count.ts';
import { type ClientGroup, ClientGroupBodySchema } from '@lading/contract/pricing/price-lists.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { reportError } from '../../ui/report-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { ClientPicker, unchosenClient } from './client-picker.tsx';
import { COPY } from './copy.ts';
import type { PriceCalls } from './use-price-rules.ts';

const columns = COPY.groupColumns;

type Layer = { kind: 'edit'; group: ClientGroup | null } | { kind: 'delete'; group: ClientGroup };

interface GroupsSectionProps {
  groups: readonly ClientGroup[];
  mayChange: boolean;
  calls: PriceCalls;
}

export function GroupsSection({ groups, mayChange, calls }: GroupsSectionProps) {
  const [layer, setLayer] = useState<Layer | null>(null);
  const close = () => setLayer(null);
  const cells: DataColumn<ClientGroup>[] = [
    {
      key: 'name',
      header: columns.name,
      primary: true,
      cell: ({ name }) => <span className="wrap-anywhere">{name}</span>,
    },
    {
      key: 'members',
      header: columns.members,
      cell: ({ members }) => (
        <span className="wrap-anywhere">
          <span className="num">{formatCount(members.length)}</span>
          {members.length > 0 && <span className="block text-small text-text-2">{namesIn(members)}</span>}
        </span>
      ),
    },
  ];
  if (mayChange)
    cells.push({
      key: 'actions',
      header: columns.actions,
      cell: (group) => (
        <div className="flex flex-wrap gap-2 md:-my-1">
          <Button variant="secondary" size="sm" onClick={() => setLayer({ kind: 'edit', group })}>
            {COPY.editGroup}
            <span className="sr-only"> {group.name}</span>
          </Button>
          <Button variant="secondary" size="sm" onClick={() => setLayer({ kind: 'delete', group })}>
            {COPY.deleteGroup}
            <span className="sr-only"> {group.name}</span>
          </Button>
        </div>
      ),
    });
  return (
    <section aria-labelledby="groups" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-prose">
          <h2 id="groups" className="text-h2">
            {COPY.groups}
          </h2>
          <p className="text-text-2">{COPY.groupsText}</p>
        </div>
        {mayChange && (
          <Button variant="secondary" onClick={() => setLayer({ kind: 'edit', group: null })}>
            <Icon of={Plus} className="size-4" />
            {COPY.addGroup}
          </Button>
        )}
      </div>
      {groups.length === 0 ? (
        <p>{COPY.noGroups}</p>
      ) : (
        <DataTable caption={COPY.groups} columns={cells} rows={groups} rowKey={({ id }) => id} dense />
      )}
      {layer?.kind === 'edit' && <GroupDialog group={layer.group} calls={calls} onClose={close} />}
      {layer?.kind === 'delete' && (
        <ConfirmDialog
          title={COPY.deleteGroupTitle}
          confirmLabel={COPY.deleteGroup}
          destructive
          who={<span className="font-semibold text-text">{layer.group.name}</span>}
          act={() => calls.deleteGroup(layer.group.id)}
          done={COPY.groupDeleted}
          onClose={close}
        >
          {COPY.deleteGroupText}
        </ConfirmDialog>
      )}
    </section>
  );
}

const MAX_NAMED = 5;
const namesIn = (members: ClientGroup['members']): string => {
  const names = members
    .slice(0, MAX_NAMED)
    .map(({ name }) => name)
    .join(', ');
  return members.length > MAX_NAMED ? COPY.andMore(names, members.length - MAX_NAMED) : names;
};

interface GroupDialogProps {
  group: ClientGroup | null;
  calls: PriceCalls;
  onClose: () => void;
}

/** The group stays as it was opened, so that a change of someone else refuses the save. */
function GroupDialog({ group, calls, onClose }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState(group?.members ?? []);
  const [clientSearch, setClientSearch] = useState('');
  return (
    <FormDialog
      title={group ? COPY.editGroup : COPY.addGroup}
      submitLabel={COPY.saveGroup}
      onClose={onClose}
      check={() =>
        unchosenClient(clientSearch) ??
        checkBody(ClientGroupBodySchema, { name, clients: members.map(({ id }) => id) })
      }
      send={async (body) => {
        try {
          await (group
            ? calls.changeGroup(group.id, { ...body, revision: group.revision })
            : calls.addGroup(body));
          toast.success(COPY.groupSaved);
        } catch (error) {
          reportError(error);
          throw error;
        }
      }}
      announced
      explain={reasonOf}
    >
      {({ errors, pending }) => (
        <>
          <TextField
            label={COPY.groupName}
            name="name"
            required
            autoComplete="off"
            value={name}
            error={errors.name}
            disabled={pending}
            onChange={setName}
          />
          <ClientPicker
            label={COPY.members}
            text={clientSearch}
            onText={setClientSearch}
            chosen={members}
            disabled={pending}
            error={errors.clients}
            onChange={setMembers}
          />
        </>
      )}
    </FormDialog>
  );
}
