import { describe, expect, it } from 'vitest';
import { createIdleWatch, idleLimits, type SharedInstant } from './idle.ts';

const minute = 60_000;

function sharedMemory(): SharedInstant {
  let kept = 0;
  return { read: () => kept, write: (at) => (kept = at) };
}

function tab(clock: { now: number }, shared = sharedMemory()) {
  const told: string[] = [];
  const watch = createIdleWatch({
    now: () => clock.now,
    shared,
    onPhase: (phase, left) => told.push(`${phase} ${left / 1000}`),
    keepAlive: () => told.push('keepAlive'),
  });
  return { watch, told };
}

describe('a person who does nothing', () => {
  it('is warned a minute before the half hour is over, and then it is over once [R-23 rule:session.idle_30_minutes]', () => {
    const clock = { now: 0 };
    const { watch, told } = tab(clock);
    for (clock.now = 0; clock.now <= 31 * minute; clock.now += 1000) watch.look();
    expect(told).toEqual(['warning 60', 'over 0']);
  });

  it('is out as soon as the laptop wakes, even if the first thing it hears is a key [R-23]', () => {
    const clock = { now: 0 };
    const { watch, told } = tab(clock);
    watch.look();
    clock.now = 3 * 60 * minute;
    watch.sign();
    watch.stay();
    expect(told.map((each) => each.split(' ')[0])).toEqual(['over']);
  });

  it('answers the warning with its button, not with a twitch of the mouse [R-23]', () => {
    const clock = { now: 0 };
    const { watch, told } = tab(clock);
    clock.now = idleLimits.warnAfter;
    watch.look();
    watch.sign();
    clock.now += 1000;
    watch.stay();
    expect(told).toEqual(['warning 60', 'active 1800', 'keepAlive']);
  });
});

describe('a person who is there', () => {
  it('stays signed in by typing or reading alone, and the server hears of it every five minutes [R-23]', () => {
    const clock = { now: 0 };
    const { watch, told } = tab(clock);
    for (clock.now = 0; clock.now <= 60 * minute; clock.now += 1000) {
      if (clock.now % (2 * minute) === 0) watch.sign();
      watch.look();
    }
    expect(told).toEqual(Array(told.length).fill('keepAlive'));
    expect(told.length).toBeGreaterThanOrEqual(10);
  });

  it('in one tab is there in every other [R-23]', () => {
    const clock = { now: 0 };
    const shared = sharedMemory();
    const [here, there] = [tab(clock, shared), tab(clock, shared)];
    for (clock.now = 0; clock.now < 40 * minute; clock.now += minute) here.watch.sign();
    there.watch.look();
    expect(there.told).not.toContain('over 0');
    expect(there.told.filter((each) => each.startsWith('warning'))).toEqual([]);
  });
});
