import { addSeconds, keptUntilAfter } from '@exam/contract/rules';
import { randomDigits, randomId } from '#platform/chance';
import { setClockOffset } from '#platform/clock';
import { childConsents, ask, givenExam, givenSignedIn, moveClockTo, type SignedIn, rowsOf } from '#testing';
import { meddle, price, submission, type World } from './world.testing.ts';

/** An order of two children with marks of their own that nobody paid; how it ended, and what it is at the channel. */
export type Lapsed = {
  browser: SignedIn;
  orderId: string;
  applicationIds: string[];
  sessionIds: string[];
  candidateId: string;
  marks: string[];
  tradeNo: string;
  /** The end of its time to pay. */
  lapsedAt: string;
  /** The first moment at which it goes. */
  end: string;
};

/** Puts two registrations of one child into an order and begins to pay it. It still waits. */
export async function givenWaiting(world: World): Promise<Lapsed> {
  await setClockOffset(0);
  const browser = await givenSignedIn(world.url);
  const marks = { lastName: `Q${letters()}`, firstName: `X${letters()}`, mobile: `139${randomDigits(8)}` };
  const guardianModel = {
    name: '王建国',
    idType: 'Passport',
    idNo: 'G12345678',
    mobile: '13800138000',
    type: 'Father',
  };
  const document = { idType: 'Passport', idNo: `E${randomDigits(8)}`, gender: 'Male', dob: '2014-05-06' };
  const added = await ask(browser, 'candidate.add', {
    body: { ...marks, ...document, guardianModel, consents: childConsents },
  });
  const candidateId = String(added.body['id']);
  // Otherwise the child goes from the list after a day: no guardian has agreed (decision 0077).
  await meddle('update candidate_guardian set is_elsewhere = false where candidate_id = $1', [candidateId]);
  const [applicationIds, sessionIds] = [[] as string[], [] as string[]];
  for (const exam of [await givenExam(), await givenExam()]) {
    const { body, text } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
    if (typeof body['id'] !== 'string') throw new Error(text);
    applicationIds.push(body['id']);
    sessionIds.push(exam.sessionId);
  }
  const placed = await ask(browser, 'order.place', { body: { applicationIds, totalPayAmount: 2 * price } });
  const orderId = String(placed.body['id']);
  const { body } = await ask(browser, 'payment.start', { body: { orderId, paymentType: 'ALI_SCANCODE_PAY' } });
  const [row] = await rowsOf('select payment_end_at from exam_order where id = $1', [orderId]);
  const lapsedAt = String(row?.['payment_end_at']);
  const end = keptUntilAfter('lapsedOrder', lapsedAt);
  const tradeNo = String(body['tradeNo']);
  const known = [marks.lastName, marks.firstName, marks.mobile, document.idNo];
  return { browser, orderId, applicationIds, sessionIds, candidateId, marks: known, tradeNo, lapsedAt, end };
}

const letters = () => randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));

/** The same, given up; with whatever else an order without money may have. */
export async function givenLapsed(world: World): Promise<Lapsed> {
  const order = await givenWaiting(world);
  await giveUp(order);
  const { orderId, tradeNo } = order;
  await meddle(
    `insert into payment_event (id, channel, event_key, trade_no, kind, outcome, payload_sealed, received_at)
     values ($1, 'scan', $1::uuid::text, $2, 'closed', 'ignored', '', app_now())`,
    [randomId(), tradeNo],
  );
  await meddle(
    `insert into payment_exception (id, order_id, kind, detail, opened_at, closed_at, resolution)
     values ($1, $2, 'channelSilent', '', app_now(), app_now(), 'It speaks again.')`,
    [randomId(), orderId],
  );
  await meddle(
    `insert into note (id, object_kind, object_id, text, written_by, written_by_name, written_at)
     values ($1, 'order', $2, 'Rang', $1, 'Ding Yi', app_now())`,
    [randomId(), orderId],
  );
  return order;
}

/** Its owner gives an order up. */
export async function giveUp({ browser, orderId }: Lapsed): Promise<void> {
  const given = await ask(browser, 'order.giveUp', { params: { id: orderId, status: 'PaymentExpired' } });
  if (given.status !== 200 && given.status !== 204) throw new Error(given.text);
  const [row] = await rowsOf('select status from exam_order where id = $1', [orderId]);
  if (row?.['status'] !== 'PaymentExpired') throw new Error(`The order is ${String(row?.['status'])}.`);
}

/** Seconds until just after an order's year; nobody is signed out meanwhile, and no message waits. */
export async function moveToEnd({ end }: Lapsed, seconds: number): Promise<void> {
  await moveClockTo(addSeconds(end, seconds));
  await meddle(
    `update account_session set last_seen_at = app_now(), proved_at = app_now(), expires_at = app_now() + interval '1 day'`,
  );
  await meddle(`update message set state = 'Failed' where state = 'Waiting'`);
}

/** Opens a hold as two colleagues do. @returns how to release it. */
export async function holdOn(scope: string, on: { objectId?: string; class?: string }): Promise<() => Promise<void>> {
  const id = randomId();
  await meddle(
    `insert into legal_hold (id, scope, object_id, person_key, class, reason, review_on, opened_at, opened_by, approved_by)
     values ($1, $2, $3, (select person_key from candidate where $2 = 'person' and id = $3), $4, 'A court asked', current_date + 500,
       app_now(), gen_random_uuid(), gen_random_uuid())`,
    [id, scope, on.objectId ?? null, on.class ?? null],
  );
  return () =>
    meddle(
      `update legal_hold set released_at = app_now(), released_by = gen_random_uuid(), release_approved_by = gen_random_uuid() where id = $1`,
      [id],
    );
}

/** How many orders lapsed, with those that are gone: as the sums say it. */
export const lapsedSums = async () =>
  await rowsOf(
    `select day::text, office_id, product_id, category, sum(orders)::integer as orders, sum(lines)::integer as lines, sum(amount)::integer as amount
     from lapsed_order_sum group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  );
