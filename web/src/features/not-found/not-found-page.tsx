import { LABELS } from '@lading/contract/messages.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Label } from '../../ui/label/label.tsx';
import { type KnownRoute, nearestRoutes } from './nearest-routes.ts';

interface NotFoundPageProps {
  /** The requested path. */
  path: string;
  /** Pages that the user may open. */
  routes?: readonly KnownRoute[];
}

/** Characters that fit on one line of the label. */
const LINE_LENGTH = 22;

const inLines = (path: string) => {
  const lines = path.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? ['/'];
  return lines.length > 3 ? [...lines.slice(0, 2), '…'] : lines;
};

export function NotFoundPage({ path, routes = [] }: NotFoundPageProps) {
  const nearest = nearestRoutes(path, routes);
  const [name, ...lines] = inLines(path);
  return (
    <div className="mx-auto flex min-h-[70dvh] max-w-page flex-col-reverse items-center justify-center gap-x-16 gap-y-10 px-4 py-10 md:flex-row md:px-6 md:py-16">
      <div aria-hidden="true" data-stamp="Return to sender" className="stamped -rotate-3">
        <Label
          size="small"
          mode="final"
          data={{
            carrier: '404',
            service: 'No such address',
            band: 'Undeliverable',
            from: { name: 'You', lines: ['This browser'], city: 'Here', zip: '' },
            to: { name: name ?? '/', lines, city: '', state: '', zip: '' },
            weight: '0.0 lb',
            dimensions: [4, 0, 4],
            shipDate: 'Today',
            trackingNumber: '404404404404',
            reference: 'Page not found',
          }}
        />
      </div>
      <div className="max-w-[26rem] text-center md:text-left">
        <h1 tabIndex={-1} className="text-h1">
          {LABELS.pageNotFound}
        </h1>
        <p className="mt-3 text-lead text-text-2">
          There is no page at <span className="code break-all text-text">{path}</span>.
        </p>
        {nearest.length > 0 && (
          <>
            <p className="mt-6 text-strong">Did you mean</p>
            <ul className="mt-1">
              {nearest.map(({ path: href, label }) => (
                <li key={href}>
                  <a href={href} className="link inline-flex min-h-11 items-center md:min-h-8">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
        <a href={PAGES.landing} className={`${buttonClass()} mt-6`}>
          {LABELS.goBackHome}
        </a>
      </div>
    </div>
  );
}
