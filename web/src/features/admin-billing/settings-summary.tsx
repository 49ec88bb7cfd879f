import { type BillingSettingsAnswer, TAX_BASES } from '@lading/contract/billing.ts';
import { formatMonth } from '../../lib/months.ts';
import { Fact, Facts } from '../../ui/details.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { COPY } from './copy.ts';
import { percentOf } from './settings-draft.ts';

const { settings: copy } = COPY;

const baseName = (base: string) => copy.bases[TAX_BASES.find((known) => known === base) ?? 'price'];

/** For roles that may see the settings but not change them. */
export function SettingsSummary({ settings }: { settings: BillingSettingsAnswer }) {
  return (
    <>
      <p className="mb-4 text-text-2">{copy.notYourRole}</p>
      <SettingsSection title={copy.issuer} hint={copy.issuerHint}>
        <Facts>
          <Fact name={copy.legalName}>{settings.legalName || copy.none}</Fact>
          <Fact name={copy.address}>
            <span className="whitespace-pre-line">{settings.addressLines.join('\n') || copy.none}</span>
          </Fact>
          <Fact name={copy.taxId}>{settings.taxId || copy.none}</Fact>
          <Fact name={copy.contactEmail}>{settings.contactEmail || copy.none}</Fact>
        </Facts>
      </SettingsSection>
      <SettingsSection title={copy.numbers} hint={copy.numbersHint}>
        <Facts>
          <Fact name={copy.prefix}>{settings.numberPrefix || copy.none}</Fact>
          <Fact name={copy.firstMonth}>
            {settings.startMonth === null ? copy.none : formatMonth(settings.startMonth)}
          </Fact>
        </Facts>
      </SettingsSection>
      <SettingsSection title={copy.taxes} hint={copy.taxesHint}>
        <Facts>
          {settings.taxLines.length === 0 ? (
            <Fact name={copy.noTax}>{settings.noTaxReason || copy.none}</Fact>
          ) : (
            settings.taxLines.map(({ name, rate, appliesTo }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two taxes may have the same name.
              <Fact key={index} name={name}>
                {percentOf(rate)}% · {baseName(appliesTo)}
              </Fact>
            ))
          )}
        </Facts>
      </SettingsSection>
      <SettingsSection title={copy.payment} hint={copy.paymentHint}>
        <p className="whitespace-pre-line wrap-anywhere">{settings.paymentInstructions || copy.none}</p>
      </SettingsSection>
    </>
  );
}
