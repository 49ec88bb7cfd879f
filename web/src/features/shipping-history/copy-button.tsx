import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.ts';

const COPIED_FOR_MS = 2000;

export async function copyTrackingNumber(number: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(number);
    toast.success('Tracking number copied.');
    return true;
  } catch {
    toast.error('This browser did not let us copy the number.');
    return false;
  }
}

/** The button itself says that it worked, for a moment. */
export function CopyButton({ number, compact = false }: { number: string; compact?: boolean }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => setCopied(await copyTrackingNumber(number));
  const Icon = copied ? Check : Copy;
  const icon = <Icon aria-hidden="true" strokeWidth={1.75} className="size-4" />;
  return compact ? (
    <IconButton
      label={copied ? 'Copied' : `Copy tracking number ${number}`}
      className="md:-my-1 md:size-7! [&_svg]:size-4!"
      onClick={() => void copy()}
    >
      {icon}
    </IconButton>
  ) : (
    <Button variant="secondary" size="sm" onClick={() => void copy()}>
      {icon}
      {copied ? 'Copied' : 'Copy tracking number'}
    </Button>
  );
}
