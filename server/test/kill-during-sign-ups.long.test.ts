import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killDuringSignUps } from './kill-during-sign-ups.ts';
import { testSeed } from './tier.ts';

const seed = testSeed();

it(`F01: three kills during sign-ups lose no acknowledged account (seed ${seed})`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'lading-kill-'));
  const report = await killDuringSignUps(dataDir, 3, seed);
  rmSync(dataDir, { recursive: true, force: true });
  expect(report).toMatchObject({ kills: 3, lost: [] });
  expect(report.acknowledged).toBeGreaterThan(0);
}, 120_000);
