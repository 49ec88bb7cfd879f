import { GENERAL } from '@lading/contract/messages.ts';
import { RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';

/** Also shown if a new version has replaced files that this page still requests; reloading fixes that. */
export function RouteCrash() {
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <main className="mx-auto grid min-h-[80dvh] max-w-[36rem] content-center justify-items-start gap-6 p-4">
      <Mark />
      <div role="alert" className="rule-heavy w-full pt-6">
        <h1 className="text-h1">{GENERAL.crash}</h1>
      </div>
      <Button onClick={() => window.location.reload()}>
        <Icon of={RotateCw} className="size-4" />
        Reload the page
      </Button>
    </main>
  );
}
