import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messagesTo } from '#testing/visitor';
import { routes as draftRoutes } from '#people/drafts';
import { plusSeconds } from '#platform/clock';
import { reading } from '#platform/database';
import { routes as closingRoutes } from '#privacy/account-closing';
import {
  ask,
  askStaff,
  findMarks,
  givenOffice,
  givenSignedIn,
  givenStaff,
  moveClockTo,
  openTestConsole,
  rowsOf,
  type SignedIn,
  type SignedInStaff,
} from '#testing';
import { givenGround, type Ground } from '#testing/sessions-desk';
import type { TestApp } from '#testing/app';
import { routes, staffRoutes, tasks } from './index.ts';
import { findWaiting } from './store.ts';

let server: TestApp;
let ground: Ground;
let officer: SignedInStaff;
let family: SignedIn;
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes, routes: [...routes, ...draftRoutes, ...closingRoutes] });
});
afterAll(() => server.close());
beforeEach(async () => {
  ground = await givenGround();
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [ground.officeId] });
  family = await givenSignedIn(server.url);
});

const child = {
  idType: 'IDCard',
  idNo: '310115201202290020',
  lastName: 'QUENTIN',
  firstName: 'XIAOHONG',
  guardianModel: { name: '李敏', idType: 'IDCard', idNo: '11010519491231002X', mobile: '13800138000', type: 'Mother' },
};
const adult = { idType: 'IDCard', idNo: '110101199003077838', lastName: 'WANG', firstName: 'XIAOMING' };

const make = (more: object = {}, staff = officer) =>
  askStaff(staff, 'prepared.make', {
    params: { id: ground.exam.sessionId },
    body: {
      sessionSubjectIds: [ground.exam.paperIds[0]],
      phone: family.phone,
      language: 'en',
      candidate: adult,
      ...more,
    },
  });
const waiting = async (browser: SignedIn = family) => {
  const { text } = await ask(browser, 'prepared.mine');
  const list: { id: string; subjectNames: string }[] = JSON.parse(text);
  return list;
};
const rows = () => rowsOf('select id from prepared_registration where session_id = $1', [ground.exam.sessionId]);

describe('a registration that staff typed for a family', () => {
  it('waits for whoever signs in with the number, and goes into the wizard: typed, with nothing read or ticked [R-37 S-14]', async () => {
    const made = await make({ candidate: child });
    const [item] = await waiting();
    const stranger = await waiting(await givenSignedIn(server.url));

    const taken = await ask(family, 'prepared.take', { params: { id: item?.id ?? '' }, body: {} });
    const again = await ask(family, 'prepared.take', { params: { id: item?.id ?? '' }, body: {} });
    const { body: draft } = await ask(family, 'draft.get', { params: { kind: 'public' } });
    const kept = JSON.parse(String(draft['json'])) as {
      product: string;
      draft: Record<string, unknown>;
      typed: Record<string, Record<string, unknown>>;
    };

    expect([made.status, stranger, taken.body, again.status]).toEqual([
      200,
      [],
      { productCode: ground.productCode },
      404,
    ]);
    expect(kept.product).toBe(ground.productCode);
    expect(kept.draft).toMatchObject({
      hasReadNotice: false,
      candidateIds: [],
      subjects: [[ground.subjectIds[0]]],
      sittings: [{ sessionId: ground.exam.sessionId, sessionSubjectIds: [ground.exam.paperIds[0]] }],
    });
    expect(kept.typed['candidate:new']).toMatchObject({
      idNo: child.idNo,
      lastName: 'QUENTIN',
      childKept: false,
      guardian: { name: '李敏', mobile: '13800138000', type: 'Mother' },
    });
    expect(await rows()).toEqual([]);
  });

  it('is told to the number in fixed words: no name, no secret, and where to go on', async () => {
    await make({ candidate: { ...child, lastName: 'ZEBEDEE' } });
    expect(await messagesTo(family.phone)).toMatchObject([
      { kind: 'registrationPrepared', values: { productName: 'Exam', officeName: 'Beijing' } },
    ]);
    expect(await findMarks(['ZEBEDEE'])).toEqual([
      { table: 'prepared_registration', column: 'draft_sealed', class: 'sensitive', isSealed: true },
    ]);
  });

  it('is refused field by field as the portal’s own form refuses it, and then counts for nothing', async () => {
    const wrong = await make({ candidate: { ...child, idNo: '310115201202290021', guardianModel: undefined } });
    const landline = await make({ phone: '01065551234' });
    const paper = await make({ sessionSubjectIds: [ground.exam.sessionId] });

    expect(Object.keys(wrong.body['fields'] as object)).toEqual(['candidate.idNo']);
    expect(Object.keys(landline.body['fields'] as object)).toEqual(['phone']);
    expect(paper.body['code']).toBe('SUBJECT_NOT_OFFERED');
    expect([await rows(), await messagesTo(family.phone)]).toEqual([[], []]);
  });

  it('needs a guardian for a minor, like on the portal', async () => {
    const { body } = await make({ candidate: { ...child, guardianModel: null } });
    expect(Object.keys(body['fields'] as object)).toEqual(['candidate.guardianModel']);
  });

  it('is of one’s own offices only: others neither type, see nor discard it', async () => {
    const elsewhere = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [await givenOffice()] });
    const made = await make();
    const id = String(made.body['id']);
    const params = { id: ground.exam.sessionId };

    expect([
      (await make({}, elsewhere)).status,
      (await askStaff(elsewhere, 'prepared.list', { params })).status,
      (await askStaff(elsewhere, 'prepared.discard', { params: { id }, body: {} })).status,
    ]).toEqual([404, 404, 404]);
    const own = await askStaff(officer, 'prepared.list', { params });
    expect(own.body['list']).toMatchObject([{ id, phone: `${family.phone.slice(0, 3)}****${family.phone.slice(-4)}` }]);
    expect(own.text).not.toContain('WANG');
  });

  it('is deleted when staff discard it, and when the family refuses it; a second time is told', async () => {
    const first = String((await make()).body['id']);
    const second = String((await make()).body['id']);
    const discard = () => askStaff(officer, 'prepared.discard', { params: { id: first }, body: {} });
    const refuse = () => ask(family, 'prepared.refuse', { params: { id: second }, body: {} });

    expect([(await discard()).status, (await discard()).status]).toEqual([204, 404]);
    expect([(await refuse()).status, (await refuse()).status]).toEqual([204, 404]);
    expect(await rows()).toEqual([]);
  });

  it('is taken over once, however often it is pressed', async () => {
    const id = String((await make()).body['id']);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask(family, 'prepared.take', { params: { id }, body: {} })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404, 404, 404]);
  });

  it('is not offered in a session that is full, or whose registration is over', async () => {
    await rowsOf(`update exam_session set registered = seat where id = $1`, [ground.exam.sessionId]);
    const full = await make();
    await rowsOf(
      `update exam_session set registered = 0, publish_end_at = app_now() - interval '1 minute' where id = $1`,
      [ground.exam.sessionId],
    );
    const over = await make();
    expect([full.body['code'], over.body['code']]).toEqual(['SESSION_FULL', 'SESSION_ENDED']);
  });

  it('goes with the account that is closed', async () => {
    await make();
    await rowsOf('update account_session set proved_at = app_now() where account_id = $1', [family.accountId]);
    await ask(family, 'user.closeAccount', { body: {} });
    expect(await rows()).toEqual([]);
  });

  it('is kept for a day', async () => {
    await make();
    const [row] = await rowsOf<{ at: string }>(
      'select expires_at as at from prepared_registration where session_id = $1',
      [ground.exam.sessionId],
    );
    const end = row?.at ?? '';
    const seen = async () => {
      await tasks['prepared.forget']();
      return [(await reading((tx) => findWaiting(tx, ground.exam.sessionId))).length, (await rows()).length];
    };
    await moveClockTo(plusSeconds(end, -1));
    const before = await seen();
    await moveClockTo(end);

    expect([before, await seen()]).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
});
