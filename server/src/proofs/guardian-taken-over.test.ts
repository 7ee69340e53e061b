import { expect, it, describe } from 'vitest';
import { takeOverNotices } from '#privacy/rights';
import { randomDigits, randomId, randomToken } from '#platform/chance';
import { inTransaction } from '#platform/database';
import { guardianTokenHash } from '#people/guardians';
import { writeMessage } from '#people/messages';
import { blindIndex } from '#platform/vault';
import { rowsOf } from '#testing';
import { givenOther, isWaitedFor, registerAgain, toldOf, useGuardians } from './guardian.testing.ts';
import { meddle } from './world.testing.ts';

const { world, calls } = useGuardians();

type Old = { agreed?: true; leaving?: true; objected?: 'Received' | 'Refused'; takenBack?: true; replaced?: true };

/** A paid registration as an earlier version left it, its guardian told by a notice. @returns the secret of its link. */
async function givenOld({ agreed, leaving, objected, takenBack, replaced }: Old = {}) {
  const line = await givenOther(world);
  const { applicationId, browser, mobile } = line;
  await meddle(`update application set guardian_key = null where id = $1`, [applicationId]);
  await meddle('delete from guardian_case where account_id = $1', [browser.accountId]);
  const [id, token, requestId] = [randomId(), randomToken(16), randomId()];
  const messageId = await inTransaction((tx) =>
    writeMessage(tx, {
      kind: 'guardianNotice',
      values: { productName: 'TKT', until: '2027-01-01T00:00:00.000Z', token },
      key: `old:${id}`,
      objectId: id,
      accountId: null,
      channel: 'sms',
      recipient: mobile,
      language: 'zh',
    }),
  );
  const evidence = (statement: string) => `
    insert into consent select (jsonb_populate_record(consent, jsonb_build_object('id', gen_random_uuid(), 'statement_id', '${statement}',
      'given_at', app_now() - interval '1 hour'))).* from consent where application_id = $1 limit 1`;
  if (agreed) await meddle(evidence('guardianAgreed'), [applicationId]);
  if (leaving) await meddle(evidence('guardianLeaving'), [applicationId]);
  if (objected || takenBack)
    await meddle(
      `insert into rights_request (id, code, kind, status, account_id, received_at, alarm_at, due_at, answered_at)
       values ($1, $2, $3, $4, $5, app_now(), app_now() + interval '1 day', app_now() + interval '2 days', case when $4 = 'Refused' then app_now() end)`,
      [
        requestId,
        `D${randomDigits(12)}`,
        takenBack ? 'Withdrawal' : 'Objection',
        objected ?? 'Answered',
        browser.accountId,
      ],
    );
  if (takenBack)
    await meddle(
      `insert into consent_withdrawal (consent_id, request_id, withdrawn_at) select id, $2, app_now() from consent
       where application_id = $1 and statement_id = 'guardianAgreed'`,
      [applicationId, requestId],
    );
  await meddle(
    `insert into guardian_notice (id, message_id, application_id, token_hash, mobile_key, made_at, expires_at, must_agree, agreed_at,
       leaving_agreed_at, objected_at, request_id, replaced_at)
     values ($1, $2, $3, $4, $5, app_now() - interval '2 hours', app_now() + interval '90 days', true,
       (select given_at from consent where application_id = $3 and statement_id = 'guardianAgreed' and not $9),
       (select given_at from consent where application_id = $3 and statement_id = 'guardianLeaving'),
       case when $6 then app_now() - interval '1 minute' end, case when $6 then $7::uuid end, case when $8 then app_now() end)`,
    [
      id,
      messageId,
      applicationId,
      guardianTokenHash(token),
      blindIndex('guardian_notice.mobile', mobile),
      objected !== undefined,
      requestId,
      replaced === true,
      takenBack === true,
    ],
  );
  await meddle(
    `update application set status = 'Submitted', created_at = app_now() - interval '3 hours' where id = $1`,
    [applicationId],
  );
  return { line, token };
}

const said = async (accountId: string) =>
  (
    await rowsOf(
      `select answer.kind from guardian_case known join guardian_answer answer on answer.case_id = known.id
       where known.account_id = $1 order by answer.at, answer.kind`,
      [accountId],
    )
  ).map(({ kind }) => kind);

describe('what an earlier version kept of a guardian', () => {
  it.each([
    ['who has not answered', {}, ['asked'], [true, 200]],
    [
      'who agreed, and that the child leaves alone',
      { agreed: true, leaving: true },
      ['asked', 'agreed', 'leavingAgreed'],
      [false, 200],
    ],
    ['who took the agreement back', { agreed: true, takenBack: true }, ['asked', 'agreed', 'takenBack'], [true, 200]],
    ['who objected', { objected: 'Received' }, ['asked', 'objected'], [true, 200]],
    ['whose objection was refused', { objected: 'Refused' }, ['asked', 'objected', 'objectionRefused'], [true, 200]],
    ['for whom another is named now, and who has their time', { replaced: true }, ['asked'], [true, 404]],
  ] as [string, Old, string[], [boolean, number]][])(
    'is taken over, of one %s, once: the link that was sent opens as before [PIPL-31 F12]',
    async (_, old, answers, seen) => {
      const { line, token } = await givenOld(old);

      await takeOverNotices();
      await takeOverNotices();

      expect(await said(line.browser.accountId)).toEqual(answers);
      expect([await isWaitedFor(line.applicationId), (await calls.show(token)).status]).toEqual(seen);
    },
  );

  it('counts for what is registered next: whoever was told before is not asked under another key [PIPL-31]', async () => {
    const { line, token } = await givenOld();
    await takeOverNotices();
    await calls.agree(token);

    const next = await registerAgain(line);

    expect((await toldOf(next.applicationId)).map(({ recipient, kind }) => [recipient, kind])).toEqual([
      [line.mobile, 'guardianNotice'],
    ]);
  });
});
