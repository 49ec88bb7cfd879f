import { SetUpPage } from '../features/security/set-up-page.tsx';
import { usePending } from '../lib/use-pending.ts';
import { Button } from '../ui/button.tsx';
import { signOut } from './sign-out.ts';

/** Outside the shell, whose pages need the second factor. */
export function SetUpRoute() {
  const { pending, run } = usePending();
  return (
    <>
      <SetUpPage />
      <Button
        variant="ghost"
        size="sm"
        loading={pending}
        onClick={() => void run(signOut)}
        className="mt-6 -ml-2.5"
      >
        Log out
      </Button>
    </>
  );
}
