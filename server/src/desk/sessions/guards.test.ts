import { addDays, instantOf } from '@exam/contract/rules';
import { refusalMessage } from '@exam/contract/messages';
import type { SessionPlanInput } from '@exam/contract/staff';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { staffRoutes as approvalRoutes } from '#office/approvals';
import { plusSeconds, readNowAlone, setClockOffset } from '#platform/clock';
import type { TestApp } from '#testing/app';
import { askStaff, givenStaff, openTestConsole, type SignedInStaff } from '#testing';
import { dayIn, givenGround, type Ground, paperOf, planOf, row } from '#testing/sessions-desk';
import { staffRoutes } from './index.ts';

let server: TestApp;
let ground: Ground;
let officer: SignedInStaff;
let date: string;
const reason = 'the hall has more desks now';
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes: [...staffRoutes, ...approvalRoutes] });
});
afterAll(() => server.close());
beforeEach(async () => {
  ground = await givenGround();
  officer = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [ground.officeId] });
  date = await dayIn(90);
});
afterEach(() => setClockOffset(0));

const closes = () => instantOf(addDays(date, -10), '17:00');
const first = () => paperOf(ground.subjectIds[0] ?? '');

/** A paper whose dear stage ends with registration. */
function withStages(): SessionPlanInput['papers'][number] {
  const lateFrom = instantOf(addDays(date, -20));
  const opens = instantOf(addDays(date, -60), '09:00');
  return {
    ...first(),
    lateCharges: [
      { stage: 'Standard', fee: 0, startAt: opens, endAt: lateFrom },
      { stage: 'Late1', fee: 0, startAt: lateFrom, endAt: closes() },
    ],
  };
}

async function published(papers = [first()]): Promise<{ id: string; version: number }> {
  const publishStartAt = plusSeconds(await readNowAlone(), -60);
  const made = await askStaff(officer, 'sessions.create', { body: planOf(ground, date, { publishStartAt, papers }) });
  const id = String(made.body['id']);
  const answer = await askStaff(officer, 'sessions.publish', { params: { id }, body: { version: 1 } });
  if (answer.status !== 200) throw new Error(`${made.text} ${answer.text}`);
  return { id, version: Number(answer.body['version']) };
}

const wrong = (answer: { body: Record<string, unknown> }) => answer.body['fields'];
const said = (code: 'LATE_STAGES_WRONG' | 'SET_INCOMPLETE' | 'FEES_PUBLISHED') => refusalMessage('en', code);

describe('the stages of late entry', () => {
  it('reach the end of registration: it is not moved behind the last of them [R-59 R-45]', async () => {
    const { id, version } = await published([withStages()]);
    const change = (publishEndAt: string, changed: number) =>
      askStaff(officer, 'sessions.changeWindow', {
        params: { id },
        body: { version: changed, publishStartAt: null, publishEndAt, reason },
      });

    const later = await change(instantOf(addDays(date, -9), '17:00'), version);
    const sooner = await change(instantOf(addDays(date, -12), '17:00'), version);

    expect(later.status).toBe(412);
    expect(wrong(later)).toEqual({ publishEndAt: said('LATE_STAGES_WRONG') });
    expect(sooner.status).toBe(200);
  });

  it('that end before registration does are refused in a plan and in a proposal of fees [R-59 9.7]', async () => {
    const paper = withStages();
    const short = { ...paper, lateCharges: paper.lateCharges.slice(0, 1) };
    const plan = await askStaff(officer, 'sessions.create', { body: planOf(ground, date, { papers: [short] }) });
    const { id, version } = await published();
    const { id: sessionSubjectId } = await row('select id from session_subject where session_id = $1', [id]);
    const { localFee, boardFee, vat, tierFees, lateCharges } = short;

    const fees = await askStaff(officer, 'sessions.proposeFees', {
      params: { id },
      body: {
        version,
        reason,
        papers: [{ sessionSubjectId, localFee, boardFee, vat, tierFees, lateCharges }],
      },
    });

    expect(wrong(plan)).toEqual({ 'papers.0.lateCharges': said('LATE_STAGES_WRONG') });
    expect(wrong(fees)).toEqual({ 'papers.0.lateCharges': said('LATE_STAGES_WRONG') });
  });
});

describe('the price of a session that was published', () => {
  it('is not changed by one person through its draft, nor by leaving a paper out and taking it in again [S-16]', async () => {
    const second = paperOf(ground.subjectIds[1] ?? '');
    const { id, version } = await published([first(), second]);
    const taken = await askStaff(officer, 'sessions.takeBack', { params: { id }, body: { version, reason } });
    const edit = (papers: SessionPlanInput['papers'], seat = 20) =>
      askStaff(officer, 'sessions.edit', {
        params: { id },
        body: { version: taken.body['version'], plan: planOf(ground, date, { papers, seat }) },
      });

    const cheaper = await edit([{ ...first(), localFee: 1 }, second]);
    const fewer = await edit([first()]);
    const roomier = await edit([{ ...first(), startTime: '09:30' }, second], 25);

    expect([cheaper.status, wrong(cheaper)]).toEqual([412, { papers: said('FEES_PUBLISHED') }]);
    expect(wrong(fewer)).toEqual({ papers: said('FEES_PUBLISHED') });
    expect(roomier.status).toBe(200);
    expect(await row('select seat, start_time from exam_session where id = $1', [id])).toEqual({
      seat: 25,
      start_time: '09:00',
    });
  });
});

describe('a combined set', () => {
  it('stands in a session as a whole or not at all [R-42 5.5]', async () => {
    await row(`update subject set set_code = 'SET' where product_id = $1`, [ground.productId]);

    const half = await askStaff(officer, 'sessions.create', { body: planOf(ground, date) });
    const whole = await askStaff(officer, 'sessions.create', {
      body: planOf(ground, date, {
        papers: ground.subjectIds.map((id, at) => ({
          ...paperOf(id),
          startTime: `${String(9 + 3 * at).padStart(2, '0')}:00`,
          endTime: `${11 + 3 * at}:00`,
        })),
      }),
    });

    expect([half.status, wrong(half)]).toEqual([412, { papers: said('SET_INCOMPLETE') }]);
    expect(whole.status).toBe(200);
  });
});

describe('acts that touch money or many people', () => {
  it.each(['sessions.proposeFees', 'sessions.proposeWithdrawal', 'sessions.move'] as const)(
    '%s needs a fresh proof of identity [S-2 S-16]',
    async (name) => {
      const { id, version } = await published();
      const { id: sessionSubjectId } = await row('select id from session_subject where session_id = $1', [id]);
      const bodies = {
        'sessions.proposeFees': { papers: [{ sessionSubjectId, localFee: 1, boardFee: 0, vat: 0 }] },
        'sessions.proposeWithdrawal': {},
        'sessions.move': { examDate: addDays(date, 7) },
      };
      await setClockOffset(301);

      const answer = await askStaff(officer, name, { params: { id }, body: { version, reason, ...bodies[name] } });

      expect([answer.status, answer.body['code']]).toEqual([403, 'REAUTH']);
    },
  );
});
