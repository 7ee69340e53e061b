// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { usePortal } from '../../../testing/site.ts';
import { sharedBy } from './shared-facts.ts';
import type { Session } from './sittings.ts';

const portal = usePortal();
type Paper = Session['sessionSubjects'][number];
const fees = { localFee: 100_000, boardFee: 0, vat: 700, isTier: false, isLateEntryCharge: false };
const times = { startTime: '09:00', endTime: '10:20' };

/** Two sessions of one subject, the second of them as told. */
function twoSessions(second: Partial<Paper>) {
  const given = portal().example('session.search', { choice: 0, rows: 1 }).list[0]!;
  const [paper] = given.sessionSubjects;
  const with_ = (own: Partial<Paper>): Session => ({
    ...given,
    sessionSubjects: [{ ...paper!, ...fees, ...times, ...own }],
  });
  return { sessions: [with_({}), with_(second)], subjectIds: [paper!.subjectId] };
}

const shared = (second: Partial<Paper>) => {
  const { sessions, subjectIds } = twoSessions(second);
  return sharedBy(sessions, subjectIds);
};

describe('what all sessions of a list have in common', () => {
  it('is their time and their fee, where they are the same', () => {
    expect(shared({})).toEqual({ times, fee: 100_700 });
  });

  it.each<[string, Partial<Paper>, ReturnType<typeof shared>]>([
    ['no time where one ends later', { endTime: '10:30' }, { times: null, fee: 100_700 }],
    ['no fee where one costs more', { localFee: 100_100 }, { times, fee: null }],
    ['no fee where one is hidden', { localFee: null, boardFee: null, vat: null }, { times, fee: null }],
  ])('is %s', (_, second, left) => {
    expect(shared(second)).toEqual(left);
  });

  it('is nothing of a single session, whose row says it', () => {
    const { sessions, subjectIds } = twoSessions({});

    expect(sharedBy(sessions.slice(0, 1), subjectIds)).toEqual({ times: null, fee: null });
  });
});
