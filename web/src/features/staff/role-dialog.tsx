import type { StaffRole } from '@lading/contract/permissions.ts';
import { type StaffMember, StaffRoleBodySchema } from '@lading/contract/staff.ts';
import { useState } from 'react';
import { reasonOf } from '../../lib/api-error.ts';
import { checkBody } from '../../lib/form-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { reportError } from '../../ui/report-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';
import { RoleField } from './role-field.tsx';
import type { StaffCalls } from './use-staff.ts';

interface RoleDialogProps {
  member: StaffMember;
  changeRole: StaffCalls['changeRole'];
  onClose: () => void;
}

export function RoleDialog({ member, changeRole, onClose }: RoleDialogProps) {
  const [role, setRole] = useState<StaffRole>(member.role);
  return (
    <FormDialog
      title={COPY.changeRole}
      submitLabel={COPY.changeRole}
      onClose={onClose}
      check={() => checkBody(StaffRoleBodySchema, { role })}
      send={async (body) => {
        try {
          await changeRole(member.id, body.role);
          toast.success(COPY.roleChanged);
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
          <p className="wrap-anywhere">
            <span className="block font-semibold">{member.name}</span>
            <span className="text-text-2">{member.email}</span>
          </p>
          <RoleField value={role} error={errors.role} disabled={pending} onChange={setRole} />
        </>
      )}
    </FormDialog>
  );
}
