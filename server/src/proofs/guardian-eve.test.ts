import { describe, expect, it } from 'vitest';
import { rowsOf } from '#testing';
import {
  askDue,
  examIn,
  givenAsked,
  givenOther,
  isWaitedFor,
  type Registered,
  registerAgain,
  renameGuardian,
  toldOf,
  tokenOf,
  useGuardians,
} from './guardian.testing.ts';
import { placeOrder } from './world.testing.ts';

const { world, calls } = useGuardians();

/** What was written about a registration, by kind, and until when it says that one can answer. */
const writtenTo = async ({ mobile }: Registered, objectId: string) =>
  (await toldOf(objectId))
    .filter(({ recipient }) => recipient === mobile)
    .map(({ kind, values }) => [kind, values.until]);

/** The account names its own number and registers the child for an exam that is tomorrow. */
async function orderedForTomorrow(line: Registered) {
  await renameGuardian(line, line.browser.phone);
  const { exam, begins } = await examIn(20);
  return { begins, ...(await registerAgain(line, exam)) };
}

describe('a guardian on the eve of an exam, once another is named', () => {
  it('is told, and a child under 14 for whom they never agreed waits for them until it begins [PIPL-31]', async () => {
    const { begins, ...next } = await orderedForTomorrow(await givenAsked(world));

    expect(await writtenTo(next, next.applicationId)).toEqual([['guardianReplaced', begins]]);
    expect(await isWaitedFor(next.applicationId)).toBe(true);
    expect((await calls.object(await tokenOf(next))).status).toBe(200);
  });

  it('reads in the message until when a child under 14 waits for them, where that is after the eve [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await renameGuardian(line, line.browser.phone);
    const next = await registerAgain(line, (await examIn(80)).exam);
    const [wait] = await rowsOf('select until from guardian_waits where object_id = $1', [next.applicationId]);

    expect(await writtenTo(next, next.applicationId)).toEqual([['guardianReplaced', wait?.['until']]]);
    expect((await calls.show(await tokenOf(next))).body).toMatchObject({ waitsUntil: wait?.['until'] });
  });

  it('is told, but not waited for where they agreed to an exam before: they may object until it begins [PIPL-31]', async () => {
    const line = await givenAsked(world);
    await calls.agree(await tokenOf(line));
    const { begins, ...next } = await orderedForTomorrow(line);
    const isWaiting = await isWaitedFor(next.applicationId);
    const shown = await calls.show(await tokenOf(next));
    const objected = await calls.object(await tokenOf(next));

    expect(await writtenTo(next, next.applicationId)).toEqual([['guardianReplaced', begins]]);
    expect(isWaiting).toBe(false);
    expect(shown.body).toMatchObject({ isReplaced: true, until: begins, waitsUntil: null });
    expect([objected.status, await isWaitedFor(next.applicationId)]).toEqual([200, true]);
  });
});

describe('the guardian of somebody of 14 to 17 on the eve of an exam', () => {
  it('is asked before anything goes on, though nobody waits for the answer any more [PIPL-31]', async () => {
    const { exam, begins } = await examIn(20);
    const line = await givenOther(world, { exam, dob: '2010-05-06' });
    await placeOrder(line.browser, line);
    const before = await isWaitedFor(line.applicationId);
    await askDue();

    expect(await writtenTo(line, line.applicationId)).toEqual([['guardianNotice', begins]]);
    expect([before, await isWaitedFor(line.applicationId)]).toEqual([true, false]);
    expect((await calls.object(await tokenOf(line))).status).toBe(200);
    expect(await isWaitedFor(line.applicationId)).toBe(true);
  });
});
