import { describe, expect, it } from 'vitest';
import { randomDigits } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { clearLimit, noteTake } from '#platform/limits';
import { ask, givenExam, givenSignedIn, rowsOf, type SignedIn } from '#testing';
import { addChild, toldOf, useGuardians } from './guardian.testing.ts';
import { submission } from './world.testing.ts';

const { world } = useGuardians();

/** Registers a child whose guardian has a number that nobody named before. */
async function registerChild(browser: SignedIn, caller: string) {
  const exam = await givenExam();
  const child = await addChild(browser, `137${randomDigits(8)}`);
  return await ask(browser, 'application.submit', {
    body: submission(exam, child, 'child'),
    headers: { 'x-forwarded-for': caller },
  });
}

const linesOf = ({ accountId }: SignedIn) => rowsOf('select id from application where account_id = $1', [accountId]);

describe('text messages to guardians', () => {
  it('end after fifty an hour of one account: the next registration is refused and not kept, and made once it is time [T1 PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    await noteTake('guardianNotice.account', browser.accountId, 49);

    const last = await registerChild(browser, '198.51.100.31');
    const refused = await registerChild(browser, '198.51.100.32');
    const kept = await linesOf(browser);
    const other = await registerChild(await givenSignedIn(world.url), '198.51.100.33');
    await clearLimit('guardianNotice.account', browser.accountId);
    const later = await registerChild(browser, '198.51.100.34');

    expect([last.status, refused.status, other.status, later.status]).toEqual([200, 429, 200, 200]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(kept).toEqual([{ id: last.body['id'] }]);
  });

  it('end after a hundred an hour of one address, whatever the accounts [T1 PIPL-31]', async () => {
    await setClockOffset(0);
    await noteTake('guardianNotice.ip', '198.51.100.41', 99);

    const statuses = [];
    for (let registered = 0; registered < 2; registered++)
      statuses.push((await registerChild(await givenSignedIn(world.url), '198.51.100.41')).status);

    expect(statuses).toEqual([200, 429]);
  });

  it('go later, and none is lost, while the whole site has sent too many [T1 PIPL-31]', async () => {
    await setClockOffset(0);
    const browser = await givenSignedIn(world.url);
    const part = String(Number.parseInt(browser.accountId.slice(0, 8), 16) % 16);
    await noteTake('guardianNotice.all', part, 200);

    const { status, body } = await registerChild(browser, '198.51.100.51');
    await clearLimit('guardianNotice.all', part);
    const [message, ...more] = await toldOf(String(body['id']));
    const [notice] = await rowsOf(
      'select extract(epoch from made_at - app_now())::int as seconds from guardian_notice where application_id = $1',
      [body['id']],
    );

    expect([status, more, message?.recipient]).toEqual([200, [], expect.stringMatching(/^137\d{8}$/)]);
    expect(Number(notice?.['seconds'])).toBeGreaterThan(3500);
  });
});
