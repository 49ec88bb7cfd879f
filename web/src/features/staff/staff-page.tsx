import type { StaffAnswer } from '@lading/contract/staff.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../lib/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { ZoneNote } from '../../ui/operator-moment.tsx';
import { COPY } from './copy.ts';
import { InvitationsTable } from './invitations-table.tsx';
import { type Layer, StaffLayers } from './staff-layers.tsx';
import { StaffTable } from './staff-table.tsx';
import { useStaff, useStaffCalls } from './use-staff.ts';

const HEADERS = Object.values(COPY.columns);
const NONE: StaffAnswer = { staff: [], invitations: [] };

export function StaffPage() {
  const session = useSession();
  const query = useStaff();
  const calls = useStaffCalls();
  const [layer, setLayer] = useState<Layer | null>(null);
  const { staff, invitations } = query.data ?? NONE;
  const selfId = session.status === 'confirmed' ? session.user.id : '';
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-h1">{COPY.title}</h1>
          <p className="mt-1 max-w-prose text-text-2">{COPY.intro}</p>
          <p className="text-text-2">
            <ZoneNote />
          </p>
        </div>
        <Button onClick={() => setLayer({ kind: 'invite' })}>
          <Icon of={UserPlus} className="size-4" />
          {COPY.invite}
        </Button>
      </div>
      <div className="mt-6 grid gap-4">
        <LoadedList query={query} caption={COPY.title} headers={HEADERS} loadFailed={COPY.loadFailed}>
          {(busy) => (
            <StaffTable
              staff={staff}
              selfId={selfId}
              busy={busy}
              calls={calls}
              onOpen={(kind, member) => setLayer({ kind, member })}
            />
          )}
        </LoadedList>
      </div>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations" className="mt-10 grid gap-4">
          <h2 id="invitations" className="text-h2">
            {COPY.invitations}
          </h2>
          <InvitationsTable
            invitations={invitations}
            resend={calls.resend}
            onResent={(answer) => setLayer({ kind: 'link', answer })}
            onRevoke={(invitation) => setLayer({ kind: 'revoke', invitation })}
          />
        </section>
      )}
      {layer && <StaffLayers layer={layer} calls={calls} onOpen={setLayer} onClose={() => setLayer(null)} />}
    </>
  );
}
