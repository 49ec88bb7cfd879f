import type { OrderDetails, OrderPreparation } from '@lading/contract/orders/orders.ts';
import { describeMatch, describeOutcome, describeValue } from '@lading/contract/orders/rule-texts.ts';
import type { RuleTrace, RuleValue, TracedAction, TracedRule } from '@lading/contract/orders/rule-trace.ts';
import { PAGES } from '@lading/contract/routes.ts';
import { Link } from 'react-router';
import { sizeText } from '../../lib/packages.ts';
import { serviceNames, useRuleServices } from '../../lib/rule-services.ts';
import { DetailPart } from '../../ui/details.tsx';
import { COPY } from './copy.ts';

/** What a person set, which rules prepared the order, why, and the outcome of their actions. */
export function WhyPart({ order: { preparation, ruleTrace } }: { order: OrderDetails }) {
  const nameOf = serviceNames(useRuleServices());
  const byHand = valuesByHand(preparation, nameOf);
  if (ruleTrace.length === 0 && byHand.length === 0) return null;
  return (
    <DetailPart title={COPY.why}>
      {byHand.length > 0 && <ByHand values={byHand} />}
      {ruleTrace.length > 0 && (
        <ol className="grid gap-3">
          {mergePhases(ruleTrace).map((rule) => (
            <Rule key={rule.ruleId} rule={rule} />
          ))}
        </ol>
      )}
      <Link to={PAGES.orderRules} className="link justify-self-start text-small">
        {COPY.openRules}
      </Link>
    </DetailPart>
  );
}

/** Worded like the rules. A signature or insurance without an origin was set before rules existed. */
function valuesByHand(
  { parcel, packageName, weightOz, service, signature, insuranceCents, ...by }: OrderPreparation,
  serviceName: (code: string) => string,
): string[] {
  const isByHand = (setBy: string | undefined) => setBy === 'person';
  const values: (RuleValue | false | undefined)[] = [
    isByHand(by.weightSetBy) && weightOz !== undefined && { field: 'weight', ounces: weightOz },
    isByHand(by.parcelSetBy) && parcel && { field: 'package', name: packageName ?? sizeText(parcel) },
    isByHand(by.serviceSetBy) && service && { field: 'service', choice: service },
    isByHand(by.signatureSetBy ?? 'person') && signature && { field: 'signature', signature },
    isByHand(by.insuranceSetBy ?? 'person') &&
      insuranceCents !== undefined && { field: 'insurance', cents: insuranceCents },
  ];
  return values.flatMap((value) => (value ? [describeValue(value, serviceName)] : []));
}

function ByHand({ values }: { values: readonly string[] }) {
  return (
    <div className="grid gap-1 border-l-2 border-text pl-3">
      <p className="text-strong">{COPY.byHand}</p>
      <p className="text-small text-text-2">{COPY.byHandHint}</p>
      <ul aria-label={COPY.byHand} className="grid gap-1">
        {values.map((value) => (
          <li key={value} className="text-small wrap-anywhere">
            {value}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A rule that ran in both phases is shown once. */
function mergePhases(trace: RuleTrace): TracedRule[] {
  const merged = new Map<string, TracedRule>();
  for (const rule of trace) {
    const earlier = merged.get(rule.ruleId);
    merged.set(
      rule.ruleId,
      earlier
        ? {
            ...earlier,
            matched: [...earlier.matched, ...rule.matched],
            actions: [...earlier.actions, ...rule.actions],
            stopped: earlier.stopped || rule.stopped,
          }
        : rule,
    );
  }
  return [...merged.values()];
}

const joinOnce = (texts: readonly string[]) => [...new Set(texts)].join(' ');

function Rule({ rule: { name, matched, actions, stopped } }: { rule: TracedRule }) {
  return (
    <li className="grid gap-1 border-l-2 border-line-strong pl-3">
      <p className="text-strong wrap-anywhere">{name}</p>
      <p className="text-small text-text-2 wrap-anywhere">
        {matched.length > 0 ? joinOnce(matched.map(describeMatch)) : COPY.forEveryOrder}
      </p>
      {actions.length > 0 && (
        <ul className="grid gap-1">
          {actions.map((action) => (
            <Action key={JSON.stringify(action.value)} action={action} />
          ))}
        </ul>
      )}
      {stopped && <p className="text-small text-text-2">{COPY.stopped}</p>}
    </li>
  );
}

function Action({ action }: { action: TracedAction }) {
  const nameOf = serviceNames(useRuleServices());
  const text = describeValue(action.value, nameOf);
  const outcome = describeOutcome(action);
  return (
    <li className="text-small wrap-anywhere">
      {action.outcome === 'applied' ? text : <s className="text-text-2">{text}</s>}
      {outcome && <span className="block text-text-2">{outcome}</span>}
    </li>
  );
}
