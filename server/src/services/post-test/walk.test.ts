import { applicationStates } from '@exam/contract/machines';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { ask, givenStaff, type SignedInStaff } from '#testing';
import { type Asked, confirm, type Desk, givenPaid, openDesk, statusOf, today } from '#testing/post-test-desk';
import { askToCancel, atTheDesk } from '#testing/post-test-staff';

let desk: Desk;
let officer: SignedInStaff;
beforeAll(async () => {
  desk = await openDesk();
  officer = await givenStaff(desk.server.consoleUrl);
});
afterAll(() => desk.close());
beforeEach(() => desk.moveTo(today));

const { act, send } = atTheDesk(() => officer);

const confirmed = { components: [{ position: 0, outcome: 'Confirmed' }], isGradeChanged: false };
const reason = 'Because of the test';

/** Every act of the table on a request; each gives whether it was done. */
const acts: Record<string, (asked: Asked) => Promise<{ status: number }>> = {
  save: ({ browser, id, board }) =>
    ask(browser, 'postTest.saveDraft', { body: { id, serviceId: board.services.review, candidateNumber: '4321' } }),
  delete: ({ browser, id }) => ask(browser, 'postTest.deleteDraft', { params: { id } }),
  requestCancellation: (asked) => askToCancel(asked),
  approveCancellation: ({ id }) => act('postTests.approveCancellation', id),
  rejectCancellation: ({ id }) => act('postTests.rejectCancellation', id, { reason }),
  send: (asked) => send(asked),
  refuse: ({ id }) => act('postTests.refuse', id, { isProviderCause: false, reason }),
  complete: ({ id }) => act('postTests.complete', id, confirmed),
  correct: ({ id }) => act('postTests.correct', id, { ...confirmed, reason }),
};

/** What the table allows in each state. Confirming one that waits for its payment gives its order again. */
const table: Record<(typeof applicationStates)[number], readonly string[]> = {
  Initiated: ['save', 'delete'],
  Submitted: [],
  Registered: ['requestCancellation', 'send', 'refuse'],
  RegisteredCancellationRequested: ['approveCancellation', 'rejectCancellation'],
  RegisteredCancellationRejected: [],
  Withdrawn: [],
  Cancelled: [],
  Expired: ['delete'],
  Processing: ['refuse', 'complete'],
  Complete: ['correct'],
  ApplicationRejected: [],
};

/** Brings a paid request into a state as the table's own events do. */
const into: Partial<Record<keyof typeof table, (asked: Asked) => Promise<unknown>>> = {
  RegisteredCancellationRequested: (asked) => askToCancel(asked),
  Cancelled: async (asked) => {
    await askToCancel(asked);
    return await act('postTests.approveCancellation', asked.id);
  },
  Processing: (asked) => send(asked),
  Complete: async (asked) => {
    await send(asked);
    return await act('postTests.complete', asked.id, confirmed);
  },
  ApplicationRejected: ({ id }) => act('postTests.refuse', id, { isProviderCause: false, reason }),
};

/** A request in a state: by its events, or written down where no paid request comes there. */
async function givenIn(status: keyof typeof table): Promise<Asked> {
  const asked = await givenPaid(desk);
  await into[status]?.(asked);
  if ((await statusOf(asked.id)) !== status)
    await databasePool().query('update post_test set status = $2 where id = $1', [asked.id, status]);
  return asked;
}

const reachable = applicationStates.filter(
  (status) => status !== 'Withdrawn' && status !== 'RegisteredCancellationRejected',
);

describe('every state of a request', () => {
  it.each(reachable)(
    'allows in %s exactly the acts of the table and changes nothing otherwise [9.6 9.6#8 9.6#9 9.6#10 9.6#11 9.6#12 9.6#13]',
    async (status) => {
      let asked = await givenIn(status);
      const done: string[] = [];
      for (const [name, perform] of Object.entries(acts)) {
        const { status: answer } = await perform(asked);
        if (answer < 300) {
          done.push(name);
          asked = await givenIn(status);
        } else expect([await statusOf(asked.id), answer], name).toEqual([status, expect.any(Number)]);
      }
      expect(done).toEqual(table[status]);
    },
  );

  it('is not confirmed again once it is paid, and gives its order while it waits [9.6#4]', async () => {
    const answers: Record<string, number> = {};
    for (const status of reachable) answers[status] = (await confirm(await givenIn(status))).status;
    const taken = Object.entries(answers).filter(([, answer]) => answer === 200);
    // The orders of these are paid, so even the one that waits has none to give.
    expect(taken.map(([status]) => status)).toEqual(['Initiated']);
  });
});
