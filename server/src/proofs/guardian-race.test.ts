import { describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, expectExactly, givenExam, rowsOf } from '#testing';
import { givenOther, useGuardians, type Registered, tokenOf } from './guardian.testing.ts';
import { submission } from './world.testing.ts';

const { world, calls } = useGuardians();

/** What a guardian answers by the link, and whoever registered has it sent again, or makes the line of the cart another exam. */
type Call = 'agree' | 'object' | 'again' | 'modify';
type Answer = Awaited<ReturnType<typeof ask>>;

/** Makes calls on one link that all come to its row before any has it, and have it in this order. @returns their answers. */
async function atOnce(line: Registered, calling: readonly Call[]): Promise<Answer[]> {
  const token = await tokenOf(line);
  const { browser, applicationId } = line;
  const again = () => ask(browser, 'guardian.sendAgain', { params: { id: applicationId } });
  const exam = await givenExam();
  const modify = () =>
    ask(browser, 'application.modify', {
      body: { id: applicationId, ...submission(exam, line.candidateId, 'child') },
    });
  const own = { again, modify };
  const client = await databasePool().connect();
  await client.query('begin');
  await client.query('select from guardian_notice where application_id = $1 for update', [line.applicationId]);
  const answering: Promise<Answer>[] = [];
  for (const call of calling) {
    answering.push(call === 'again' || call === 'modify' ? own[call]() : calls[call](token));
    await expect.poll(locksAwaited, { interval: 10 }).toBe(answering.length);
  }
  await client.query('commit');
  client.release();
  return await Promise.all(answering);
}

/** What is kept of the answers: the agreements, the objections, and the messages to the account about them by each way. */
async function kept({ applicationId, browser }: Registered) {
  const [row] = await rowsOf(
    `select (select count(*)::integer from consent where application_id = $1 and statement_id = 'guardianAgreed') as agreements,
       (select count(*)::integer from consent_withdrawal ended join consent on consent.id = ended.consent_id
         where application_id = $1 and statement_id = 'guardianAgreed') as ended,
       (select count(*)::integer from rights_request where account_id = $2 and kind = 'Objection') as objections,
       (select coalesce(max(told), 0)::integer from (select count(*) as told from message
         where account_id = $2 and kind = 'guardianObjected' group by channel) by_channel) as told`,
    [applicationId, browser.accountId],
  );
  return row;
}

describe('answers of a guardian at once', () => {
  it.each([
    ['two agreements are one, and both hear when it was', ['agree', 'agree'], [200, 200], { agreements: 1 }],
    [
      'of two objections the second hears that the link is used up',
      ['object', 'object'],
      [200, 404],
      { objections: 1, told: 1 },
    ],
    [
      'who agreed may object all the same',
      ['agree', 'object'],
      [200, 200],
      { agreements: 1, ended: 1, objections: 1, told: 1 },
    ],
    [
      'who agrees after an objection hears that the link is used up',
      ['object', 'agree'],
      [200, 404],
      { objections: 1, told: 1 },
    ],
  ] as [string, Call[], number[], object][])(
    'have one outcome: %s [PIPL-31 call:guardian.agree call:guardian.object]',
    async (_, calling, statuses, outcome) => {
      const line = await givenOther(world);

      const answers = await atOnce(line, calling);

      expectExactly(answers.map(({ status }) => status)).toEqual(statuses);
      if (calling.every((call) => call === 'agree')) expectExactly(answers[1]?.body).toEqual(answers[0]?.body);
      expectExactly(await kept(line)).toEqual({ agreements: 0, ended: 0, objections: 0, told: 0, ...outcome });
      const waits = await rowsOf('select has_objected from guardian_wait where application_id = $1', [
        line.applicationId,
      ]);
      expectExactly(waits).toEqual(calling.includes('object') ? [{ has_objected: true }] : []);
    },
  );

  it.each([
    ['who agrees by a link that was just replaced hears that it is used up', ['again', 'agree'], [200, 404], 0],
    ['no link is sent again to who has just agreed', ['agree', 'again'], [200, 412], 1],
  ] as [string, Call[], number[], number][])(
    'and another link for it have one outcome: %s [PIPL-31 call:guardian.sendAgain]',
    async (_, calling, statuses, agreements) => {
      const line = await givenOther(world);

      const answers = await atOnce(line, calling);

      expectExactly(answers.map(({ status }) => status)).toEqual(statuses);
      expectExactly(await kept(line)).toEqual({ agreements, ended: 0, objections: 0, told: 0 });
      const waits = await rowsOf('select until from guardian_wait where application_id = $1', [line.applicationId]);
      expectExactly(waits).toHaveLength(1 - agreements);
    },
  );

  it.each([
    [
      'who agrees to an exam that becomes another in this moment is asked anew',
      ['agree', 'modify'],
      [200, 200],
      [1, 2],
    ],
    ['nobody agrees to the exam that it has just become', ['modify', 'agree'], [200, 412], [0, 1]],
  ] as [string, Call[], number[], [number, number]][])(
    'and another exam have one outcome: %s [PIPL-31 call:application.modify]',
    async (_, calling, statuses, [agreements, links]) => {
      const line = await givenOther(world);
      const before = await tokenOf(line);

      const answers = await atOnce(line, calling);

      expectExactly(answers.map(({ status }) => status)).toEqual(statuses);
      expectExactly(await kept(line)).toEqual({ agreements, ended: 0, objections: 0, told: 0 });
      expectExactly(new Set([before, await tokenOf(line)]).size).toBe(links);
      const waits = await rowsOf('select until from guardian_wait where application_id = $1', [line.applicationId]);
      expectExactly(waits).toHaveLength(1);
    },
  );

  it('of a crowd of taps are one agreement and one objection, whichever come first [PIPL-31]', async () => {
    const line = await givenOther(world);
    const token = await tokenOf(line);

    const answers = await Promise.all(
      (['agree', 'object', 'agree', 'object', 'agree', 'agree', 'object', 'agree'] as const).map((call) =>
        calls[call](token),
      ),
    );

    expectExactly(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
    const { agreements, ended, ...rest } = (await kept(line)) ?? {};
    // Nobody may have come to agree before the first objection.
    expectExactly([0, 1]).toContain(agreements);
    expectExactly(ended).toBe(agreements);
    expectExactly(rest).toEqual({ objections: 1, told: 1 });
  });
});
