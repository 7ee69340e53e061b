import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reading } from '#platform/database';
import { Refusal } from '#platform/errors';
import { checkOffice, checkPermission, inOffices, seesOffice } from '#platform/staff-http';
import { openTestPlatform } from '#testing/app';
import { givenExam, givenOffice } from '#testing';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

const codeOf = (work: () => void): string => {
  try {
    work();
    return 'allowed';
  } catch (error) {
    return error instanceof Refusal ? `${error.status} ${error.code}` : 'fault';
  }
};

describe('the scope of a member of staff', () => {
  it('keeps a query to sessions of the own offices; another office’s are absent [T8 T32 ASVS-8.4.1]', async () => {
    const [here, there] = [await givenExam(), await givenExam()];
    const officeOf = (id: string) =>
      reading((tx) => tx.selectFrom('exam_session').select('office_id').where('id', '=', id).executeTakeFirstOrThrow());
    const own = (await officeOf(here.sessionId)).office_id;
    const empty = await givenOffice();
    const seen = (offices: readonly string[] | 'all') =>
      reading((tx) =>
        tx.selectFrom('exam_session as s').select('s.id').where(inOffices({ offices }, 's.office_id')).execute(),
      );
    const ids = async (offices: readonly string[] | 'all') => (await seen(offices)).map(({ id }) => id);

    expect(await ids([own])).toEqual([here.sessionId]);
    expect(await ids([empty])).toEqual([]);
    expect(await ids([])).toEqual([]);
    expect((await ids('all')).toSorted()).toEqual([here.sessionId, there.sessionId].toSorted());
  });

  it('leaves what has no office to the head office', async () => {
    const sees = (offices: readonly string[] | 'all') =>
      reading((tx) =>
        tx
          .selectFrom(sql<{ office_id: string | null }>`(select null::uuid as office_id)`.as('t'))
          .select('t.office_id')
          .where(inOffices({ offices }, 't.office_id'))
          .execute(),
      );

    expect((await sees([await givenOffice()])).length).toBe(0);
    expect((await sees('all')).length).toBe(1);
    expect([seesOffice({ offices: 'all' }, null), seesOffice({ offices: [] }, null)]).toEqual([true, false]);
  });

  it('answers another office’s object as absent, and a missing right as forbidden', () => {
    const officer = { offices: ['a'], permissions: new Set(['bookings:read'] as const) };

    expect(codeOf(() => checkOffice(officer, 'a'))).toBe('allowed');
    expect(codeOf(() => checkOffice(officer, 'b'))).toBe('404 NOT_FOUND');
    expect(codeOf(() => checkPermission(officer, 'bookings:read'))).toBe('allowed');
    expect(codeOf(() => checkPermission(officer, 'bookings:write'))).toBe('403 FORBIDDEN');
  });
});
