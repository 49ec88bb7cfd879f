import { type ReactNode, useId } from 'react';

interface SettingsSectionProps {
  title: string;
  hint: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ title, hint, children }: SettingsSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t border-line py-8 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-h3">
          {title}
        </h2>
        <p className="mt-1 text-text-2">{hint}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
