import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { toast } from './toast/toast.ts';

const CONFIRM_MS = 2000;

export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(`Copied the ${what}.`);
    return true;
  } catch {
    toast.error(`Your browser blocked copying. Please select the ${what} and copy it yourself.`);
    return false;
  }
}

interface CopyButtonProps {
  text: string;
  /** Names the text, e.g. "tracking number". */
  what: string;
  /** Icon only, for table rows. */
  compact?: boolean;
}

/** Confirms a successful copy in its own label for two seconds. */
export function CopyButton({ text, what, compact = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => setCopied(await copyText(text, what));
  const icon = <Icon of={copied ? Check : Copy} className="size-4" />;
  return compact ? (
    <IconButton
      label={copied ? 'Copied' : `Copy ${what} ${text}`}
      className="md:-my-1 md:size-7! [&_svg]:size-4!"
      onClick={() => void copy()}
    >
      {icon}
    </IconButton>
  ) : (
    <Button variant="secondary" size="sm" onClick={() => void copy()}>
      {icon}
      {copied ? 'Copied' : `Copy ${what}`}
    </Button>
  );
}
