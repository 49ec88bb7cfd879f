import { Check, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Label } from '../../ui/label/label.tsx';
import type { LabelZone } from '../../ui/label/label-data.ts';
import { priceText } from '../../ui/rates/rate-list.ts';
import { labelDataOf, stubText, ZONE_OF_STEP } from './label-preview.ts';
import { selectedRate, type Wizard } from './wizard-state.ts';

/** The first field of each zone; it can get the focus only while its step is open. */
const FIELD_OF_ZONE: Partial<Record<LabelZone, { step: Wizard['step']; field: string }>> = {
  from: { step: 'sender', field: 'fullName' },
  to: { step: 'recipient', field: 'fullName' },
  package: { step: 'package', field: 'weight' },
  service: { step: 'rates', field: 'rate' },
};

function focusZone(zone: LabelZone, wizard: Wizard) {
  const target = FIELD_OF_ZONE[zone];
  if (!target || target.step !== wizard.step) return;
  const fields = document.querySelectorAll<HTMLInputElement>(`form[data-step] [name="${target.field}"]`);
  const checked = [...fields].find((field) => field.checked);
  (checked ?? fields[0])?.focus();
}

interface PreviewProps {
  wizard: Wizard;
  /** True while the focus is in the form; its zone is then highlighted. */
  focused: boolean;
}

export function PreviewPanel({ wizard, focused }: PreviewProps) {
  return (
    <div className="rounded-card border border-line bg-surface-2 p-8">
      <div className="relative mx-auto w-fit">
        <Label
          data={labelDataOf(wizard)}
          size="preview"
          activeZone={focused ? ZONE_OF_STEP[wizard.step] : null}
          onZoneClick={(zone) => focusZone(zone, wizard)}
        />
        <MarginMark verified={wizard.verified.sender} className="top-[26%]" />
        <MarginMark verified={wizard.verified.recipient} className="top-[47%]" />
        {wizard.quote?.outdated && (
          <Icon of={CircleAlert} strokeWidth={2} className="absolute top-[5%] -left-6 size-4 text-bad-fg" />
        )}
      </div>
    </div>
  );
}

/** In the margin, outside the printed area. */
function MarginMark({ verified, className }: { verified: boolean; className: string }) {
  if (!verified) return null;
  return <Icon of={Check} strokeWidth={2.5} className={`absolute -left-6 size-4 text-ok-fg ${className}`} />;
}

/** On narrow screens: one line that opens the preview. */
export function StubStrip({ wizard }: { wizard: Wizard }) {
  const [open, setOpen] = useState(false);
  const rate = selectedRate(wizard);
  return (
    <div className="lg:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="stub mb-3 flex min-h-11 w-full items-center gap-3 border-b border-line bg-surface px-4 py-2 text-left hover:bg-surface-2"
      >
        <span className="num min-w-0 flex-1 truncate text-text-2">{stubText(wizard)}</span>
        {rate && <span className="num shrink-0 text-strong">{priceText(rate)}</span>}
        <span className="shrink-0 font-semibold text-link">Label</span>
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Label preview" size="sm">
        <div className="grid justify-items-center">
          <Label data={labelDataOf(wizard)} size="preview" />
        </div>
      </Dialog>
    </div>
  );
}
