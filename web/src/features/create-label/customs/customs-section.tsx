import { needsHs } from '@lading/contract/customs/check-declaration.ts';
import { customsArea, isForeign, isMilitary } from '@lading/contract/customs/needs-customs.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { type Dispatch, useEffect } from 'react';
import { Link } from 'react-router';
import type { Problems } from '../../../lib/form-problems.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { COPY } from '../copy.ts';
import type { Wizard, WizardAction } from '../wizard-state.ts';
import { ContentsFields } from './contents-fields.tsx';
import { customsPlace, declarationNeed, isDeclared } from './customs-route.ts';
import type { CustomsValues } from './customs-values.ts';
import { DeclarationFields } from './declaration-fields.tsx';
import { ItemList } from './item-list.tsx';
import { placeName } from './place-name.ts';
import { recallSigner } from './remembered-signer.ts';
import { RuleHint } from './rule-hint.tsx';

interface CustomsSectionProps {
  wizard: Wizard;
  problems: Problems;
  dispatch: Dispatch<WizardAction>;
}

/** Suggests the last signer of this account, or the sender. */
function useSuggestedSigner(sender: string, dispatch: Dispatch<WizardAction>) {
  const session = useSession();
  const userId = session.status === 'confirmed' ? session.user.id : null;
  useEffect(() => {
    if (userId === null) return;
    let mounted = true;
    void recallSigner(userId).then((signer) => {
      if (mounted) dispatch({ type: 'signer-suggested', signer: signer || sender });
    });
    return () => {
      mounted = false;
    };
  }, [userId, sender, dispatch]);
}

export function CustomsSection(props: CustomsSectionProps) {
  return declarationNeed(props.wizard) === 'none' ? null : <WhatsInside {...props} />;
}

function WhatsInside({ wizard, problems, dispatch }: CustomsSectionProps) {
  const { customs, parcel } = wizard;
  useSuggestedSigner(wizard.sender.fullName, dispatch);
  const change = (edit: (before: CustomsValues) => CustomsValues) =>
    dispatch({ type: 'customs-edited', edit });
  const set = (part: Partial<CustomsValues>) => change((before) => ({ ...before, ...part }));
  const problem = problems.customs;
  const isAbroad = isForeign(wizard.sender) || isForeign(wizard.recipient);
  return (
    <section aria-labelledby="whats-inside" className="rule-heavy grid gap-5 pt-4">
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
      {problem && (
        <div tabIndex={-1} data-problem="">
          <InlineAlert tone="bad">{problem}</InlineAlert>
        </div>
      )}
      {declarationNeed(wizard) === 'some' && (
        <Checkbox
          label={COPY.customs.wanted}
          name="customs.wanted"
          checked={customs.wanted}
          onChange={(wanted) => set({ wanted })}
        />
      )}
      {isDeclared(wizard) && (
        <>
          {isAbroad && <RuleHint place={customsArea(wizard.recipient)} />}
          <ContentsFields customs={customs} problems={problems} onChange={set} />
          <ItemList
            customs={customs}
            parcel={parcel}
            needsHs={needsHs(wizard.recipient, customs.contentsType)}
            problems={problems}
            onChange={change}
          />
          <DeclarationFields wizard={wizard} problems={problems} onChange={set} />
        </>
      )}
    </section>
  );
}

function introOf(wizard: Wizard): string {
  const { sender, recipient } = wizard;
  if (isMilitary(sender) || isMilitary(recipient)) return COPY.customs.military;
  const place = placeName(customsPlace(wizard));
  if (declarationNeed(wizard) === 'some') return COPY.customs.neededBySome(place);
  return COPY.customs.needed(customsArea(recipient) === 'US' ? `from ${place}` : `to ${place}`);
}
