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
      Email{' '}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
      . Please include your account email and, for a question about a shipment, its tracking number.
    </p>
  ) : (
    <p>
      Contact the business that operates this site. You can find its contact details on your card statement
      and on its own website.
    </p>
  );
}
