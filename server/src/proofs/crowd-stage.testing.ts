import { expect } from 'vitest';
import { examine } from '#privacy/doctor';
import { crons, tasks } from '#testing/app';
import { randomBetween } from '#platform/chance';
import { databasePool } from '#platform/database';
import type { TestApp } from '#testing/app';
import { startWorker } from '#platform/worker';
import {
  type Answer,
  ask,
  type Browser,
  givenCartLine,
  givenExam,
  givenSignedIn,
  givenWorkingCalendar,
  type SignedIn,
  type TestExam,
} from '#testing';
import { secondsTo } from '#testing';
import { today } from '#testing/bookings-desk';
import { startPaying } from '#testing/shopping';
import { openWorld, price, type World } from './world.testing.ts';

/** How many people do the same thing at the same moment. */
export const people = 32;

/** One thing that somebody does. */
export type Act = () => Promise<Pick<Answer, 'status' | 'body'>>;

/** People around one thing, and what the rules allow them to hear: `200`, or a status with its code such as `412 SEATS`. */
export type Scene = {
  acts: readonly Act[];
  allowed: readonly string[];
  /** What has to be true afterwards, whoever was first. */
  check?: (heard: readonly string[]) => Promise<void> | void;
};

/** The whole product, its jobs running. */
export type Stage = World & { server: TestApp; moveTo: (instant: string) => Promise<void> };

export type Row = { act: string; scene: (stage: Stage) => Promise<Scene> };

/** Opens the stage; for `beforeAll`. */
export async function openStage(): Promise<Stage> {
  const world = { servedToStaff: [], ...(await openWorld()) };
  await world.bank.moveClock(await secondsTo(today));
  await givenWorkingCalendar();
  const worker = await startWorker(tasks, crons);
  return {
    ...world,
    server: world,
    moveTo: async (instant) => await world.bank.moveClock(await secondsTo(instant)),
    close: async () => {
      await worker.stop();
      await world.close();
    },
  };
}

/** What everybody heard when all did it at once, in the order of the acts. */
export async function heardBy({ acts }: Scene): Promise<string[]> {
  const answers = await Promise.all(acts.map((act) => act()));
  return answers.map(({ status, body }) => (status < 300 ? String(status) : `${status} ${String(body['code'])}`));
}

/** How many heard each answer. */
export function tally(heard: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(heard, (each) => each)].map(([each, all]) => [each, all.length]));
}

/** Waits until no job is due; what is left runs later by its own plan. */
export async function settled(): Promise<void> {
  const due = () =>
    count(`graphile_worker.jobs where (run_at <= now() and attempts < max_attempts) or locked_at is not null`);
  await expect.poll(due, { interval: 20 }).toBe(0);
}

/** What the doctor finds in the database of this file. */
export const findings = async () => await examine(String(databasePool().options.connectionString));

/** Deadlocks that PostgreSQL has counted; connections report once a second at most, so the last file's end counts what is left. */
export async function deadlocks(): Promise<number> {
  return await count(`(select unnest(array_fill(0, array[deadlocks::integer])) from pg_stat_database
    where datname = current_database()) counted`);
}

/** How many rows. */
export async function count(from: string, values: unknown[] = []): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>(
    `select count(*)::integer as count from ${from}`,
    values,
  );
  return rows[0]?.count ?? -1;
}

/** Makes several of something, one after the other. */
export async function several<Made>(number: number, make: (index: number) => Promise<Made>): Promise<Made[]> {
  return await Promise.all(Array.from({ length: number }, (_, index) => make(index)));
}

/** Somebody with one line in the cart for each of these exams. */
export type Buyer = { browser: SignedIn; applicationIds: string[] };

/** A new account whose cart has a line of each of these exams; with a person's key they are of that person. */
export async function givenBuyer({ url }: Stage, exams: readonly TestExam[], personKey?: Buffer): Promise<Buyer> {
  const browser = await givenSignedIn(url);
  const applicationIds: string[] = [];
  for (const exam of exams)
    applicationIds.push(await givenCartLine(browser.accountId, exam, personKey ? { personKey } : {}));
  return { browser, applicationIds };
}

/** Orders everything in the cart, as the button does: with a key of its own. */
export function order(
  { browser, applicationIds }: { browser: Browser; applicationIds: string[] },
  key = crypto.randomUUID(),
): Act {
  const body = { applicationIds, totalPayAmount: applicationIds.length * price };
  return () => ask(browser, 'order.place', { body, headers: { 'idempotency-key': key } });
}

/** An exam and somebody who has ordered it. */
export async function givenOrdered(
  stage: Stage,
  exam?: TestExam,
): Promise<Buyer & { orderId: string; exam: TestExam; applicationId: string }> {
  const of = exam ?? (await givenExam({ seats: 100 }));
  const buyer = await givenBuyer(stage, [of]);
  const { body } = await order(buyer)();
  return { ...buyer, exam: of, orderId: String(body['id']), applicationId: buyer.applicationIds[0] ?? '' };
}

/** The same, paid; the server has been told when this returns. */
export async function givenPaid(stage: Stage, exam?: TestExam) {
  const ordered = await givenOrdered(stage, exam);
  const tradeNo = await startPaying(ordered);
  await stage.bank.settle(tradeNo, 'paid');
  return { ...ordered, tradeNo };
}

/** Waits a moment by chance, so that the acts of one scene meet in many ways. */
export const soon =
  (act: Act): Act =>
  async () => {
    await new Promise((resolve) => setTimeout(resolve, randomBetween(0, 40)));
    return await act();
  };

/** Does the same thing this many times. */
export const times = (number: number, act: Act): Act[] => Array.from({ length: number }, () => soon(act));

/** One value, called `value`, of the first row; '' where there is none. */
export async function valueOf(statement: string, values: unknown[] = []): Promise<string> {
  const { rows } = await databasePool().query<{ value: string }>(statement, values);
  return rows[0]?.value ?? '';
}
