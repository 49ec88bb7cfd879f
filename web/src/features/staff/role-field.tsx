import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '@lading/contract/permissions.ts';
import { Select } from '../../ui/select.tsx';
import { COPY } from './copy.ts';

const OPTIONS = STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_NAMES[value] }));

interface RoleFieldProps {
  value: StaffRole;
  error: string | undefined;
  disabled: boolean;
  onChange: (role: StaffRole) => void;
}

/** Explains the chosen role below the field. */
export const RoleField = ({ value, error, disabled, onChange }: RoleFieldProps) => (
  <Select
    label={COPY.role}
    name="role"
    value={value}
    options={OPTIONS}
    error={error}
    disabled={disabled}
    onChange={onChange}
    hint={<span role="status">{COPY.roles[value]}</span>}
  />
);
