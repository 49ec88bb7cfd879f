import { type ReactNode, useMemo } from 'react';
import { code128Path } from '../../lib/code128-path.ts';
import { cx } from '../cx.ts';
import {
  describeLabel,
  groupDigits,
  type LabelData,
  type LabelMode,
  type LabelParty,
  type LabelZone,
  PREVIEW_BARCODE,
} from './label-data.ts';

/** Classes, because the security policy forbids style attributes on the pre-rendered page. */
type LabelSize = 'thumb' | 'small' | 'preview' | 'actual' | 'fill';

interface LabelProps {
  data?: LabelData;
  size?: LabelSize;
  mode?: LabelMode;
  activeZone?: LabelZone | null;
  /** Plays the print animation once, when the label is created. */
  feed?: boolean;
  onZoneClick?: (zone: LabelZone) => void;
  className?: string;
}

interface ZoneProps {
  name: LabelZone;
  active: boolean;
  onPick: ((zone: LabelZone) => void) | undefined;
  children: ReactNode;
}

function Zone({ name, active, onPick, children }: ZoneProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for pointers; the form fields are the accessible way.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      className={cx('label-zone', `label-${name}`, active && 'label-zone-active')}
      data-zone={name}
      onClick={onPick && (() => onPick(name))}
    >
      {children}
    </div>
  );
}

function Ink({ text, ghost, className }: { text: string | undefined; ghost: string; className?: string }) {
  return text ? (
    <span className={className}>{text}</span>
  ) : (
    <span className={cx('label-ghost', className)}>{ghost}</span>
  );
}

function Party({ party, caption }: { party: Partial<LabelParty> | undefined; caption: string }) {
  const city = [party?.city, party?.state].filter(Boolean).join(' ');
  const lines = party?.lines?.filter(Boolean) ?? [];
  return (
    <>
      <span className="label-caption">{caption}</span>
      <Ink text={party?.name} ghost="Name" className="label-line" />
      {lines.length === 0 && <Ink text="" ghost="Street address" className="label-line" />}
      {lines.map((line) => (
        <span key={line} className="label-line">
          {line}
        </span>
      ))}
      {party?.abroad ? (
        <>
          <Ink text={party.abroad.cityLine} ghost="City" className="label-line" />
          <span className="label-line">{party.abroad.country}</span>
        </>
      ) : (
        <span className="label-city">
          <Ink text={city} ghost="City, state" className="label-line" />
          <Ink text={party?.zip} ghost="ZIP" className="label-zip" />
        </span>
      )}
    </>
  );
}

function Bars({ text }: { text: string }) {
  const { d, modules } = useMemo(() => code128Path(text), [text]);
  return (
    <svg
      aria-hidden="true"
      className="label-bars"
      viewBox={`0 0 ${modules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path d={d} fill="currentColor" />
    </svg>
  );
}

export function Label(props: LabelProps) {
  const { data = {}, size = 'preview', mode = 'preview', activeZone, feed, onZoneClick, className } = props;
  const zone = (name: LabelZone) => ({
    name,
    active: activeZone === name,
    onPick: onZoneClick,
  });
  const barcode = mode === 'final' && data.trackingNumber ? data.trackingNumber : PREVIEW_BARCODE;
  const readable = data.trackingNumber ? groupDigits(data.trackingNumber) : PREVIEW_BARCODE;
  return (
    <div
      role="img"
      aria-label={describeLabel(data, mode)}
      className={cx('label', `label-size-${size}`, `label-mode-${mode}`, feed && 'label-feed', className)}
    >
      <div aria-hidden="true" className="label-sheet">
        <Zone {...zone('service')}>
          <span className="label-initial" data-initial={data.carrier?.charAt(0)} />
          <span className="label-carrier">
            <Ink text={data.carrier} ghost="Carrier" className="label-carrier-name" />
            <Ink text={data.service} ghost="Service" className="label-service-name" />
          </span>
        </Zone>
        <div className="label-band">{data.band}</div>
        <Zone {...zone('from')}>
          <Party party={data.from} caption="From" />
        </Zone>
        <Zone {...zone('package')}>
          <Ink text={data.weight} ghost="Weight" />
          <Ink text={data.dimensions && `${data.dimensions.join('×')} in`} ghost="Size" />
          <Ink text={data.shipDate} ghost="Ship date" />
        </Zone>
        <Zone {...zone('to')}>
          <Party party={data.to} caption="Ship to" />
        </Zone>
        <Zone {...zone('tracking')}>
          <span className="label-caption">
            {mode === 'final' ? 'Tracking number' : 'Tracking number after purchase'}
          </span>
          <Bars text={barcode} />
          <span className="label-number">{mode === 'final' ? readable : PREVIEW_BARCODE}</span>
        </Zone>
        <Zone {...zone('reference')}>
          <span className="label-line">{data.reference}</span>
          <span className="label-maker">Lading</span>
        </Zone>
      </div>
    </div>
  );
}
