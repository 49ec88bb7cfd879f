import { describe, expect, it } from 'vitest';
import { createShortcutMatcher } from './shortcut-matcher.ts';

const shortcut = (keys: string, label = keys) => ({ keys, label, run: () => {} });

function setUp() {
  let time = 0;
  const matcher = createShortcutMatcher(() => time);
  const press = (...keys: string[]) => keys.map((key) => matcher.press(key)?.keys ?? null);
  return { matcher, press, wait: (ms: number) => (time += ms) };
}

describe('keyboard shortcuts', () => {
  it('match a single key and a sequence', () => {
    const { matcher, press } = setUp();
    matcher.register([shortcut('n'), shortcut('g d'), shortcut('g l')]);
    expect(press('n')).toEqual(['n']);
    expect(press('g', 'd')).toEqual([null, 'g d']);
    expect(press('g', 'l')).toEqual([null, 'g l']);
  });

  it('drop the first key of a sequence after a pause or an unrelated key', () => {
    const { matcher, press, wait } = setUp();
    matcher.register([shortcut('g d')]);
    press('g');
    wait(1501);
    expect(press('d')).toEqual([null]);
    expect(press('g', 'x', 'd')).toEqual([null, null, null]);
  });

  it('restart the sequence when its first key is pressed twice', () => {
    const { matcher, press } = setUp();
    matcher.register([shortcut('g d')]);
    expect(press('g', 'g', 'd')).toEqual([null, null, 'g d']);
  });

  it('do not treat the second key of a sequence as a separate shortcut', () => {
    const { matcher, press } = setUp();
    matcher.register([shortcut('b'), shortcut('g b')]);
    expect(press('g', 'b')).toEqual([null, 'g b']);
    expect(press('b')).toEqual(['b']);
  });

  it('let a page override a key of the shell until it unregisters', () => {
    const { matcher } = setUp();
    matcher.register([shortcut('n', 'shell')]);
    const unregister = matcher.register([shortcut('n', 'page')]);
    expect(matcher.press('n')?.label).toBe('page');
    unregister();
    expect(matcher.press('n')?.label).toBe('shell');
  });
});
