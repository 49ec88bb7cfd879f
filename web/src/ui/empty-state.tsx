import type { ReactNode } from 'react';
import { Label } from './label/label.tsx';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-5 px-4 py-12 text-center">
      <div aria-hidden="true" className="-rotate-2">
        <Label mode="blank" size="thumb" />
      </div>
      <div className="max-w-prose">
        <p className="text-h3">{title}</p>
        {children && <div className="mt-1 text-lead text-text-2">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
