import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killDuringSignUps } from './kill-during-sign-ups.ts';

it('F01: three kills during sign-ups lose no account that was acknowledged ("npm run faults" makes twenty)', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-kill-'));
  const report = await killDuringSignUps(dataDir, 3, Date.now());
  rmSync(dataDir, { recursive: true, force: true });
  expect(report, `seed ${report.seed}`).toMatchObject({ kills: 3, lost: [] });
  expect(report.acknowledged).toBeGreaterThan(0);
}, 120_000);
