import { TextField } from '../../ui/text-field.tsx';

interface NameFieldProps {
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (name: string) => void;
}

export const NameField = (props: NameFieldProps) => (
  <TextField
    label="Name"
    name="name"
    autoComplete="off"
    optional
    maxLength={100}
    hint="Shown next to its orders. Leave blank to use the store’s own name."
    {...props}
  />
);
