import { useEffect, useState } from 'react';
import { loadRuntimeConfig } from '../../lib/runtime-config.ts';

export function ContactLines() {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    let stale = false;
    loadRuntimeConfig()
      .then((config) => {
        if (!stale) setEmail(config.supportEmail);
      })
      .catch(() => {});
    return () => {
      stale = true;
    };
  }, []);
  return email ? (
    <p>
      Write to{' '}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
      . Please name the email address of your account and, for a shipment, its tracking number.
    </p>
  ) : (
    <p>
      Write to the business that gave you access to this site. It operates this installation, and its address
      stands on your card statement and on its own website.
    </p>
  );
}
