import { useRuntimeConfig } from '../lib/use-runtime-config.ts';
import { COPY } from '../ui/account/copy.ts';
import { ResendLinks } from '../ui/account/resend-links.tsx';
import { useAccount } from '../ui/account/use-account.ts';

/** If payments require a verified address, asks on every page until the address is verified. */
export function VerifyEmailBanner() {
  return useRuntimeConfig()?.security === 'strict' ? <StrictBanner /> : null;
}

function StrictBanner() {
  const { data } = useAccount();
  if (!data || data.emailVerified) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-warn-bg px-4 py-2 text-small font-medium text-warn-fg md:px-6 lg:px-8">
      <p>{COPY.email.banner}</p>
      <ResendLinks size="sm" />
    </div>
  );
}
