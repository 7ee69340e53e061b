import { expect } from 'vitest';
import { sql } from 'kysely';
import { mayBePassedOn } from '#people/consents';
import { leavingDoubted } from '#people/guardians';
import { reading } from '#platform/database';
import { ask, askStaff, givenExam, givenStaff, rowsOf, type TestExam } from '#testing';
import { expire, startPaying } from '#testing/shopping';
import { asGuardian, askDue, givenOther, type Registered } from './guardian.testing.ts';
import { meddle, placeOrder, submission, type World } from './world.testing.ts';

/** What happens to orders of one world whose time to pay has run out. */
export function lapsedIn(world: World) {
  /** A child whose order lapsed while a payment for it was begun. */
  async function givenLapsed(shared: Parameters<typeof givenOther>[1] = {}) {
    const line = await givenOther(world, shared);
    return { line, ...(await orderAndLapse(line)) };
  }

  /** Orders what is in the cart and lets its time to pay run out, with a payment begun. `payLate`: its money comes after all (S-3). */
  async function orderAndLapse(line: Registered) {
    const { browser } = line;
    const orderId = await placeOrder(browser, line);
    await askDue();
    const tradeNo = await startPaying({ browser, orderId });
    await expire(world.bank, { orderId });
    const reorder = async () => {
      const { status, text } = await ask(browser, 'application.reorder', { query: { orderId } });
      const { cloned = [], skipped = [] } = JSON.parse(text);
      return { ...line, status, applicationId: String(cloned[0]?.applicationId), reason: skipped[0]?.reason };
    };
    const payLate = async () => {
      await world.bank.settle(tradeNo, 'late');
      await askDue();
    };
    return { reorder, payLate };
  }

  /** Has everything about a child erased, as far as it need not be kept. @returns how staff refuse that, who give it back. */
  async function eraseChild({ browser, candidateId }: Registered) {
    const { body, text } = await ask(browser, 'rights.askDeletion', { body: { candidateId } });
    const refusing = { params: { id: String(body['id']) }, body: { version: 1, reason: 'It was paid meanwhile.' } };
    return async () => {
      const staff = await givenStaff(world.consoleUrl);
      const { status } = await askStaff(staff, 'rights.refuse', refusing);
      expect(status, text).toBe(204);
      await askDue();
    };
  }
  return { givenLapsed, orderAndLapse, eraseChild };
}

/** Takes a line out of the cart, as its owner does. */
export const remove = ({ browser, applicationId }: Registered) =>
  ask(browser, 'application.delete', { params: { id: applicationId } });

/** Makes a line one for this exam. */
export const makeOne = async (exam: TestExam, { browser, candidateId, applicationId }: Registered) =>
  await ask(browser, 'application.modify', { body: { id: applicationId, ...submission(exam, candidateId, 'child') } });

/** Makes a line one for another exam. */
export const makeAnother = async (line: Registered) => await makeOne(await givenExam(), line);

/** Lets a line lie in the cart until the next sweep takes it. */
export const ageInCart = async ({ applicationId }: Registered) =>
  await meddle(`update application set created_at = app_now() - interval '91 days' where id = $1`, [applicationId]);

/** Whether what was consented to for it still holds, as an entry to the awarding body asks. */
export const isPassedOn = async ({ applicationId }: Registered) =>
  await reading(async (tx) => {
    const { rows } = await sql<{ is: boolean }>`
      select ${mayBePassedOn(sql`consent.application_id = ${applicationId}`)} as is`.execute(tx);
    return rows[0]?.is;
  });

/** Whether it is in doubt that the child may leave alone. */
export const isDoubted = async ({ applicationId }: Registered) =>
  await reading(async (tx) => (await leavingDoubted(tx, [applicationId])).has(applicationId));

/** Takes back a statement that was agreed to for a registration, as the holder of the account does; what a guardian agreed to as that guardian. */
export async function takeBack(line: Registered, statement: string) {
  const { browser, applicationId } = line;
  const given = await rowsOf('select id from consent where application_id = $1 and statement_id = $2', [
    applicationId,
    statement,
  ]);
  expect(given).not.toEqual([]);
  for (const { id } of given) {
    const act = () => ask(browser, 'consent.withdraw', { params: { id: String(id) } });
    const { status, text } = await (statement.startsWith('guardian') ? asGuardian(line, act) : act());
    expect(status, text).toBe(200);
  }
}

/** The status of a registration. */
export const statusOf = async ({ applicationId }: Registered) =>
  (await rowsOf('select status from application where id = $1', [applicationId]))[0]?.['status'];

/** The ids of the lines in its cart. */
export const cartOf = async ({ browser }: Registered) => {
  const { text } = await ask(browser, 'application.cart', { body: {} });
  return JSON.parse(text).list.map(({ applicationId }: { applicationId: string }) => applicationId);
};
