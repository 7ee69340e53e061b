import { afterAll, beforeAll, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { ask, expectExactly, givenExam, givenSignedIn, type SignedIn, rowsOf } from '#testing';
import { addCandidate, openWorld, price, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await setClockOffset(0);
});
afterAll(() => world.close());

const rounds = 12;
const isDone = ({ status }: { status: number }) => status < 300;

/** The tables in which an account still has somebody who is in use. */
const namedOf = async ({ accountId }: SignedIn) =>
  (
    await rowsOf(
      `select 'candidate' as used_in from candidate where account_id = $1 and anonymised_at is null and deleted_at is null
       union all
       select 'application' from application where account_id = $1 and anonymised_at is null and deleted_at is null`,
      [accountId],
    )
  ).map((row) => row['used_in']);

/** Does two things in the same moment, this many times, each with an account of its own. @returns what the answers and rows were. */
async function sameMoment<Given extends { browser: SignedIn }>(
  given: () => Promise<Given>,
  acts: [ending: (it: Given) => Promise<{ status: number }>, beginning: (it: Given) => Promise<{ status: number }>],
) {
  const outcomes: { ended: boolean; begun: number; named: unknown[] }[] = [];
  for (let round = 0; round < rounds; round++) {
    const it = await given();
    const [ending, beginning] = await Promise.all(acts.map((act) => act(it)));
    expectExactly([ending?.status, beginning?.status]).not.toContain(500);
    outcomes.push({
      ended: !!ending && isDone(ending),
      begun: beginning?.status ?? 0,
      named: await namedOf(it.browser),
    });
  }
  return outcomes;
}

async function givenCandidate() {
  const browser = await givenSignedIn(world.url);
  return { browser, exam: await givenExam(), candidateId: await addCandidate(browser) };
}
async function givenLine() {
  const it = await givenCandidate();
  const line = await ask(it.browser, 'application.submit', { body: submission(it.exam, it.candidateId) });
  return { ...it, applicationId: String(line.body['id']) };
}

const remove = ({ browser, candidateId }: { browser: SignedIn; candidateId: string }) =>
  ask(browser, 'rights.askDeletion', { body: { candidateId } });
const takeOffList = ({ browser, candidateId }: { browser: SignedIn; candidateId: string }) =>
  ask(browser, 'candidate.delete', { params: { id: candidateId } });
const close = ({ browser }: { browser: SignedIn }) => ask(browser, 'user.closeAccount', {});

it.each([
  ['on the page of their rights', remove],
  ['on the list', takeOffList],
])(
  'somebody who is deleted %s in the moment of a registration is registered or gone, never both [PIPL-47]',
  async (_, end) => {
    const outcomes = await sameMoment(givenCandidate, [
      end,
      ({ browser, exam, candidateId }) => ask(browser, 'application.submit', { body: submission(exam, candidateId) }),
    ]);

    expectExactly(outcomes.every(({ ended, named }) => ended && named.length === 0)).toBe(true);
    expectExactly(outcomes.filter(({ begun }) => ![200, 404].includes(begun))).toEqual([]);
  },
);

it('somebody who is deleted in the moment of an order is ordered for, or gone [PIPL-47]', async () => {
  const outcomes = await sameMoment(givenLine, [
    remove,
    ({ browser, applicationId }) =>
      ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: price } }),
  ]);

  expectExactly(
    outcomes.map(({ ended, begun }) => [ended, begun === 200]).filter(([gone, ordered]) => gone === ordered),
  ).toEqual([]);
  expectExactly(outcomes.filter(({ ended, named }) => ended && named.length > 0)).toEqual([]);
});

it('somebody who is taken off the list in the moment of an order is ordered for, and kept for it, or gone with their line [PIPL-47 R-28]', async () => {
  const outcomes = await sameMoment(givenLine, [
    takeOffList,
    ({ browser, applicationId }) =>
      ask(browser, 'order.place', { body: { applicationIds: [applicationId], totalPayAmount: price } }),
  ]);

  expectExactly(outcomes.map(({ ended }) => ended)).toEqual(outcomes.map(() => true));
  expectExactly(
    outcomes.map(({ begun, named }) => [begun === 200, named.length > 0]).filter(([ordered, kept]) => ordered !== kept),
  ).toEqual([]);
});

it('an account that is closed in the moment of a registration keeps nobody in its cart and its list [R-25]', async () => {
  const registration = await sameMoment(givenCandidate, [
    close,
    ({ browser, exam, candidateId }) => ask(browser, 'application.submit', { body: submission(exam, candidateId) }),
  ]);
  const addition = await sameMoment(
    async () => ({ browser: await givenSignedIn(world.url) }),
    [
      close,
      async ({ browser }) => ({
        status: await addCandidate(browser).then(
          () => 200,
          () => 401,
        ),
      }),
    ],
  );

  for (const outcomes of [registration, addition])
    expectExactly(outcomes.filter(({ ended, named }) => ended && named.length > 0)).toEqual([]);
  expectExactly(registration.filter(({ ended }) => ended).length).toBeGreaterThan(0);
});
