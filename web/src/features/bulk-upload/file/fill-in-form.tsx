import { PAGES } from '@lading/contract/routes.ts';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { InlineAlert } from '../../../ui/inline-alert.tsx';
import { COPY } from '../copy.ts';
import type { FillChoices, FillPart, MeasureProblems, Profile } from './fill-in-choices.ts';
import { ParcelFields } from './parcel-fields.tsx';
import type { FillSourcesState } from './use-fill-sources.ts';

interface FillInFormProps {
  gaps: ReadonlySet<FillPart>;
  choices: FillChoices;
  onChange: (part: Partial<FillChoices>) => void;
  sources: FillSourcesState;
  problems: MeasureProblems;
}

const placeOf = ({ default_address: place }: Profile) =>
  place && `${place.address}, ${place.city} ${place.state} ${place.zipCode}`;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Offers values for the parts that the file leaves out. Nothing else is filled in. */
export function FillInForm({ gaps, choices, onChange, sources, problems }: FillInFormProps) {
  const { profile, parcels, today } = sources;
  const place = profile && placeOf(profile);
  const lacking = profile
    ? [place ? '' : 'address', profile.phone ? '' : 'phone number'].filter(Boolean)
    : [];
  const toggle = (part: 'sender' | 'parcel' | 'date' | 'contact', label: ReactNode) => (
    <Checkbox
      name={`fill-${part}`}
      label={label}
      checked={choices[part]}
      onChange={(checked) => onChange({ [part]: checked })}
    />
  );
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 text-h3">{COPY.file.fillInLegend}</legend>
      {sources.failed && (
        <InlineAlert tone="warn">
          <p>{COPY.file.profileFailed}</p>
          <Button size="sm" variant="secondary" className="mt-2" onClick={sources.retry}>
            Try again
          </Button>
        </InlineAlert>
      )}
      {gaps.has('sender') && (
        <div>
          {toggle(
            'sender',
            <Named name="Sender" value={place ? `${profile.fullName}, ${place}` : 'from your profile'} />,
          )}
          {choices.sender && place && (
            <p className="mt-1 pl-7 text-small text-text-2">{COPY.file.senderRule}</p>
          )}
          {lacking.length > 0 && (
            <InlineAlert tone="warn">
              {COPY.file.profileLacks(lacking)}{' '}
              <a href={PAGES.profile} target="_blank" rel="noopener" className="link">
                Add it in a new tab
              </a>
            </InlineAlert>
          )}
        </div>
      )}
      {(gaps.has('weight') || gaps.has('size')) && (
        <div>
          {toggle('parcel', <Named name="Package" value="the same for every row" />)}
          {choices.parcel && (
            <ParcelFields
              gaps={gaps}
              choices={choices}
              onChange={onChange}
              parcels={parcels}
              problems={problems}
            />
          )}
        </div>
      )}
      {gaps.has('date') &&
        toggle(
          'date',
          <Named name="Shipping date" value={`today, ${day.format(new Date(`${today}T00:00:00Z`))}`} />,
        )}
      {gaps.has('contact') &&
        toggle(
          'contact',
          <Named
            name="Phone and email"
            value={COPY.file.ownContact([profile?.phone, profile?.email].filter(Boolean).join(', '))}
          />,
        )}
    </fieldset>
  );
}

function Named({ name, value }: { name: string; value: string }) {
  return (
    <>
      <span className="text-strong">{name}:</span> <span className="num">{value}</span>
    </>
  );
}
