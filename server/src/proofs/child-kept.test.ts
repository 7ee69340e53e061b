import { addSeconds, keptUntilAfterDate } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { tasks } from '#testing/app';
import { ask, givenExam, givenSignedIn, moveClockTo, rowsOf, type SignedIn } from '#testing';
import {
  asGuardian,
  addChild,
  givenAsked,
  givenOther,
  registerAgain,
  renameGuardian,
  tokenOf,
  useGuardians,
} from './guardian.testing.ts';
import { run } from './retention.testing.ts';
import { meddle } from './world.testing.ts';

const { world, calls } = useGuardians();
const elsewhere = () => `137${randomDigits(8)}`;

/** Whom the account's list still has, by id, and until when they are said to stay. */
async function listOf(browser: SignedIn): Promise<Record<string, unknown>> {
  const { body } = await ask(browser, 'candidate.search', {
    body: { pageIndex: 1, pageSize: 50, sorts: [], filters: [] },
  });
  const list: { id: string; keptUntil: string | null }[] = JSON.parse(JSON.stringify(body['list']));
  return Object.fromEntries(list.map(({ id, keptUntil }) => [id, keptUntil]));
}

/** They were typed in so long ago. */
const typedBefore = (candidateId: string, time: string) =>
  meddle(
    `update candidate set created_at = created_at - $2::interval, updated_at = updated_at - $2::interval where id = $1`,
    [candidateId, time],
  );

describe('a child under 14 whose guardian has a number of their own', () => {
  it('stays in the list for a day without the guardian’s word, and then goes with what lies in the cart [PIPL-31 S-18]', async () => {
    const line = await givenOther(world);
    const { browser } = line;
    const own = await addChild(browser, browser.phone);
    const older = await addChild(browser, elsewhere(), '2010-05-06');
    const [stored] = await rowsOf('select created_at from candidate where id = $1', [line.candidateId]);
    const said = await listOf(browser);
    for (const id of [line.candidateId, own, older]) await typedBefore(id, '23 hours 59 minutes');
    await run();
    const before = Object.keys(await listOf(browser));
    for (const id of [line.candidateId, own, older]) await typedBefore(id, '2 minutes');

    await run();

    expect(said[line.candidateId]).toBe(addSeconds(String(stored?.['created_at']), 24 * 3600));
    expect([said[own], said[older]]).toEqual([null, null]);
    expect(before).toHaveLength(3);
    expect(Object.keys(await listOf(browser)).toSorted()).toEqual([own, older].toSorted());
    expect((await ask(browser, 'application.cart')).text).not.toContain(line.applicationId);
    expect(await rowsOf(`select from candidate where id = $1 and first_name <> ''`, [line.candidateId])).toEqual([]);
  });

  it('begins the day anew when they are changed, and loses it when another number is typed [PIPL-31]', async () => {
    const line = await givenOther(world);
    await typedBefore(line.candidateId, '25 hours');
    await renameGuardian(line, elsewhere());
    await run();
    const changed = Object.keys(await listOf(line.browser));
    await typedBefore(line.candidateId, '25 hours');
    await renameGuardian(line, line.browser.phone);
    await typedBefore(line.candidateId, '25 hours');
    await run();

    expect([changed, Object.keys(await listOf(line.browser))]).toEqual([[line.candidateId], [line.candidateId]]);
  });

  it('stays while an exam waits for the guardian, and goes once the order has lapsed [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await typedBefore(line.candidateId, '25 hours');
    await run();
    const waiting = await listOf(line.browser);
    await ask(line.browser, 'order.delete', { params: { id: line.orderId } });
    await run();

    expect(waiting).toEqual({ [line.candidateId]: null });
    expect(await listOf(line.browser)).toEqual({});
  });

  it('stays for good once the guardian has agreed, until it is taken back [PIPL-31 PIPL-15]', async () => {
    const line = await givenAsked(world);
    await calls.agree(await tokenOf(line));
    await ask(line.browser, 'order.delete', { params: { id: line.orderId } });
    await typedBefore(line.candidateId, '400 days');
    await run();
    const agreed = await listOf(line.browser);
    const again = await registerAgain(line, await givenExam());
    await ask(line.browser, 'order.delete', { params: { id: again.orderId } });
    const [consent] = await rowsOf(`select id from consent where account_id = $1 and statement_id = 'guardianAgreed'`, [
      line.browser.accountId,
    ]);
    await asGuardian(line, () =>
      ask(line.browser, 'consent.withdraw', { params: { id: String(consent?.['id']) }, body: {} }),
    );
    await run();

    expect(agreed).toEqual({ [line.candidateId]: null });
    expect(await listOf(line.browser)).toEqual({});
  });

  it('is still one who was agreed to when the period of that exam is over, until it is taken back [PIPL-31 PIPL-15 S-18]', async () => {
    const line = await givenAsked(world, { dob: '2021-03-04' });
    await calls.agree(await tokenOf(line));
    const [exam] = await rowsOf('select exam_date::text as day from exam_session where id = $1', [line.exam.sessionId]);
    await moveClockTo(addSeconds(keptUntilAfterDate('examRecord', String(exam?.['day'])), 1));
    await run();
    await run();
    const isOn = async () =>
      (await rowsOf('select from candidate where id = $1 and deleted_at is null', [line.candidateId])).length === 1;
    const cases = await rowsOf('select from guardian_case where account_id = $1', [line.browser.accountId]);
    const kept = await isOn();
    // As the rights centre would, which needs somebody who is signed in.
    await meddle(
      `with request as (insert into rights_request (id, code, kind, status, account_id, received_at, alarm_at, due_at, answered_at)
         values (gen_random_uuid(), 'R' || left(gen_random_uuid()::text, 8), 'Withdrawal', 'Answered', $1, app_now(), app_now() + interval '1 day', app_now() + interval '2 days', app_now()) returning id)
       insert into consent_withdrawal (consent_id, request_id, withdrawn_at)
       select consent.id, request.id, app_now() from consent, request where account_id = $1 and statement_id = 'guardianAgreed'`,
      [line.browser.accountId],
    );
    await run();

    expect([cases.length, kept, await isOn()]).toEqual([0, true, false]);
  });

  it('is looked at by the night’s job where an earlier version saved them [PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const [own, other] = [await addChild(browser, browser.phone), await addChild(browser, elsewhere())];
    await meddle('update candidate_guardian set is_elsewhere = null where candidate_id = any($1)', [[own, other]]);
    for (const id of [own, other]) await typedBefore(id, '25 hours');
    await run();
    const unseen = Object.keys(await listOf(browser));

    await tasks['candidates.elsewhere']?.({});
    await run();

    expect(unseen).toHaveLength(2);
    expect(Object.keys(await listOf(browser))).toEqual([own]);
  });
});
