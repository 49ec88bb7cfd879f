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
    hint="Shown beside its orders. Without one, we use the store’s own name."
    {...props}
  />
);
