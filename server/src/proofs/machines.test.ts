import {
  type Actor,
  applicationMachine,
  arrangementMachine,
  attendanceMachine,
  catalogueDraftMachine,
  letterMachine,
  next,
  orderMachine,
  paymentAttemptMachine,
  proposalMachine,
  refundMachine,
  sessionMachine,
} from '@exam/contract/machines';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool, inTransaction } from '#platform/database';
import { type StatusTable, transition } from '#platform/transition';
import { givenHousehold, type Household, meddle, openWorld, type World } from './world.testing.ts';

let world: World;
let home: Household;
let attemptId: string;
const refundId = randomId();
const proposalId = randomId();
const catalogueDraftId = randomId();
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
  const { orderId } = home.paid;
  attemptId = await one('select id::text as value from payment_attempt where order_id = $1', [orderId]);
  await meddle(
    `insert into refund (id, order_id, serial_number, status, cause, policy_row, amount, submitted_at)
     values ($1, $2, 'R1', 'Pending', 'cancellation', 'P0', 0, app_now())`,
    [refundId, orderId],
  );
  await meddle(
    `insert into proposal (id, kind, object_id, payload, reason, status, proposed_by, proposed_by_name, proposed_at, expires_at)
     values ($1, 'any', $2, '{}', 'a reason', 'Open', $2, 'Officer', app_now(), app_now() + interval '7 days')`,
    [proposalId, orderId],
  );
  await meddle(
    `insert into catalogue_draft (id, object_kind, object_id, is_new, status, changes, editors, editor_names, saved_at)
     values ($1, 'product', $2, false, 'Draft', '{}', '{}', '{}', app_now())`,
    [catalogueDraftId, home.paid.exam.productId],
  );
  await meddle(`insert into attendance (id, status) values ($1, 'Expected')`, [home.cart.applicationId]);
  await meddle(
    `insert into special_arrangement (id, status, decided_at, conditions_sealed) values ($1, 'Open', app_now(), '')`,
    [home.cart.applicationId],
  );
});
afterAll(() => world.close());

type Subject = {
  name: string;
  machine: {
    states: readonly string[];
    events: Readonly<Record<string, { from: readonly string[]; to: string; by: readonly Actor[] }>>;
  };
  table: StatusTable;
  column?: 'email_status';
  /** A row of the table. */
  id: () => string;
};

/** Every machine of the contract and a row that it moves. */
const subjects: readonly Subject[] = [
  { name: 'an application', machine: applicationMachine, table: 'application', id: () => home.cart.applicationId },
  { name: 'an order', machine: orderMachine, table: 'exam_order', id: () => home.pending.orderId },
  { name: 'a payment attempt', machine: paymentAttemptMachine, table: 'payment_attempt', id: () => attemptId },
  { name: 'a refund', machine: refundMachine, table: 'refund', id: () => refundId },
  { name: 'a proposal', machine: proposalMachine, table: 'proposal', id: () => proposalId },
  {
    name: 'a change to the catalogue',
    machine: catalogueDraftMachine,
    table: 'catalogue_draft',
    id: () => catalogueDraftId,
  },
  { name: 'a session', machine: sessionMachine, table: 'exam_session', id: () => home.cart.exam.sessionId },
  { name: 'an attendance', machine: attendanceMachine, table: 'attendance', id: () => home.cart.applicationId },
  {
    name: 'a special arrangement',
    machine: arrangementMachine,
    table: 'special_arrangement',
    id: () => home.cart.applicationId,
  },
  {
    name: 'a letter',
    machine: letterMachine,
    table: 'application',
    column: 'email_status',
    id: () => home.cart.applicationId,
  },
];

const actors: readonly Actor[] = ['candidate', 'staff', 'system', 'gateway'];

function actorOf(kind: Actor): Parameters<typeof transition>[2]['actor'] {
  return kind === 'candidate' || kind === 'staff' ? { kind, id: randomId() } : { kind };
}

async function one(text: string, values: unknown[]): Promise<string> {
  const { rows } = await databasePool().query<{ value: string }>(text, values);
  return String(rows[0]?.value);
}

describe('the states in the database', () => {
  it.each(subjects)('of $name are exactly those of its table', async ({ machine, table, column = 'status' }) => {
    const definition = await one(
      `select pg_get_constraintdef(oid) as value from pg_constraint
       where conrelid = $1::regclass and contype = 'c' and pg_get_constraintdef(oid) ~ $2`,
      [table, `CHECK \\(\\(${column} = ANY`],
    );

    const allowed = [...definition.matchAll(/'(\w+)'/g)].map((match) => String(match[1]));
    expect(new Set(allowed)).toEqual(new Set(machine.states));
  });
});

describe('the one writer of states', () => {
  it.each(subjects)(
    'moves $name as its table says, for every state, event and actor, and refuses all else untouched',
    async ({ machine, table, column, id }) => {
      const field = column ?? 'status';
      const seen = async () => [
        await one(`select ${field} as value from ${table} where id = $1`, [id()]),
        await one('select count(*)::text as value from history where object_id = $1', [id()]),
      ];

      for (const state of machine.states) {
        for (const event of Object.keys(machine.events)) {
          for (const kind of actors) {
            await meddle(`update ${table} set ${field} = $1 where id = $2`, [state, id()]);
            const [, histories] = await seen();
            const change = { table, kind: 'proof', id: id(), event, actor: actorOf(kind) };
            const moving = inTransaction((tx) => transition(tx, machine, column ? { ...change, column } : change));
            const outcome = await moving.then(({ to }) => to).catch((error: unknown) => error);

            const where = `${state} ${event} ${kind}`;
            const wanted = next({ initial: '', ...machine }, state, event, kind);
            if (wanted === null) {
              expect(outcome, where).toMatchObject({ code: 'ILLEGAL_STATE', status: 412 });
              expect(await seen(), where).toEqual([state, histories]);
            } else {
              expect(outcome, where).toBe(wanted);
              expect(await seen(), where).toEqual([wanted, String(Number(histories) + 1)]);
            }
          }
        }
      }
    },
  );
});
