import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayBePassedOn } from '#people/consents';
import { randomDigits } from '#platform/chance';
import { databasePool, reading } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { ask, rowsOf } from '#testing';
import { asGuardian, type guardianCalls, toldOf } from './guardian.testing.ts';
import {
  alone,
  correct,
  doubted,
  givenPaid,
  leaveAlone,
  letterVersion,
  linkTo,
  note,
  openLeaving,
  seen,
  tokenOf,
} from './leaving.testing.ts';
import type { World } from './world.testing.ts';

let world: World;
let calls: ReturnType<typeof guardianCalls>;
beforeAll(async () => {
  ({ world, calls } = await openLeaving());
});
afterAll(() => world.close());

describe('a child who is to leave alone', () => {
  it('is collected until the guardian, who is told anew, has agreed to that by the link [R-27 PIPL-31 6.1]', async () => {
    const line = await givenPaid();
    const first = await tokenOf(line);
    await calls.agree(first);

    await leaveAlone(line);
    const before = await seen(line);
    const [second, version] = [await tokenOf(line), await letterVersion(line)];
    const shown = await calls.show(second);
    const again = await calls.agree(second);
    const stillDoubted = await seen(line);
    const outdated = await calls.agreeToLeaving(second, '2020-01');
    const agreed = await calls.agreeToLeaving(second);
    const twice = await calls.agreeToLeaving(second);

    expect([before, stillDoubted, await seen(line)]).toEqual([doubted, doubted, alone]);
    expect(second).not.toBe(first);
    expect(shown.body).toMatchObject({ agreedAt: expect.any(String), leaving: { agreedAt: null } });
    expect([again.body['leavingAgreedAt'], outdated.body['code']]).toEqual([null, 'CONSENT_OUTDATED']);
    expect(twice.body).toEqual(agreed.body);
    expect(await letterVersion(line)).toBe(version + 1);
    const kept = await rowsOf(
      `select statement_id from consent where application_id = $1 and statement_id = 'guardianLeaving'`,
      [line.applicationId],
    );
    expect(kept).toHaveLength(1);
    // Chosen once more, it is not asked once more.
    await leaveAlone(line);
    expect(await tokenOf(line)).toBe(second);
  });

  it('has its guardian told once while they are waited for: the link that they have says how it leaves [R-27]', async () => {
    const line = await givenPaid();
    const token = await tokenOf(line);

    await leaveAlone(line);
    const shown = await calls.show(token);
    await calls.agreeToLeaving(token);

    expect(await tokenOf(line)).toBe(token);
    expect(shown.body).toMatchObject({ agreedAt: null, leaving: { agreedAt: null } });
    expect(await seen(line)).toEqual(alone);
  });

  it('may be agreed to at the moment at which the family chooses it anew: neither waits for the other for ever [R-27]', async () => {
    const line = await givenPaid();
    await calls.agree(await tokenOf(line));
    await leaveAlone(line);
    const token = await tokenOf(line);
    const other = await databasePool().connect();
    // Whoever keeps a consent waits, with what they have locked until then.
    await other.query('begin; lock table consent in share mode');

    const agreeing = calls.agreeToLeaving(token);
    await expect.poll(locksAwaited, { interval: 10 }).toBe(1);
    const choosing = leaveAlone(line);
    await expect.poll(locksAwaited, { interval: 10 }).toBe(2);
    await other.query('commit');
    other.release();

    expect([(await agreeing).status, (await choosing).status]).toEqual([200, 200]);
    expect(await seen(line)).toEqual(alone);
  });

  it('is collected again once the guardian objects, or takes the agreement back [R-27 PIPL-15 PIPL-31]', async () => {
    const [objected, withdrawn] = [await givenPaid(), await givenPaid()];
    for (const line of [objected, withdrawn]) {
      await leaveAlone(line);
      await calls.agreeToLeaving(await tokenOf(line));
    }
    const version = await letterVersion(withdrawn);
    const [consent] = await rowsOf(
      `select id from consent where application_id = $1 and statement_id = 'guardianLeaving'`,
      [withdrawn.applicationId],
    );

    await calls.object(await tokenOf(objected));
    await asGuardian(withdrawn, () =>
      ask(withdrawn.browser, 'consent.withdraw', { params: { id: String(consent?.['id']) } }),
    );

    const { rows } = await reading((tx) =>
      sql<{
        may: boolean;
      }>`select ${mayBePassedOn(sql`consent.application_id = ${withdrawn.applicationId}`)} as may`.execute(tx),
    );
    // The child sits the exam all the same.
    expect(rows).toEqual([{ may: true }]);
    expect(await seen(objected)).toEqual(doubted);
    expect(await seen(withdrawn)).toEqual(doubted);
    expect(await letterVersion(withdrawn)).toBe(version + 1);
  });

  it('does so by the tick of the holder of the account who is the guardian, until that is withdrawn [R-27 6.1]', async () => {
    const line = await givenPaid(true);

    await leaveAlone(line);
    const agreed = await seen(line);
    const [consent] = await rowsOf(
      `select id from consent where application_id = $1 and statement_id = 'guardianship' order by given_at desc limit 1`,
      [line.applicationId],
    );
    await ask(line.browser, 'consent.withdraw', { params: { id: String(consent?.['id']) } });

    expect([agreed, await seen(line)]).toEqual([alone, doubted]);
  });

  it('does so where staff have noted which guardian consented [R-27]', async () => {
    const line = await givenPaid();
    await note(line);

    expect(await seen(line)).toEqual(alone);
  });

  it('does so by that note however often the family chooses, until the guardian is corrected to another [R-27]', async () => {
    const line = await givenPaid();
    await note(line);
    const [links] = [await tokenOf(line)];

    await ask(line.browser, 'application.changePickup', {
      body: { applicationId: line.applicationId, leaveAlone: false },
    });
    const chosenAnew = await leaveAlone(line);
    const stillNoted = await seen(line);
    const corrected = await correct(line, line.mobile ?? '', 2);

    expect([chosenAnew.status, stillNoted, corrected.status]).toEqual([200, alone, 200]);
    // The same number, and it is the mother’s: the father was who consented.
    expect(await seen(line)).toEqual(doubted);
    expect(await tokenOf(line)).toBe(links);
  });

  it('is in doubt once a consent is taken back after that note, and the guardian is asked when the family chooses anew [R-27 PIPL-15]', async () => {
    const line = await givenPaid();
    await leaveAlone(line);
    await calls.agreeToLeaving(await tokenOf(line));
    await note(line);
    const [consent] = await rowsOf(
      `select id from consent where application_id = $1 and statement_id = 'guardianLeaving'`,
      [line.applicationId],
    );
    await asGuardian(line, () => ask(line.browser, 'consent.withdraw', { params: { id: String(consent?.['id']) } }));
    const withdrawn = await seen(line);
    const before = await tokenOf(line);

    await ask(line.browser, 'application.changePickup', {
      body: { applicationId: line.applicationId, leaveAlone: false },
    });
    await leaveAlone(line);
    const asked = await tokenOf(line);
    await calls.agreeToLeaving(asked);

    expect([withdrawn, await seen(line)]).toEqual([doubted, alone]);
    expect(asked).not.toBe(before);
  });

  it('is asked about once a link goes: choosing again, or in vain, counts no message [R-27]', async () => {
    const line = await givenPaid();
    await calls.agree(await tokenOf(line));
    const refused = () =>
      ask(line.browser, 'application.changePickup', { body: { applicationId: line.applicationId, leaveAlone: true } });
    const before = [];
    for (let time = 0; time < 6; time++) before.push((await refused()).status);

    const answers = [];
    for (let time = 0; time < 7; time++) answers.push((await leaveAlone(line)).status);

    expect([...new Set(before)]).toEqual([412]);
    expect([...new Set(answers)]).toEqual([200]);
  });
});

describe('a guardian who is corrected to another', () => {
  it('is told and asked, and what the one before agreed to, or agrees to later, lets nobody leave alone [R-27 PIPL-31]', async () => {
    const line = await givenPaid();
    await leaveAlone(line);
    const before = await tokenOf(line);
    await calls.agreeToLeaving(before);
    const agreed = await seen(line);

    const mobile = `139${randomDigits(8)}`;
    const corrected = await correct(line, mobile);
    const links = await toldOf(line.applicationId);
    const now = links.find(({ recipient }) => recipient === mobile)?.values.token ?? '';
    const meanwhile = await seen(line);
    const late = [await calls.show(before), await calls.agreeToLeaving(before), await calls.object(before)];
    const still = await seen(line);
    const shown = await calls.show(now);
    await calls.agreeToLeaving(now);

    expect([agreed, corrected.status, meanwhile, still]).toEqual([alone, 200, doubted, doubted]);
    expect(links).toHaveLength(2);
    expect(late.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(shown.body).toMatchObject({ agreedAt: null, leaving: { agreedAt: null } });
    expect(await seen(line)).toEqual(alone);
  });

  it('is the holder of the account by the account’s own number: their tick lets the child leave alone [R-27]', async () => {
    const line = await givenPaid();
    await calls.agree(await tokenOf(line));
    await correct(line, line.browser.phone);

    expect((await leaveAlone(line)).status).toBe(200);
    expect(await seen(line)).toEqual(alone);
  });

  it('or one who tells staff that the child may leave alone ends the doubt [R-27]', async () => {
    const line = await givenPaid();
    await leaveAlone(line);
    const before = await seen(line);
    const noted = await note(line);

    expect([before, noted.status, await seen(line)]).toEqual([doubted, 200, alone]);
  });

  it('outlives no note of staff that names the one before [R-27]', async () => {
    const line = await givenPaid();
    await note(line);
    await correct(line, `139${randomDigits(8)}`, 2);

    expect(await seen(line)).toEqual(doubted);
  });

  it('is asked anew when named again; nobody else’s withdrawal ends what they agree to [R-27 PIPL-15]', async () => {
    const [agreed, unasked] = [await givenPaid(), await givenPaid()];
    await leaveAlone(agreed);
    await calls.agreeToLeaving(await tokenOf(agreed));
    await calls.agree(await tokenOf(unasked));
    const other = `139${randomDigits(8)}`;
    for (const line of [agreed, unasked]) await correct(line, other);
    await calls.agreeToLeaving(await linkTo(agreed, other));
    const byOther = await seen(agreed);
    const [first] = await rowsOf(
      `select id from consent where application_id = $1 and statement_id = 'guardianLeaving' order by given_at limit 1`,
      [agreed.applicationId],
    );
    await asGuardian(agreed, () => ask(agreed.browser, 'consent.withdraw', { params: { id: String(first?.['id']) } }));
    const stillByOther = await seen(agreed);
    await leaveAlone(unasked);
    const before = [await linkTo(agreed, agreed.mobile ?? ''), await linkTo(unasked, unasked.mobile ?? '')];

    for (const line of [agreed, unasked]) await correct(line, line.mobile ?? '', 2);
    const back = await seen(agreed);
    const asked = [await linkTo(agreed, agreed.mobile ?? ''), await linkTo(unasked, unasked.mobile ?? '')];
    for (const token of asked) await calls.agreeToLeaving(token);

    expect([byOther, stillByOther, back, await seen(agreed), await seen(unasked)]).toEqual([
      alone,
      alone,
      doubted,
      alone,
      alone,
    ]);
    expect(new Set([...before, ...asked]).size).toBe(4);
  });
});
