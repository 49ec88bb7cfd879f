import type { LabelContent } from '../content/label-content.ts';
import { atResolution, type Drawing, type Resolution } from '../drawing/drawing.ts';
import type { Canvas } from './canvas.ts';
import { drawDhl } from './dhl.ts';
import { drawFedEx } from './fedex.ts';
import { drawUps } from './ups.ts';
import { drawUsps } from './usps.ts';

const LAYOUTS: Record<LabelContent['carrier'], (content: LabelContent) => Canvas> = {
  USPS: drawUsps,
  UPS: drawUps,
  FedEx: drawFedEx,
  DHL: drawDhl,
};

export function drawLabel(content: LabelContent, resolution: Resolution = 203): Drawing {
  return atResolution(LAYOUTS[content.carrier](content).drawing(), resolution);
}
