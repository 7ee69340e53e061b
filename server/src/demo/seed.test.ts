import { sql } from 'kysely';
import { bookingStatuses } from '@exam/contract/entities';
import { addDays, bookingStatusOf, chinaDateOf } from '@exam/contract/rules';
import { afterAll, describe, expect, it } from 'vitest';
import { catalogueNow } from '#offer/catalogue';
import { readBooksProblems } from '#books/ledger';
import { readNowAlone } from '#platform/clock';
import { databasePool, reading } from '#platform/database';
import { openTestPlatform } from '#testing/app';
import { demoInvitationCode, seedDemo } from '#demo';
import { invitationCodeHash } from '#offer/invitations';
import { sessionsForSale, type SessionForSale } from '#offer/sessions';
import { readWorkingCalendar } from '#office/working-days';
import { closingToday } from './data/teaching-sessions.ts';
import { demoSessions } from './write-sessions.ts';
import { findReadableSecrets, moveClockTo } from '#testing';

let opened: { moment: string; close: () => Promise<void> } | null = null;
afterAll(async () => {
  await opened?.close();
});

async function openAt(moment: string): Promise<void> {
  await opened?.close();
  opened = { moment, close: await openTestPlatform() };
  await moveClockTo(moment);
}

/** A demonstration that was loaded at this moment; the tests only read it, so that those of one moment share it. */
async function loadedAt(moment: string): Promise<SessionForSale[]> {
  if (opened?.moment !== moment) {
    await openAt(moment);
    expect(await seedDemo()).toEqual({ loaded: true });
  }
  return allSessions();
}

async function allSessions(): Promise<SessionForSale[]> {
  return reading(async (tx) => {
    const rows = await tx.selectFrom('exam_session').select('id').execute();
    return sessionsForSale(
      tx,
      rows.map((row) => row.id),
    );
  });
}

describe('the demonstration', () => {
  it('shows nothing sensitive to whoever reads its database: every such value is sealed for its place, or hashed [T31 T34]', async () => {
    await loadedAt('2026-11-21T01:30:00.000Z');

    const { readable, filled } = await findReadableSecrets();

    expect(readable).toEqual([]);
    expect(filled).toBeGreaterThan(25);
  });

  it.each([
    ['a Saturday morning', '2026-11-21T01:30:00.000Z'],
    ['a Monday evening after five', '2026-11-23T10:05:00.000Z'],
    ['the last minutes of a year', '2026-12-31T15:57:00.000Z'],
    ['the week of the Spring Festival', '2027-02-06T04:00:00.000Z'],
    ['the first month of the redesigned papers', '2027-07-15T00:30:00.000Z'],
    ['a leap day', '2028-02-29T08:59:30.000Z'],
  ])(
    'has every availability, a last seat, a code and a closing today on %s, and its books balance [S-9 R-41]',
    async (_, moment) => {
      // given
      const sessions = await loadedAt(moment);
      const tonight = closingToday(await readNowAlone());
      const productId = await reading(async (tx) => {
        const row = await tx.selectFrom('product').select('id').where('code', '=', 'tkt').executeTakeFirstOrThrow();
        return row.id;
      });

      // when
      const tkt = sessions.filter((session) => session.productId === productId);
      const found = new Set(tkt.map((session) => session.availability));

      // then
      expect([...found].toSorted()).toEqual([
        'Available',
        'Expired',
        'Full',
        'NotListed',
        'NotStarted',
        'RegistrationEnded',
      ]);
      expect(tkt.some((each) => each.availability === 'Available' && each.seat - each.registered === 1)).toBe(true);
      expect(tkt.some((each) => each.availability === 'Available' && each.publishEndAt === tonight)).toBe(true);
      expect(sessions.some((each) => each.isExclusive && each.availability === 'Available')).toBe(true);
      expect(sessions.some((each) => each.isHot && each.availability === 'Available')).toBe(true);
      expect(await reading(readBooksProblems)).toEqual([]);
    },
  );

  it('has a request of a relative, whose fifteen working days run since the letter came [PIPL-49]', async () => {
    await loadedAt('2026-11-21T01:30:00.000Z');

    const requests = await reading((tx) =>
      tx.selectFrom('rights_request').select(['is_by_relative', 'kind', 'due_at']).orderBy('due_at').execute(),
    );

    expect(requests).toEqual([
      { is_by_relative: true, kind: 'Copy', due_at: '2026-12-10T16:00:00.000Z' },
      { is_by_relative: false, kind: 'Correction', due_at: '2026-12-11T16:00:00.000Z' },
    ]);
  });

  it('has a booking in each of the eight filter values, its tasks on the board and its paid papers registered [R-61 9.3]', async () => {
    // given
    await loadedAt('2026-11-21T01:30:00.000Z');

    // when
    const { rows, papers, tasks } = await reading(async (tx) => ({
      rows: await tx.selectFrom('booking').select(['status', 'pending', 'form_json_sealed']).execute(),
      papers: await tx.selectFrom('application').select('status').where('category', '=', 'Booking').execute(),
      tasks: await tx.selectFrom('work_item').select('kind').where('closed_at', 'is', null).execute(),
    }));

    // then
    const statuses = rows.map(({ status, pending }) => bookingStatusOf(status, pending));
    expect(statuses.toSorted((a, b) => a.localeCompare(b))).toEqual(
      bookingStatuses.toSorted((a, b) => a.localeCompare(b)),
    );
    expect(papers.map(({ status }) => status).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Registered',
      'Registered',
      'Submitted',
    ]);
    expect(tasks.map(({ kind }) => kind).filter((kind) => kind.startsWith('booking'))).toHaveLength(2);
  });

  it('has rooms in every venue, and a centre of each awarding body at each office [R-89]', async () => {
    // given
    await loadedAt('2026-11-21T01:30:00.000Z');

    // when
    const counts = await reading(async (tx) => {
      const { rows } = await sql<{ bare: number; missing: number }>`
        select (select count(*)::integer from venue where not exists (select from venue_room room where room.venue_id = venue.id)) as bare,
          (select count(*)::integer from awarding_body body cross join office where not exists (
            select from exam_centre centre where centre.awarding_body_id = body.id and centre.office_id = office.id)) as missing`.execute(
        tx,
      );
      return rows[0];
    });

    // then
    expect(counts).toEqual({ bare: 0, missing: 0 });
  });

  it('has a cancellation request in each of its states, and refunds Approved, Failed and Completed [9.5 R-74 R-79]', async () => {
    // given
    await loadedAt('2026-11-21T01:30:00.000Z');

    // when
    const { requests, refunds, tasks } = await reading(async (tx) => ({
      requests: await tx.selectFrom('cancellation_request').select(['outcome', 'is_document_required']).execute(),
      refunds: await tx.selectFrom('refund').select('status').execute(),
      tasks: await tx.selectFrom('work_item').select('kind').where('closed_at', 'is', null).execute(),
    }));

    // then
    const open = requests.filter(({ outcome }) => outcome === null);
    expect(open.map((request) => request.is_document_required)).toEqual([true]);
    expect(new Set(requests.map(({ outcome }) => outcome))).toEqual(
      new Set([null, 'Approved', 'Rejected', 'TakenBack']),
    );
    expect(new Set(refunds.map(({ status }) => status))).toEqual(
      new Set(['Pending', 'Rejected', 'Closed', 'Approved', 'Failed', 'Completed']),
    );
    const kinds = tasks.map(({ kind }) => kind);
    expect(kinds).toContain('cancellationToDecide');
    expect(kinds).toContain('refundFailed');
  });

  it('has a child whose record was opened, and a correction that waits for its answer [3-domain 6.3 PIPL-46]', async () => {
    // given
    await loadedAt('2026-11-21T01:30:00.000Z');

    // when
    const { looks, requests } = await reading(async (tx) => ({
      looks: await tx
        .selectFrom('record_view')
        .select(['record_kind', 'act', 'is_minor', 'reason'])
        .where('is_minor', '=', true)
        .execute(),
      requests: await tx
        .selectFrom('rights_request')
        .select(['kind', 'status', 'due_at'])
        .where('is_by_relative', '=', false)
        .execute(),
    }));

    // then
    const opened = { record_kind: 'booking', act: 'Opened', is_minor: true, reason: '办理预约安排' };
    expect(looks).toEqual([opened, opened]);
    expect(requests).toEqual([{ kind: 'Correction', status: 'Received', due_at: '2026-12-11T16:00:00.000Z' }]);
  });

  it('is loaded once, also when two starters load it at the same time', async () => {
    // given
    await openAt('2026-11-20T01:30:00.000Z');

    // when
    const atOnce = await Promise.all([seedDemo(), seedDemo()]);
    const sessions = await allSessions();
    const later = await seedDemo();

    // then
    expect(atOnce.filter(({ loaded }) => loaded)).toHaveLength(1);
    expect(later).toEqual({ loaded: false });
    expect(await allSessions()).toHaveLength(sessions.length);
  });

  it('holds a seat for every live paper, and money in the ledger for every paid order [R-42 C27]', async () => {
    // given
    await loadedAt('2026-11-21T01:30:00.000Z');

    // when
    const counts = await reading(async (tx) => ({
      live: await tx
        .selectFrom('seat_allocation')
        .select((eb) => eb.fn.sum<number>('weight').as('sum'))
        .where('state', 'in', ['Held', 'Taken'])
        .executeTakeFirstOrThrow(),
      registered: await tx
        .selectFrom('exam_session')
        .select((eb) => eb.fn.sum<number>('registered').as('sum'))
        .executeTakeFirstOrThrow(),
      paid: await tx
        .selectFrom('exam_order')
        .select((eb) => eb.fn.sum<number>('pay_amount').as('sum'))
        .where('status', '=', 'PaymentSuccessful')
        .executeTakeFirstOrThrow(),
      earned: await tx
        .selectFrom('ledger_entry')
        .select((eb) => eb.fn.sum<number>('amount').as('sum'))
        .where('account', '=', 'revenue')
        .executeTakeFirstOrThrow(),
      returned: await tx
        .selectFrom('refund')
        .select((eb) => eb.fn.sum<number>('amount').as('sum'))
        .where('status', 'in', ['Approved', 'Failed', 'Completed'])
        .executeTakeFirstOrThrow(),
      states: await tx.selectFrom('application').select(['status']).distinct().orderBy('status').execute(),
    }));

    // then
    expect(counts.live.sum).toBe(counts.registered.sum);
    expect(counts.live.sum).toBeGreaterThan(9);
    expect(counts.earned.sum).toBe(counts.returned.sum - counts.paid.sum);
    expect(counts.states.map((row) => row.status)).toEqual([
      'Cancelled',
      'Initiated',
      'Registered',
      'RegisteredCancellationRejected',
      'RegisteredCancellationRequested',
      'Submitted',
    ]);
  });

  it('sells the specification’s sample, a set of two papers and a session four days ahead with two registrations [R-51 R-54]', async () => {
    // given
    const sessions = await loadedAt('2026-11-21T01:30:00.000Z');
    const today = chinaDateOf(await readNowAlone());

    // when
    const papers = sessions.flatMap((session) => session.papers);
    const sample = papers.find((paper) => paper.total === 150_000);
    const set = sessions.find((session) => session.papers.some((paper) => paper.setCode !== null));
    const soon = sessions.filter(
      (session) => session.availability === 'Available' && session.examDate === addDays(today, 4),
    );

    // then
    expect(sample).toMatchObject({ localFee: 45_000, boardFee: 95_334, vat: 9_666 });
    expect(set?.papers.map((paper) => paper.setCode)).toEqual(['MODULE-ONE', 'MODULE-ONE']);
    expect(set?.papers.reduce((sum, paper) => sum + paper.total, 0)).toBe(315_695);
    expect(soon.map((session) => session.registered)).toEqual([2]);
    expect(papers.find((paper) => paper.isTier)?.tierFees.map(({ from, to }) => [from, to])).toEqual([
      [1, 4],
      [5, 9],
      [10, null],
    ]);
  });

  it('keeps the invitation code as a keyed hash only [R-52 T12]', async () => {
    // given
    const sessions = await loadedAt('2026-11-21T01:30:00.000Z');
    const exclusive = sessions.find((session) => session.isExclusive);

    // when
    const row = await reading((tx) =>
      tx
        .selectFrom('exam_session')
        .selectAll()
        .where('id', '=', exclusive?.id ?? '')
        .executeTakeFirstOrThrow(),
    );

    // then
    expect(row.invitation_code_hash).toEqual(invitationCodeHash(row.id, demoInvitationCode));
    expect(Object.values(row).filter((value) => typeof value === 'string')).not.toContain(demoInvitationCode);
  });

  it('knows the working days of 2026 and the provisional ones of 2027', async () => {
    // given
    await loadedAt('2026-11-21T01:30:00.000Z');

    // when
    const calendar = await reading(readWorkingCalendar);

    // then
    expect(calendar.add('2026-09-30', 3)).toBe('2026-10-10');
    expect(calendar.sub('2027-01-06', 5)).toBe('2026-12-29');
  });

  it('names everything in both languages [S-10]', async () => {
    // given
    await loadedAt('2026-11-21T01:30:00.000Z');

    // when
    const catalogue = await catalogueNow();
    const named = [
      ...catalogue.products.values(),
      ...catalogue.subjects.values(),
      ...catalogue.cities.values(),
      ...catalogue.lines,
    ];

    // then
    const properNames = new Set(['ACCA']);
    const untranslated = named.filter(
      (each) => !/[\u4e00-\u9fff]/.test(each.name_zh) && !properNames.has(each.name_zh),
    );
    expect(untranslated.map((each) => each.name_zh)).toEqual([]);
    expect(named.filter((each) => /[\u4e00-\u9fff]/.test(each.name_en))).toEqual([]);
  });
});

describe('the services after results', () => {
  it('have a paid review in each state, with its consent, and where it ended marks, grades and a file', async () => {
    await loadedAt('2026-11-21T01:30:00.000Z');
    const { rows } = await databasePool().query(`
      select request.status, placed.status as order_status, placed.pay_amount > 0 as is_paid, request.grade_after,
        (select string_agg(item.outcome, ',') from post_test_item item where item.post_test_id = request.id) as outcome,
        (select count(*)::integer from file where file.object_id = request.id) as files,
        (select sum(refund.amount)::integer from refund where refund.order_id = placed.id) as refunded
      from post_test request join order_item item on item.application_id = request.id
      join exam_order placed on placed.id = item.order_id
      where placed.pay_amount > 0 order by request.status`);

    const paid = { order_status: 'PaymentSuccessful', is_paid: true };
    expect(rows).toMatchObject([
      { ...paid, status: 'ApplicationRejected', outcome: null, refunded: 47_700 },
      { ...paid, status: 'Complete', outcome: 'Raised', grade_after: 'B', refunded: 47_700 },
      { ...paid, status: 'Processing', outcome: null, refunded: null },
      { ...paid, status: 'Registered', outcome: null, refunded: null },
    ]);
    expect(rows.map(({ files }) => Number(files))).toEqual([1, 2, 1, 1]);
  });

  it('have a paper that a copy of scripts cannot do without [R-83]', async () => {
    await loadedAt('2026-11-21T01:30:00.000Z');
    const { rows } = await databasePool().query(
      `select component.code, component.mandatory_in, count(service.id)::integer as services from post_test_component component
       join post_test_service service on service.product_id = component.product_id and service.kind = any(component.mandatory_in)
       group by component.id`,
    );
    expect(rows).toEqual([{ code: '9260/1E', mandatory_in: ['scriptCopy'], services: 1 }]);
  });
});

describe('a registration that closes today', () => {
  it.each([
    ['2026-11-21T01:00:00.000Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T07:59:00.000Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T08:00:00.000Z', '2026-11-21T15:59:00.000Z'],
    ['2026-11-21T14:58:00.000Z', '2026-11-21T15:59:00.000Z'],
    ['2026-11-21T14:59:00.000Z', '2026-11-22T09:00:00.000Z'],
  ])('is open for an hour at least: at %s it closes at %s', (now, at) => {
    expect(closingToday(now)).toBe(at);
  });
});

describe('the plan of sessions', () => {
  it('offers no paper before it is valid or after it is not', () => {
    const codes = (from: string, to: string) =>
      new Set(
        demoSessions('2027-03-01T01:00:00.000Z')
          .filter((session) => session.product === 'acca' && session.date >= from && session.date <= to)
          .flatMap((session) => session.papers.map((paper) => paper.subject)),
      );
    expect(codes('2027-03-01', '2027-06-30').has('K1')).toBe(false);
    expect(codes('2027-07-01', '2028-12-31').has('BT')).toBe(false);
    expect(codes('2027-07-01', '2028-12-31').has('K1')).toBe(true);
  });
});
