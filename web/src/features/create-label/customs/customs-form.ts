import { customsBody, customsProblems } from './customs-body.ts';
import { CustomsFields } from './customs-fields.tsx';

/** The part of the wizard that only packages with a declaration need. Loaded on demand, see `use-customs-form.ts`. */
export const customsForm = { Fields: CustomsFields, bodyOf: customsBody, problemsOf: customsProblems };
