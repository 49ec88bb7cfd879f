import { customsArea, isMilitary } from '@lading/contract/customs/needs-customs.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { useLoadFailure } from '../../../lib/use-load-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useDelayedFlag } from '../../../ui/use-delayed-flag.ts';
import { COPY } from '../copy.ts';
import type { Wizard } from '../wizard-state.ts';
import type { CustomsFieldsProps } from './customs-fields.tsx';
import { customsPlace, declarationNeed, isDeclared } from './customs-route.ts';
import { placeName } from './place-name.ts';
import { useCustomsForm } from './use-customs-form.ts';

export function CustomsSection(props: CustomsFieldsProps) {
  return declarationNeed(props.wizard) === 'none' ? null : <WhatsInside {...props} />;
}

function WhatsInside(props: CustomsFieldsProps) {
  const { wizard, problems } = props;
  const form = useCustomsForm(true);
  useLoadFailure(form, () => toast.error(COPY.customs.loadFailed));
  const problem = problems.customs;
  return (
    <section aria-labelledby="whats-inside" aria-busy={form.isLoading} className="rule-heavy grid gap-5 pt-4">
      <div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 id="whats-inside" className="text-h3">
            {COPY.customs.title}
          </h3>
          <Link to={PAGES.products} className="link text-small">
            Product list
          </Link>
        </div>
        <p className="mt-1 text-text-2">{introOf(wizard)}</p>
      </div>
      {problem && !form.isError && (
        <div tabIndex={-1} data-problem="">
          <InlineAlert tone="bad">{problem}</InlineAlert>
        </div>
      )}
      {form.data ? (
        <form.data.Fields {...props} />
      ) : form.isError ? (
        <div tabIndex={-1} data-problem={problem ? '' : undefined}>
          <LoadFailed onRetry={() => void form.refetch()} />
        </div>
      ) : (
        <Loading isDeclared={isDeclared(wizard)} />
      )}
    </section>
  );
}

/** As tall as the fields of one item, so that what follows stays in place. */
function Loading({ isDeclared }: { isDeclared: boolean }) {
  const waiting = useDelayedFlag(true);
  if (!isDeclared)
    return <div className="h-6">{waiting && <Skeleton className="h-6 w-80 max-w-full" />}</div>;
  return (
    <div className="grid h-[94rem] content-start gap-5 sm:h-[60rem]">
      {waiting && (
        <>
          <Skeleton className="h-20" />
          <Skeleton className="h-15 sm:w-1/2" />
          <Skeleton className="h-160 sm:h-85" />
        </>
      )}
    </div>
  );
}

/** After a deployment, only a reload can load the new files. The draft keeps what was typed. */
const LoadFailed = ({ onRetry }: { onRetry: () => void }) => (
  <ErrorPanel
    message={COPY.customs.loadFailed}
    reason={COPY.customs.draftKept}
    onRetry={onRetry}
    action={
      <Button variant="ghost" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    }
  />
);

function introOf(wizard: Wizard): string {
  const { sender, recipient } = wizard;
  if (isMilitary(sender) || isMilitary(recipient)) return COPY.customs.military;
  const place = placeName(customsPlace(wizard));
  if (declarationNeed(wizard) === 'some') return COPY.customs.neededBySome(place);
  return COPY.customs.needed(customsArea(recipient) === 'US' ? `from ${place}` : `to ${place}`);
}
