import { API, PAGES } from '@lading/contract/routes.ts';
import { useEffect, useState } from 'react';
import { Mark } from '../../ui/mark.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

/** The operator's email address is a server setting, unknown when the page is built. */
function useContactLink(): string {
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetch(API.runtimeConfig, { credentials: 'omit', signal: controller.signal })
      .then((response) => response.json() as Promise<{ supportEmail?: unknown }>)
      .then(({ supportEmail }) => {
        if (typeof supportEmail === 'string') setEmail(supportEmail);
      })
      .catch(() => {});
    return () => controller.abort();
  }, []);
  return email ? `mailto:${email}` : `${PAGES.terms}#contact`;
}

export function SiteFooter() {
  const contact = useContactLink();
  const links = [
    { href: PAGES.terms, text: 'Terms' },
    { href: PAGES.privacy, text: 'Privacy' },
    { href: contact, text: 'Contact' },
  ];
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-page flex-col gap-6 px-4 py-8 md:flex-row md:items-center md:justify-between md:px-6 lg:px-8">
        <Mark />
        <nav aria-label="Legal and contact">
          <ul className="-mx-2 flex flex-wrap gap-x-2">
            {links.map(({ href, text }) => (
              <li key={text}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center rounded-control px-2 text-text-2 hover:text-text hover:underline md:min-h-8"
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeSwitch className="w-full max-w-64 md:w-56" />
      </div>
    </footer>
  );
}
