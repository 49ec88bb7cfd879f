import { needsHs } from '@lading/contract/customs/check-declaration.ts';
import { customsArea, isForeign } from '@lading/contract/customs/needs-customs.ts';
import { type Dispatch, useEffect } from 'react';
import type { Problems } from '../../../lib/form-problems.ts';
import { useSession } from '../../../lib/use-session.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { Wizard, WizardAction } from '../wizard-state.ts';
import { ContentsFields } from './contents-fields.tsx';
import { COPY } from './copy.ts';
import { declarationNeed, isDeclared } from './customs-route.ts';
import type { CustomsValues } from './customs-values.ts';
import { DeclarationFields } from './declaration-fields.tsx';
import { ItemList } from './item-list.tsx';
import { recallSigner } from './remembered-signer.ts';
import { RuleHint } from './rule-hint.tsx';

export interface CustomsFieldsProps {
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

export function CustomsFields({ wizard, problems, dispatch }: CustomsFieldsProps) {
  const { customs, parcel } = wizard;
  useSuggestedSigner(wizard.sender.fullName, dispatch);
  const change = (edit: (before: CustomsValues) => CustomsValues) =>
    dispatch({ type: 'customs-edited', edit });
  const set = (part: Partial<CustomsValues>) => change((before) => ({ ...before, ...part }));
  const isAbroad = isForeign(wizard.sender) || isForeign(wizard.recipient);
  return (
    <>
      {declarationNeed(wizard) === 'some' && (
        <Checkbox
          label={COPY.wanted}
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
    </>
  );
}
