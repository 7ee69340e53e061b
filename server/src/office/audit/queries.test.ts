import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomBytes, randomId } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { databasePool, inTransaction, reading } from '#platform/database';
import { openTestPlatform } from '#testing/app';
import { givenAccount, givenCartLine, givenExam } from '#testing';
import { audit, type AuditEntry, changesOf, whoSaw } from './index.ts';
import { type AuditFilters, findEntries, findEntry } from './queries.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

const staff = { id: randomId(), name: 'Officer' };
const write = (entry: Partial<AuditEntry>) =>
  inTransaction((tx) =>
    audit(tx, { staff, action: 'orders.extend', object: { kind: 'order', id: randomId() }, ...entry }),
  );
const find = async (filters: Partial<AuditFilters>) =>
  (await reading((tx) => findEntries(tx, { pageIndex: 1, pageSize: 50, ...filters }))).list;

describe('the audit', () => {
  it('is found by who, what, object and period, newest first', async () => {
    const object = { kind: 'refund', id: randomId() } as const;
    const colleague = { id: randomId(), name: 'Approver' };
    await write({ action: 'refunds.approve', object, reason: 'as agreed' });
    await write({ action: 'refunds.retry', object, staff: colleague });
    const now = await readNowAlone();

    expect((await find({ objectId: object.id })).map(({ action }) => action)).toEqual([
      'refunds.retry',
      'refunds.approve',
    ]);
    expect(await find({ objectId: object.id, staffId: colleague.id })).toMatchObject([{ staffName: 'Approver' }]);
    expect(await find({ action: 'refunds.approve' })).toMatchObject([{ reason: 'as agreed', objectKind: 'refund' }]);
    expect(await find({ objectKind: 'refund', until: '2020-01-01T00:00:00.000Z' })).toEqual([]);
    expect(await find({ objectKind: 'refund', from: '2020-01-01T00:00:00.000Z', until: now })).toHaveLength(2);
  });

  it('shows of a document number that an older version kept the last signs only [T31 S-18]', async () => {
    const object = { kind: 'application', id: randomId() } as const;
    const numbers = [{ idNo: '110101********8917', firstName: 'S**' }, { idNo: '330106********4225' }];
    await inTransaction((tx) =>
      sql`insert into audit_entry (id, at, staff_id, staff_name, action, object_kind, object_id, before, after)
        values (${randomId()}, app_now(), ${staff.id}, ${staff.name}, 'applications.correct', ${object.kind}, ${object.id},
          ${JSON.stringify(numbers[0])}, ${JSON.stringify(numbers[1])})`.execute(tx),
    );
    const [found] = await find({ objectId: object.id });

    const entry = await reading((tx) => findEntry(tx, found?.id ?? ''));
    const [change] = await reading((tx) => changesOf(tx, object.id));

    const shown = { before: { idNo: '****************17', firstName: 'S**' }, after: { idNo: '****************25' } };
    expect(entry).toMatchObject(shown);
    expect(change).toMatchObject(shown);
  });

  it('tells who saw a person, under whichever record of theirs [S-14]', async () => {
    const exam = await givenExam();
    const { id: accountId } = await givenAccount();
    const personKey = randomBytes(32);
    const applicationId = await givenCartLine(accountId, exam, { personKey });
    const stranger = await givenCartLine(accountId, exam);
    await write({
      action: 'applications.reveal',
      object: { kind: 'application', id: applicationId },
      people: [personKey],
    });
    await write({ action: 'sessions.export', people: [randomBytes(32), personKey] });
    await write({ action: 'sessions.export', people: [randomBytes(32)] });

    const seen = await find({ applicationId });

    expect(seen.map(({ action, people }) => [action, people])).toEqual([
      ['sessions.export', 2],
      ['applications.reveal', 1],
    ]);
    expect(await find({ applicationId: stranger })).toEqual([]);
    expect(await find({ applicationId: randomId() })).toEqual([]);
    expect((await reading((tx) => whoSaw(tx, personKey))).map(({ action }) => action)).toEqual([
      'sessions.export',
      'applications.reveal',
    ]);
  });

  it('keeps what changed, as it was given', async () => {
    const object = { kind: 'session', id: randomId() } as const;
    await write({ object, before: { seat: 10, venue: null }, after: { seat: 12, papers: ['S1'] } });
    const [entry] = await find({ objectId: object.id });

    expect(await reading((tx) => findEntry(tx, entry?.id ?? ''))).toMatchObject({
      before: { seat: 10, venue: null },
      after: { seat: 12, papers: ['S1'] },
    });
    await expect(reading((tx) => findEntry(tx, randomId()))).rejects.toMatchObject({ status: 404 });
  });

  it('pages without losing or repeating an entry', async () => {
    const kind = 'calendarYear';
    for (let entry = 0; entry < 7; entry++) await write({ object: { kind, id: randomId() } });
    const page = (pageIndex: number) =>
      reading((tx) => findEntries(tx, { pageIndex, pageSize: 3, objectKind: kind, sort: 'at' }));

    const pages = [await page(1), await page(2), await page(3)];

    expect(pages.map(({ recordCount }) => recordCount)).toEqual([7, 7, 7]);
    expect(new Set(pages.flatMap(({ list }) => list.map(({ id }) => id))).size).toBe(7);
    const { rows } = await databasePool().query('select from audit_problem');
    expect(rows).toEqual([]);
  });
});
