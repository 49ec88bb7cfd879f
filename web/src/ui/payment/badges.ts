import { STRIPE } from './use-payment-setup.ts';

interface Badge {
  kind: 'ssl' | 'pci' | 'provider';
  text: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The SSL badge appears only where no one can read the connection. For a test gateway, no badge claims compliance. */
export function badgesFor(
  { protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>,
  provider: string | null,
): Badge[] {
  const badges: Badge[] = [];
  if (protocol === 'https:') badges.push({ kind: 'ssl', text: 'SSL encrypted' });
  else if (LOOPBACK.test(hostname)) badges.push({ kind: 'ssl', text: 'SSL: local connection' });
  if (provider === STRIPE) badges.push({ kind: 'pci', text: `PCI DSS, by ${STRIPE}` });
  else if (provider !== null) badges.push({ kind: 'pci', text: 'PCI: test cards only' });
  badges.push({ kind: 'provider', text: provider ?? 'Payment provider' });
  return badges;
}
