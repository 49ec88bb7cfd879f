import type { ReactNode } from 'react';

export interface LegalSection {
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalDocumentProps {
  title: string;
  effective: { date: string; text: string };
  intro: ReactNode;
  sections: readonly LegalSection[];
  sibling: { href: string; text: string };
}

export function LegalDocument({ title, effective, intro, sections, sibling }: LegalDocumentProps) {
  return (
    <article className="mx-auto max-w-page px-4 py-10 md:px-6 md:py-14 lg:px-8">
      <header>
        <h1 tabIndex={-1} className="text-h1">
          {title}
        </h1>
        <p className="num mt-2 text-text-2">
          Effective <time dateTime={effective.date}>{effective.text}</time>. See also the{' '}
          <a href={sibling.href} className="link">
            {sibling.text}
          </a>
          .
        </p>
        <div className="mt-6 max-w-prose text-lead">{intro}</div>
      </header>
      <div className="mt-10 grid gap-x-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <nav aria-label={`Sections of the ${title}`} className="mb-8 lg:mb-0">
          <div className="border-t-2 border-text pt-3 lg:sticky lg:top-6">
            <p className="text-micro text-text-2">{sections.length} sections</p>
            <ol className="mt-2">
              {sections.map(({ id, title: heading }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    className="flex min-h-11 items-center py-1 text-text-2 hover:text-text hover:underline md:min-h-7"
                  >
                    {heading}
                  </a>
                </li>
              ))}
            </ol>
          </div>
        </nav>
        <div className="max-w-prose">
          {sections.map(({ id, title: heading, body }, index) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="scroll-mt-20 border-t border-line py-6 first:border-t-2 first:border-text"
            >
              <h2 id={`${id}-title`} className="flex gap-3 text-h3">
                <span className="num w-6 shrink-0 text-text-3">{index + 1}</span>
                {heading}
              </h2>
              <div className="mt-2 space-y-3 pl-9 text-lead text-text-2">{body}</div>
            </section>
          ))}
        </div>
      </div>
    </article>
  );
}
