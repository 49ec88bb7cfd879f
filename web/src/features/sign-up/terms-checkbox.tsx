import { PAGES } from '@lading/contract/routes.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** Opens in a new tab, so that reading the terms does not clear the form. */
function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" className="link">
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

interface TermsCheckboxProps {
  checked: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

export function TermsCheckbox(props: TermsCheckboxProps) {
  return (
    <Checkbox
      name="acceptedTerms"
      required
      checked={props.checked}
      error={props.error}
      onChange={props.onChange}
      label={
        <>
          I agree to the <LegalLink href={PAGES.terms}>Terms of Service</LegalLink> and{' '}
          <LegalLink href={PAGES.privacy}>Privacy Policy</LegalLink>
        </>
      }
    />
  );
}
