import { useState } from 'react';
import { useBrowserSwitch } from '../../lib/browser-switch.ts';
import { LABEL_PAPERS, rememberedPaper, rememberPaper } from '../../lib/label-file.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from '../../lib/shortcuts.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TestLabel } from '../../ui/label/test-label.tsx';
import { Select } from '../../ui/select.tsx';
import { SettingsSection } from '../../ui/settings-section.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { keepNotifications } from '../../ui/toast/toast.ts';
import { COPY } from './copy.ts';

/** Changes apply immediately. */
export function BrowserPreferences() {
  const [paper, setPaper] = useState(rememberedPaper);
  const shortcuts = useShortcutsEnabled();
  const kept = useBrowserSwitch(keepNotifications);
  return (
    <SettingsSection title="This browser" hint={COPY.browserHint}>
      <div className="grid max-w-form gap-4">
        <Select
          label="Label paper size"
          name="paper"
          value={paper}
          options={LABEL_PAPERS}
          onChange={(chosen) => {
            setPaper(chosen);
            rememberPaper(chosen);
          }}
        />
        <TestLabel paper={paper} />
        <div>
          <p aria-hidden="true" className="mb-1.5 text-strong">
            Theme
          </p>
          <ThemeSwitch />
        </div>
        <Checkbox
          label="Keyboard shortcuts"
          name="shortcuts"
          checked={shortcuts}
          onChange={setShortcutsEnabled}
        />
        <Checkbox
          label="Keep notifications until dismissed"
          name="keep-notifications"
          checked={kept}
          onChange={keepNotifications.set}
        />
      </div>
    </SettingsSection>
  );
}
