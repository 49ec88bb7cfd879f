import type { LucideIcon } from 'lucide-react';

interface IconProps {
  of: LucideIcon;
  className?: string | undefined;
  strokeWidth?: number;
}

/** A decorative icon in the product's line weight. The text or label beside it carries the meaning. */
export function Icon({ of: Glyph, className, strokeWidth = 1.75 }: IconProps) {
  return <Glyph aria-hidden="true" strokeWidth={strokeWidth} className={className} />;
}
