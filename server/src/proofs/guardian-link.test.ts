import { consentVersion } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { databasePool } from '#platform/database';
import { ask, givenExam, givenSignedIn, rowsOf } from '#testing';
import {
  addChild,
  givenAsked,
  givenPaid,
  isWaitedFor,
  letPass,
  toldOf,
  tokenOf,
  useGuardians,
  type Registered,
} from './guardian.testing.ts';
import { run } from './retention.testing.ts';
import { ofGroup } from '#testing/wizard';
import { candidateForm, meddle, submission } from './world.testing.ts';

const { world, calls } = useGuardians();
const { show, object, agree } = calls;

const again = (line: Registered, browser = line.browser) =>
  ask(browser, 'guardian.sendAgain', { params: { id: line.applicationId } });

const waitOf = async (line: Registered) => {
  const { body } = await ask(line.browser, 'application.get', { params: { id: line.applicationId } });
  return Object(body['letter'])['guardianWait'];
};

/** The exam of a registration begins at this moment, as SQL. */
const begin = (line: Registered, when: string) =>
  meddle(`update exam_session set starts_at = ${when}, publish_end_at = least(publish_end_at, ${when}) where id = $1`, [
    line.exam.sessionId,
  ]);

/** An answer without what differs from one to the next. */
const plain = async (answer: ReturnType<typeof show>) => {
  const { status, body } = await answer;
  return JSON.stringify([status, { ...body, requestId: '' }]);
};

describe('a child under 14', () => {
  it('is not registered without a guardian, or without what the guardian declares, alone or in a group [PIPL-31 R-31]', async () => {
    const browser = await givenSignedIn(world.url);
    const [exam, candidateId] = [await givenExam(), await addChild(browser, `137${randomDigits(8)}`)];
    const { applicationCandidate: _, leaveAlone, consents, ...choice } = submission(exam, candidateId, 'child');
    const single = (ticked: typeof consents) =>
      ask(browser, 'application.submit', { body: { ...submission(exam, candidateId, 'child'), consents: ticked } });
    const group = (ticked: typeof consents) =>
      ask(browser, 'application.submitGroup', {
        body: { ...ofGroup(choice), entries: [{ candidateId, leaveAlone: leaveAlone ?? false, consents: ticked }] },
      });
    const undeclared = consents.filter(({ statementId }) => statementId !== 'guardianship');

    const listed = await ask(browser, 'candidate.add', { body: { ...candidateForm('child'), guardianModel: null } });
    const untold = [await single(undeclared), await group(undeclared)];
    await meddle('delete from candidate_guardian where candidate_id = $1', [candidateId]);
    const alone = [await single(consents), await group(consents)];

    const said = ({ status, body }: typeof listed) => [status, ...Object.values(Object(body['fieldCodes']))];
    expect(said(listed)).toEqual([412, 'GUARDIAN_REQUIRED']);
    expect(untold.map(said)).toEqual(Array(2).fill([412, 'CONSENT_INCOMPLETE']));
    expect(alone.map(said)).toEqual(Array(2).fill([412, 'GUARDIAN_REQUIRED']));
    expect(await rowsOf('select from application where account_id = $1', [browser.accountId])).toEqual([]);
  });
});

describe('the link', () => {
  it('shows the exam and no name, and opening it changes nothing [PIPL-31 call:guardian.notice]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);

    const first = await show(token);
    const second = await show(token);

    expect(first.body).toMatchObject({
      accountEnding: line.browser.phone.slice(-4),
      examDate: expect.any(String),
      isReplaced: false,
    });
    expect(second.body).toEqual(first.body);
    for (const word of ['ZHANG', 'SAN', line.browser.phone, line.mobile])
      expect(first.text).not.toMatch(new RegExp(`\\b${word}\\b`));
    expect(await isWaitedFor(line.applicationId)).toBe(true);
  });

  it('answers an objection the same whether it is invented, used or over [PIPL-31 T12 call:guardian.object]', async () => {
    const [used, over] = [await givenAsked(world), await givenAsked(world)];
    const [usedToken, overToken] = [await tokenOf(used), await tokenOf(over)];
    await object(usedToken);
    await begin(over, 'app_now()');

    const answers = [];
    const read = await show(overToken);
    for (const token of ['AbCdEfGhJkMnPqRsTuVwXy', usedToken, overToken]) answers.push(await plain(object(token)));

    await setClockOffset(90 * 86_400);
    answers.push(await plain(show('AbCdEfGhJkMnPqRsTuVwXy')), await plain(show(overToken)));
    await setClockOffset(0);

    expect(answers[0]).toMatch(/^\[404/);
    expect(new Set(answers).size).toBe(1);
    // For three months after the exam the page can still be read.
    expect(read.status).toBe(200);
  });

  it('shows its page sixty times an hour, without waiting for whoever answers, and may be objected to all the same [T12 PIPL-31]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);
    const holder = await databasePool().connect();
    await holder.query('begin');
    await holder.query('select from guardian_case where account_id = $1 for update', [line.browser.accountId]);
    const meanwhile = (await show(token)).status;
    await holder.query('rollback');
    holder.release();

    const statuses = [];
    for (let time = 0; time < 60; time++) statuses.push((await show(token)).status);

    expect([meanwhile, statuses]).toEqual([200, [...Array(59).fill(200), 429]]);
    expect((await object(token)).status).toBe(200);
  });

  it('opens until the exam begins, however long ago it was sent, also where the exam was moved [PIPL-31]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);
    await letPass(line.applicationId, '45 days');
    const before = (await show(token)).status;

    await begin(line, `app_now() + interval '1 minute'`);
    const nearly = await agree(token);
    await begin(line, 'app_now()');

    expect([before, nearly.status, (await object(token)).status]).toEqual([200, 200, 404]);
  });

  it('asks about what was read: who has it open agrees to nothing that the registration has become meanwhile [PIPL-31 call:guardian.agree]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);
    const read = String((await show(token)).body['subject']);

    await meddle('update exam_session set exam_date = exam_date + 1 where id = $1', [line.exam.sessionId]);
    const outdated = await calls.agreeTo(read, token);
    const isWaited = await isWaitedFor(line.applicationId);
    const { status } = await agree(token);

    expect([outdated.body['code'], isWaited, status, await isWaitedFor(line.applicationId)]).toEqual([
      'NOTICE_OUTDATED',
      true,
      200,
      false,
    ]);
  });

  it('of what is out of use opens nothing, and opens again when that is given back [PIPL-47 PIPL-31]', async () => {
    const line = await givenAsked(world);
    const token = await tokenOf(line);

    await meddle('update application set restricted_at = app_now(), deleted_at = app_now() where id = $1', [
      line.applicationId,
    ]);
    const away = (await show(token)).status;
    await meddle('update application set restricted_at = null, deleted_at = null where id = $1', [line.applicationId]);

    expect([away, (await show(token)).status]).toEqual([404, 200]);
  });
});

describe('the link to the guardian of a child under 14, sent again', () => {
  it('takes the place of one that did not arrive, which is told as such until then [PIPL-31 Q4 call:guardian.sendAgain]', async () => {
    const line = await givenPaid(world);
    const old = await tokenOf(line);
    await meddle(
      `update message set state = 'Failed', last_error = 'undelivered', attempts = 1 where kind = 'guardianNotice' and id in (
         select message_id from guardian_answer)`,
    );
    const before = await waitOf(line);

    const sent = await again(line);
    const after = await waitOf(line);
    const told = await toldOf(line.applicationId);
    const agreed = await agree(told[0]?.values.token ?? '');

    expect([before, after]).toEqual([
      { until: null, hasObjected: false, isLinkOver: true, isUpheld: false, isWrongNumber: false, isFormer: false },
      { until: null, hasObjected: false, isLinkOver: false, isUpheld: false, isWrongNumber: false, isFormer: false },
    ]);
    expect([sent.status, sent.body], sent.text).toEqual([
      200,
      { mobileEnding: line.mobile.slice(-4), until: told[0]?.values.until },
    ]);
    expect(told.map(({ recipient }) => recipient)).toEqual([line.mobile]);
    expect([(await show(old)).status, agreed.status, await waitOf(line)]).toEqual([404, 200, null]);
  });

  it('goes five times a day for one account, and for nobody else; a message that had not gone is taken back [PIPL-31 T1]', async () => {
    const line = await givenPaid(world);
    const stranger = await givenSignedIn(world.url);

    const foreign = await again(line, stranger);
    const statuses = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await again(line)).status);

    expect(foreign.status).toBe(404);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await toldOf(line.applicationId)).toHaveLength(1);
    const [left] = await rowsOf(
      `select count(message_id)::integer as messages, count(*)::integer as links from guardian_answer where token_hash is not null and case_id in (
         select known.id from guardian_case known join application on application.person_key = known.person_key where application.id = $1)`,
      [line.applicationId],
    );
    expect(left).toEqual({ messages: 1, links: 6 });
  });

  it('goes ten times a day to one number, whatever the accounts; the link that it has goes on opening [PIPL-31 T1]', async () => {
    const line = await givenAsked(world);
    const statuses = [];
    for (let account = 0; account < 3; account++) {
      const browser = await givenSignedIn(world.url);
      const candidateId = await addChild(browser, line.mobile);
      const { body } = await ask(browser, 'application.submit', { body: submission(line.exam, candidateId, 'child') });
      const theirs = { ...line, browser, candidateId, applicationId: String(body['id']) };
      await meddle(`update application set status = 'Submitted' where id = $1`, [theirs.applicationId]);
      await calls.askAbout(theirs.applicationId);
      for (let times = 0; times < 6; times++) statuses.push((await again(theirs)).status);
    }

    const refused = await again(line);
    const agreed = await agree(await tokenOf(line));

    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect([refused.status, agreed.status]).toEqual([429, 200]);
  });

  it('does not go once the guardian has answered, nor where nobody has to agree [PIPL-31]', async () => {
    const [glad, sorry, older] = [
      await givenAsked(world),
      await givenAsked(world),
      await givenAsked(world, { dob: '2010-05-06' }),
    ];
    await agree(await tokenOf(glad), consentVersion);
    await object(await tokenOf(sorry));

    const answers = [await again(glad), await again(sorry), await again(older)];

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      Array.from({ length: 3 }, () => [412, 'ILLEGAL_STATE']),
    );
  });

  it('is not needed to wait: the answer is waited for though the message itself is forgotten by its period [PIPL-31 S-18]', async () => {
    const line = await givenPaid(world);
    await meddle(
      `update message set state = 'Sent', is_wiped = true, created_at = app_now() - interval '190 days' where kind = 'guardianNotice'`,
    );

    await run();

    expect(await toldOf(line.applicationId)).toEqual([]);
    expect(await isWaitedFor(line.applicationId)).toBe(true);
  });
});
