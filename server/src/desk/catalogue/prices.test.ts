import { addDays, chinaDateOf, instantOf, millisecondsBetween } from '@exam/contract/rules';
import { roleNames, rolePresets, type SubjectContent } from '@exam/contract/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { readNowAlone, setClockOffset } from '#platform/clock';
import type { TestApp } from '#testing/app';
import { givenStaff, openTestConsole, type TestExam } from '#testing';
import { type Desk, deskOf, givenCatalogue, refusalOf, sqlRow, why } from '#testing/catalogue-desk';
import { staffRoutes, tasks } from './index.ts';

let server: TestApp;
let exam: TestExam;
let subjectId: string;
let editor: Desk;
let publisher: Desk;
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes: [...staffRoutes, ...approvalRoutes] });
});
afterAll(() => server.close());
beforeEach(async () => {
  await setClockOffset(0);
  exam = await givenCatalogue();
  subjectId = exam.subjectIds[0] ?? '';
  editor = deskOf(await givenStaff(server.consoleUrl, { roles: ['catalogueEditor'] }));
  publisher = deskOf(await givenStaff(server.consoleUrl, { roles: ['cataloguePublisher'], name: 'Fa Bu' }));
});

const fees = (localFee: number): NonNullable<SubjectContent['fees']> => ({
  localFee,
  boardFee: 95_334,
  vat: 9_666,
  tierFees: [
    { from: 1, to: 9, localFee },
    { from: 10, to: null, localFee: localFee - 1_000 },
  ],
  lateStages: [],
});

const runDue = () => tasks['catalogueDesk.sweep']?.({});
const paper = () =>
  sqlRow('select local_fee, total, is_tier from session_subject where session_id = $1', [exam.sessionId]);
const bothRights = (name: string) =>
  givenStaff(server.consoleUrl, { roles: ['catalogueEditor', 'cataloguePublisher'], name });

describe('a price of the catalogue', () => {
  it('is published by nobody who wrote it, neither directly nor by deciding on the request [S-16]', async () => {
    const [one, two] = [deskOf(await bothRights('One')), deskOf(await bothRights('Two'))];
    await one.save('subject', subjectId, { fees: fees(50_000) });
    await two.save('subject', subjectId, { fees: fees(51_000) });
    const own = [await one.publish('subject', subjectId), await two.publish('subject', subjectId)];
    const asked = await one.ask('subject', subjectId);
    const proposal = { id: String(asked.body['proposalId']) };
    const decisions = [
      await one.send('approvals.approve', proposal, { reason: null }),
      await two.send('approvals.approve', proposal, { reason: null }),
      await publisher.send('approvals.approve', proposal, { reason: null }),
    ];

    expect(own.map(refusalOf)).toEqual(['412 SECOND_PERSON_NEEDED', '412 SECOND_PERSON_NEEDED']);
    expect(decisions.map(refusalOf)).toEqual(['412 SECOND_PERSON_NEEDED', '412 SECOND_PERSON_NEEDED', '204']);
    expect((await one.page('subject', subjectId)).published).toMatchObject({ fees: { localFee: 51_000 } });
  });

  it('needs nobody else where only words change, and a second person for what is given back [S-16 R-72]', async () => {
    const one = deskOf(await bothRights('One'));
    await one.save('product', exam.productId, { nameEn: 'Renamed' });
    const words = await one.publish('product', exam.productId);
    const terms = { percent: 50, workingDaysBefore: 5, documentsRequired: true };
    await one.save('product', exam.productId, { refundPolicy: { P1: terms, P2: terms, B1: terms, B2: terms } });

    expect(words.status).toBe(200);
    expect(refusalOf(await one.publish('product', exam.productId))).toBe('412 SECOND_PERSON_NEEDED');
    expect((await publisher.publish('product', exam.productId)).status).toBe(200);
  });

  it('reads what was drafted when booked exams had one row of refunds as saying the same in both [R-72]', async () => {
    const terms = { percent: 40, workingDaysBefore: 7 };
    const own = { ...terms, documentsRequired: true };
    await editor.save('product', exam.productId, { refundPolicy: { P1: own, P2: own, B1: own, B2: own } });
    const earlier = JSON.stringify({ refundPolicy: { P1: terms, P2: terms, B1: terms } });
    const drafted = `update catalogue_draft set changes = $2 where object_id = $1 and status = 'Draft'`;
    await sqlRow(drafted, [exam.productId, earlier]);

    const { draft } = await editor.page('product', exam.productId);
    const early = { ...terms, documentsRequired: false };
    expect(draft?.content).toMatchObject({ refundPolicy: { P1: early, P2: own, B1: own, B2: own } });
  });

  it('stands still while its publication is asked for, until that is decided or taken back', async () => {
    await editor.save('subject', subjectId, { fees: fees(50_000) });
    const { body } = await editor.ask('subject', subjectId);
    const meanwhile = [
      await editor.save('subject', subjectId, { fees: fees(2_000) }),
      await editor.send('catalogue.discard', { kind: 'subject', id: subjectId }, { version: 1 }),
      await publisher.publish('subject', subjectId),
      await editor.ask('subject', subjectId),
    ];
    const taken = await editor.send('approvals.takeBack', { id: String(body['proposalId']) }, { reason: why });
    const after = await editor.save('subject', subjectId, { fees: fees(2_000) });

    const codes = ['412 DRAFT_ASKED', '412 DRAFT_ASKED', '412 DRAFT_ASKED', '412 PROPOSAL_OPEN'];
    expect(meanwhile.map(refusalOf)).toEqual(codes);
    expect([taken.status, after.status]).toEqual([204, 200]);
  });

  it('is refused with gaps between its groups', async () => {
    const gap = {
      ...fees(50_000),
      tierFees: [
        { from: 1, to: 4, localFee: 1 },
        { from: 6, to: null, localFee: 1 },
      ],
    };
    await editor.save('subject', subjectId, { fees: gap });

    expect(refusalOf(await publisher.publish('subject', subjectId))).toBe('412 FIELDS fees.tierFees:CATALOGUE_TIERS');
  });
});

describe('the sessions to come', () => {
  it('keep their price unless they are to follow, and then all but those behind a code do', async () => {
    const hidden = await givenCatalogue({ isExclusive: true });
    await sqlRow('update session_subject set subject_id = $1 where session_id = $2', [subjectId, hidden.sessionId]);
    await editor.save('subject', subjectId, { fees: fees(50_000) });
    await publisher.publish('subject', subjectId);
    const kept = await paper();
    await editor.save('subject', subjectId, { fees: fees(60_000) }, { repricesSessions: true });
    const counted = (await editor.page('subject', subjectId)).sessionsToCome;
    await publisher.publish('subject', subjectId);
    const behindCode = await sqlRow('select local_fee from session_subject where session_id = $1', [hidden.sessionId]);
    const audited = await sqlRow(
      `select before, after, reason from audit_entry where object_id = $1 and action = 'sessions.changeFees'`,
      [exam.sessionId],
    );

    expect(kept).toMatchObject({ local_fee: 45_000, total: 150_000, is_tier: false });
    expect(counted).toBe(1);
    expect(await paper()).toMatchObject({ local_fee: 60_000, total: 165_000, is_tier: true });
    expect(behindCode).toMatchObject({ local_fee: 45_000 });
    expect(audited).toMatchObject({
      reason: why,
      before: { papers: [{ localFee: 45_000 }] },
      after: { papers: [{ localFee: 60_000 }] },
    });
  });
});

/** Puts the clock a whole number of seconds from an instant, never later than that. */
async function goTo(instant: string, seconds: number): Promise<void> {
  await setClockOffset(0);
  await setClockOffset(
    Math.floor(millisecondsBetween(await readNowAlone(), instant) / 1000) + seconds + (seconds < 0 ? 0 : 1),
  );
}

async function planned(change: Partial<SubjectContent>, days = 3): Promise<{ date: string; midnight: string }> {
  const date = addDays(chinaDateOf(await readNowAlone()), days);
  await editor.save('subject', subjectId, change, { repricesSessions: true });
  const { body } = await publisher.publish('subject', subjectId, date);
  if (body['isInForce'] !== false) throw new Error(JSON.stringify(body));
  return { date, midnight: instantOf(date) };
}

const localFee = async () => (await paper())['local_fee'];
const versions = async () =>
  (await sqlRow('select count(*)::integer as count from catalogue_version where object_id = $1', [subjectId]))['count'];

describe('a change from a day to come', () => {
  it('holds from 00:00 in China of that day by the database’s clock, once [S-9]', async () => {
    const { date, midnight } = await planned({ fees: fees(50_000) });
    const page = await editor.page('subject', subjectId);
    const found = [];
    for (const seconds of [-1, 0, 1]) {
      await goTo(midnight, seconds);
      await runDue();
      await runDue();
      found.push([await localFee(), await versions()]);
    }
    await setClockOffset(0);

    expect([page.draft, page.published]).toMatchObject([null, { fees: null }]);
    expect(page.planned).toMatchObject([
      { effectiveFrom: date, changed: ['fees'], publishedBy: 'Fa Bu', failures: [] },
    ]);
    expect(found).toEqual([
      [45_000, 0],
      [50_000, 2],
      [50_000, 2],
    ]);
    const by = await sqlRow(
      `select staff_name from audit_entry where object_id = $1 and action = 'catalogue.publish'`,
      [subjectId],
    );
    expect(by).toEqual({ staff_name: 'Fa Bu' });
  });

  it('does not undo what was published meanwhile, and stands beside another draft', async () => {
    const { midnight } = await planned({ fees: fees(50_000) });
    await editor.save('subject', subjectId, { nameEn: 'Taxation', nameZh: '税务' });
    await publisher.publish('subject', subjectId);
    await editor.save('subject', subjectId, { syllabus: '2027' });
    await goTo(midnight, 1);
    await runDue();
    await setClockOffset(0);
    const { published, draft } = await editor.page('subject', subjectId);

    expect(published).toMatchObject({ nameEn: 'Taxation', syllabus: null, fees: { localFee: 50_000 } });
    expect(draft).toMatchObject({ changed: ['syllabus'], content: { nameEn: 'Taxation', fees: { localFee: 50_000 } } });
  });

  it('lies in the future, and is taken back to a draft while nobody has another', async () => {
    await editor.save('subject', subjectId, { fees: fees(50_000) });
    const past = await publisher.publish('subject', subjectId, '2026-01-01');
    const { midnight } = await planned({ fees: fees(52_000) });
    const [plan] = (await publisher.page('subject', subjectId)).planned;
    const where = { kind: 'subject', id: subjectId, draftId: plan?.id };
    await editor.save('subject', subjectId, { syllabus: '2027' });
    const busy = await publisher.send('catalogue.takeBack', where, { version: plan?.version, reason: why });
    await editor.send('catalogue.discard', { kind: 'subject', id: subjectId }, { version: 1 });
    const taken = await publisher.send('catalogue.takeBack', where, { version: plan?.version, reason: why });
    await goTo(midnight, 1);
    await runDue();
    await setClockOffset(0);

    expect([past, busy, taken].map(refusalOf)).toEqual(['412 EFFECTIVE_PAST', '412 DRAFT_EXISTS', '204']);
    expect(await localFee()).toBe(45_000);
    expect((await editor.page('subject', subjectId)).draft).toMatchObject({ changed: ['fees'] });
  });

  it('that its guards refuse on the day stays planned with the reason, and is tried again', async () => {
    await sqlRow(`update exam_session set status = 'Withdrawn' where id = $1`, [exam.sessionId]);
    const { midnight } = await planned({ status: 'Inactive' });
    await sqlRow(`update exam_session set status = 'Published' where id = $1`, [exam.sessionId]);
    await goTo(midnight, 1);
    await runDue();
    const [refused] = (await deskOf(await givenStaff(server.consoleUrl)).page('subject', subjectId)).planned;
    await sqlRow(`update exam_session set status = 'Withdrawn' where id = $1`, [exam.sessionId]);
    await runDue();
    await setClockOffset(0);

    expect(refused?.failures).toEqual([expect.stringContaining('still to come')]);
    expect((await editor.page('subject', subjectId)).published).toMatchObject({ status: 'Inactive' });
  });
});

describe('the calls of the catalogue', () => {
  it('are open to the roles that hold their right, and to nobody else [T32]', async () => {
    const id = subjectId;
    const where = { kind: 'subject', id } as const;
    const calls = [
      ['catalogue:read', 'catalogue.search', {}, {}],
      ['catalogue:read', 'catalogue.choices', {}, {}],
      ['catalogue:read', 'catalogue.get', where, {}],
      ['catalogue:read', 'catalogue.preview', where, { of: 'published' }],
      ['catalogue:read', 'catalogue.history', where, {}],
      ['catalogue:write', 'catalogue.save', where, { version: 99, content: await editor.contentOf('subject', id) }],
      ['catalogue:write', 'catalogue.discard', where, { version: 99 }],
      ['catalogue:write', 'catalogue.ask', where, { version: 99, effectiveFrom: null, reason: why }],
      ['catalogue:publish', 'catalogue.publish', where, { version: 99, effectiveFrom: null, reason: why }],
      ['catalogue:publish', 'catalogue.takeBack', { ...where, draftId: id }, { version: 1, reason: why }],
    ] as const;

    for (const role of roleNames) {
      const desk = deskOf(await givenStaff(server.consoleUrl, { roles: [role] }));
      const held: readonly string[] = rolePresets[role];
      for (const [right, name, params, body] of calls) {
        const { status } = await desk.send(name, params, body);
        expect([role, name, status !== 403], String(status)).toEqual([role, name, held.includes(right)]);
      }
    }
  });
});
