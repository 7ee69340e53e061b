import { roleNames, rolePresets, type StaffCall } from '@exam/contract/staff';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { tableNames, type TableName } from '#platform/columns/index';
import { databasePool } from '#platform/database';
import { runDueJobs } from '#platform/worker';
import { askStaff, expectExactly, givenOffice, givenSignedIn, givenStaff, type SignedInStaff } from '#testing';
import { tasks } from '#testing/app';
import { tablesOfPeople } from '#platform/columns/subjects';
import { furnish } from './furnished.testing.ts';
import { walkAcrossOffices, walkAsStranger } from './office-walk.testing.ts';
import { addToCart, openWorld, payOrder, placeOrder, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await furnish(world);
});
afterAll(() => world.close());

const givenOfficer = (officeId: string) => givenStaff(world.consoleUrl, { offices: [officeId] });

async function officeOf(sessionId: string): Promise<string> {
  const { rows } = await databasePool().query<{ id: string }>(
    'select office_id as id from exam_session where id = $1',
    [sessionId],
  );
  return rows[0]?.id ?? '';
}

const page = { pageIndex: 1, pageSize: 20 };
const reason = 'The family asks by phone.';

/** What a member of staff is answered about a saved candidate and its account: how many searches find, and the status of each other call. */
async function seenBy(
  staff: SignedInStaff,
  { id, accountId, phone }: { id: string; accountId: string; phone: string },
) {
  const found = await askStaff(staff, 'candidates.search', { body: { ...page, accountId } });
  const shown = await askStaff(staff, 'candidates.get', { params: { id } });
  const revealed = await askStaff(staff, 'candidates.reveal', { params: { id }, body: { reason } });
  const merged = await askStaff(staff, 'candidates.merge', { params: { id }, body: { duplicateId: id, reason } });
  const messages = await askStaff(staff, 'messages.search', { body: { ...page, accountId } });
  const account = await askStaff(staff, 'accounts.get', { params: { id: accountId } });
  const notes = await askStaff(staff, 'notes.list', { params: { objectKind: 'account', objectId: accountId } });
  const accounts = await askStaff(staff, 'accounts.search', { body: { ...page, search: phone } });
  const hits = await askStaff(staff, 'search.find', { body: { text: phone } });
  return {
    found: found.body['recordCount'],
    statuses: [shown.status, revealed.status, merged.status],
    messages: Number(messages.body['recordCount']) > 0,
    accounts: [account.status, notes.status, accounts.body['recordCount'], hits.text.split(accountId).length - 1],
  };
}

describe('a saved candidate', () => {
  it('is seen, and so is its account, by the offices in which the person is registered, and by no other [T32]', async () => {
    const browser = await givenSignedIn(world.url);
    const line = await addToCart(browser, { kind: 'child' });
    const about = { id: line.candidateId, accountId: browser.accountId, phone: browser.phone };
    const local = await givenOfficer(await officeOf(line.exam.sessionId));
    const stranger = await givenOfficer(await givenOffice());
    const absent = { found: 0, statuses: [404, 404, 404], messages: false, accounts: [404, 404, 0, 0] };
    const before = await seenBy(local, about);

    await placeOrder(browser, line);
    await runDueJobs(tasks);
    const [own, others] = [await seenBy(local, about), await seenBy(stranger, about)];

    expectExactly([before, others]).toEqual([absent, absent]);
    expectExactly(own).toEqual({ found: 1, statuses: [200, 200, 412], messages: true, accounts: [200, 200, 1, 1] });
    const { rows } = await databasePool().query('select from record_view where staff_id = $1', [stranger.staff.id]);
    expectExactly(rows).toEqual([]);
  });

  it('has messages of its account about the records of an office shown to that office alone [T32]', async () => {
    const browser = await givenSignedIn(world.url);
    const lines = [await addToCart(browser), await addToCart(browser, { kind: 'child' })];
    const orders: string[] = [];
    const officers: SignedInStaff[] = [];
    for (const line of lines) {
      orders.push(await placeOrder(browser, line));
      await payOrder(browser, world.bank, orders.at(-1) ?? '');
      officers.push(await givenOfficer(await officeOf(line.exam.sessionId)));
    }
    await runDueJobs(tasks);

    const own = [...orders, ...lines.map(({ applicationId }) => applicationId)];
    const shown: string[][] = [];
    const alike: boolean[] = [];
    for (const officer of officers) {
      const { body } = await askStaff(officer, 'messages.search', { body: { ...page, accountId: browser.accountId } });
      const list = body['list'] as { objectId: string }[];
      alike.push(body['recordCount'] === list.length);
      shown.push(own.filter((id) => list.some(({ objectId }) => objectId === id)));
    }
    const both = await askStaff(await givenStaff(world.consoleUrl), 'messages.search', {
      body: { ...page, accountId: browser.accountId },
    });

    expectExactly(alike).toEqual([true, true]);
    expectExactly(shown.map((ids) => ids.filter((id) => orders.includes(id)))).toEqual(orders.map((id) => [id]));
    expectExactly(shown[0]?.filter((id) => shown[1]?.includes(id))).toEqual([]);
    expectExactly(orders.filter((id) => both.text.includes(id))).toEqual(orders);
  });

  it('is shown in full so often in an hour and no more, and the privacy officer is told [T33]', async () => {
    const browser = await givenSignedIn(world.url);
    const { candidateId: id } = await addToCart(browser);
    const staff = await givenStaff(world.consoleUrl, { name: 'Qian Yu' });

    const seen = [];
    for (let times = 0; times < 31; times++)
      seen.push((await askStaff(staff, 'candidates.reveal', { params: { id }, body: { reason } })).status);
    await tasks['workItems.sweep']?.({});

    expectExactly(seen).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    const { rows } = await databasePool().query(
      `select object_id, label from work_item where kind = 'manyReveals' and closed_at is null`,
    );
    expectExactly(rows).toEqual([{ object_id: staff.staff.id, label: 'Qian Yu' }]);
  });
});

/**
 * Whether the rows of a table that are of no person are of an office; those of people always are: where their person is registered,
 * booked or asking. `everybody`: on offer to all, or of the house as a whole.
 */
const ofOffice: readonly TableName[] = [
  'circular',
  'city',
  'entry_export',
  'exam_centre',
  'exam_session',
  'invitation_code',
  'minimum_decision',
  'post_test_export',
  'prepared_registration',
  'product_office',
  'service_range',
  'session_move',
  'session_subject',
  'session_subject_late_charge',
  'session_subject_tier_fee',
  'venue',
  'venue_name',
  'venue_room',
];
const ofEverybody: readonly TableName[] = [
  'audit_head',
  'audit_link',
  'audit_segment',
  'audit_segment_drop',
  'awarding_body',
  'booking_product',
  'calendar_day',
  'captcha',
  'catalogue_draft',
  'catalogue_version',
  'channel_statement',
  'channel_statement_row',
  'clock_offset',
  'consent_text',
  'deletion_record',
  'erasure',
  'form_template',
  'incident',
  'index_half',
  'kept_contact',
  'known_key',
  'lapsed_order_count',
  'ledger_carried',
  'ledger_carry',
  'message_template',
  'migration',
  'migration_lock',
  'minors_report_filing',
  'movement_carried',
  'office',
  'post_test_award',
  'post_test_award_component',
  'post_test_board',
  'post_test_component',
  'post_test_component_level',
  'post_test_fee',
  'post_test_level',
  'post_test_series',
  'post_test_service',
  'post_test_window',
  'product',
  'product_line',
  'product_terms',
  'rate_limit',
  'reconciliation_closing',
  'reconciliation_explanation',
  'reconciliation_movement',
  'saved_view',
  'staff_account',
  'staff_code_used',
  'staff_invitation',
  'staff_office',
  'staff_session',
  'subject',
  'verification_code',
];

/** Rights of the head office, whose work is with everybody: requests about data, the audit, colleagues, jobs. */
const ofHeadOffice = /^(privacy|audit|staff|jobs):|^minors:grant$/;
const officeRoles = roleNames.filter((role) => !rolePresets[role].some((permission) => ofHeadOffice.test(permission)));

const isAsked = ({ who, permission }: StaffCall) => who !== 'visitor' && !(permission && ofHeadOffice.test(permission));

/** Where a place that is not theirs is told at its field, as one that nobody has is. */
const toldAtTheField: readonly string[] = [
  'sessions.previewPattern body.venueIds.0 (venue)',
  'sessions.create body.venueId (venue)',
  'sessions.createMany body.sessions.0.venueId (venue)',
];

describe('another office’s', () => {
  it('is said of every table: of an office, or of everybody', () => {
    expectExactly([...tablesOfPeople, ...ofOffice, ...ofEverybody].toSorted()).toEqual(tableNames);
  });

  it('is answered by every call like what nobody has, and stands in no list [T8 T32 ASVS-8.4.1]', async () => {
    const stranger = await givenStaff(world.consoleUrl, { roles: officeRoles, offices: [await givenOffice()] });
    const { asked, named } = await walkAsStranger(stranger, {
      isOfOffice: (table) => tablesOfPeople.includes(table) || ofOffice.includes(table),
      isAsked,
    });

    expectExactly(named).toEqual([]);
    expectExactly(asked.filter(({ foreign, unknown }) => foreign !== unknown)).toEqual([]);
    const elsewhere = asked.filter(({ foreign }) => !foreign.startsWith('404 ')).map(({ place }) => place);
    expectExactly(elsewhere).toEqual(toldAtTheField);
    expectExactly(asked.length).toBeGreaterThan(100);
  });

  it('is as unknown beside a row of one’s own [T8 T32]', async () => {
    const asked = await walkAcrossOffices(
      (officeId) => givenStaff(world.consoleUrl, { roles: officeRoles, offices: [officeId] }),
      isAsked,
    );

    expectExactly(asked.filter(({ foreign, unknown }) => foreign !== unknown)).toEqual([]);
    expectExactly(asked.map(({ place }) => place)).toContain(
      'sessions.proposeFees body.papers.0.sessionSubjectId (session_subject)',
    );
    expectExactly(asked.length).toBeGreaterThanOrEqual(9);
  });
});
