import {
  addMinutes,
  addSeconds,
  ageOn,
  applicationCode,
  applicationCodeBytes,
  chinaDateOf,
  neverAloneAge,
  orderCode,
  orderCodeBytes,
  priceOrder,
  statementsFor,
  type CartApplication,
  type OrderPrice,
} from '@exam/contract/rules';
import { bornColumns, letterCodeColumns, writePerson } from '#registering/applications';
import { recipientFor } from '#offer/catalogue';
import { consentRows, keepEvidence } from '#people/consents';
import { guardianTokenHash, noteAnswer, openCase } from '#people/guardians';
import { candidateForSubmission, type OpenedCandidate } from '#people/candidates';
import { post } from '#books/ledger';
import { sessionsForSale, takeSeats, type SessionForSale } from '#offer/sessions';
import { randomBytes, randomId, randomIdInOrder, randomToken } from '#platform/chance';
import { birthKeyOf } from '#platform/birth';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { seal } from '#platform/vault';
import { registrations, type DemoRegistration } from './data/registrations.ts';
import type { WrittenEnding } from './write-cancellations.ts';
import { known } from './write-catalogue.ts';
import type { WrittenPeople } from './write-people.ts';
import type { WrittenSession } from './write-sessions.ts';

type Written = { people: WrittenPeople; sessions: ReadonlyMap<string, WrittenSession>; now: string };

type Line = { applicationId: string; personKey: Buffer; papers: SessionForSale['papers'] };

/** A registration on its way into the tables: who, what, when. */
type Plan = { registration: DemoRegistration; accountId: string; session: SessionForSale; at: string; now: string };

/** An unpaid order of the demonstration was made 20 minutes ago, so that its end can be watched. */
const pendingMinutesAgo = 20;
const pendingMinutesLeft = 10;

/** How long a line lay in the cart before it was ordered. */
const cartMinutes = 3;

/**
 * Writes what has already happened: applications, orders with their seats, payments and ledger, so that the books balance.
 * The demonstration alone writes rows of other domains: they stand for a past that no command can act out.
 * @returns the paid ones that somebody asks to cancel.
 */
export async function writeRegistrations(tx: Tx, written: Written): Promise<WrittenEnding[]> {
  const endings: WrittenEnding[] = [];
  for (const registration of registrations) {
    const sessionId = known(written.sessions, registration.session).id;
    const [session] = await sessionsForSale(tx, [sessionId]);
    const accountId = written.people.accounts.get(registration.account);
    if (!session || accountId === undefined) throw new Error(`The demonstration lacks ${registration.session}.`);
    const at = addMinutes(addSeconds(written.now, -registration.daysAgo * 86_400), -pendingMinutesAgo);
    const plan = { registration, accountId, session, at, now: written.now };
    const applicationIds = await writeRegistration(tx, plan, written.people);
    const { ending } = registration;
    if (ending) endings.push(...applicationIds.map((applicationId) => ({ ending, accountId, applicationId })));
  }
  return endings;
}

async function writeRegistration(tx: Tx, plan: Plan, people: WrittenPeople): Promise<string[]> {
  const lines: Line[] = [];
  for (const person of plan.registration.people) {
    lines.push(await writeApplication(tx, plan, known(people.candidates, person)));
  }
  const orderId = plan.registration.state === 'cart' ? null : await writeOrder(tx, plan, lines);
  const applicationIds = lines.map((line) => line.applicationId);
  await writeHistory(tx, plan, { orderId, applicationIds });
  return applicationIds;
}

function papersOf({ registration, session }: Plan): SessionForSale['papers'] {
  const { subjects } = registration;
  return subjects ? session.papers.filter((paper) => subjects.includes(paper.subjectCode)) : session.papers.slice(0, 1);
}

async function writeApplication(tx: Tx, plan: Plan, candidateId: string): Promise<Line> {
  const { registration, accountId, session, at } = plan;
  const person = await candidateForSubmission(tx, { accountId, candidateId });
  const papers = papersOf(plan);
  const row = randomId();
  const place = (column: string) => ({ table: 'application', row, column });
  const isPaid = registration.state === 'paid';
  await tx
    .insertInto('application')
    .values({
      id: row,
      account_id: accountId,
      code: applicationCode('P', chinaDateOf(at), randomBytes(applicationCodeBytes)),
      category: 'Public',
      status: isPaid ? 'Registered' : registration.state === 'pending' ? 'Submitted' : 'Initiated',
      product_id: session.productId,
      session_id: session.id,
      candidate_type: papers[0]?.candidateTypes[0] ?? null,
      candidate_id: candidateId,
      person_key: person.personKey,
      id_type: person.idType,
      id_no_sealed: seal(person.idNo, place('id_no')),
      first_name: person.firstName,
      last_name: person.lastName,
      name_zh_sealed: person.nameZh === null ? null : seal(person.nameZh, place('name_zh')),
      ...bornColumns({ ...person, id: row, accountId }, { now: at, examDate: session.examDate }),
      email_sealed: person.email === null ? null : seal(person.email, place('email')),
      mobile_sealed: person.mobile === null ? null : seal(person.mobile, place('mobile')),
      shown_amount: papers.reduce((sum, paper) => sum + paper.total, 0),
      ...letterCodeColumns(row),
      created_at: addMinutes(at, -cartMinutes),
      registered_at: isPaid ? addMinutes(at, 2) : null,
    })
    .execute();
  await tx
    .insertInto('application_paper')
    .values(
      papers.map((paper, sort) => ({
        application_id: row,
        session_subject_id: paper.sessionSubjectId,
        subject_id: paper.subjectId,
        sort,
      })),
    )
    .execute();
  await writeFamily(tx, plan, { applicationId: row, person });
  return { applicationId: row, personKey: person.personKey, papers };
}

type Registered = { applicationId: string; person: OpenedCandidate };

/** What else a submission leaves: the consents that were ticked, a minor's guardian, and how a minor leaves the centre. */
async function writeFamily(tx: Tx, plan: Plan, { applicationId, person }: Registered): Promise<void> {
  const { accountId, session, at } = plan;
  const { guardian } = person;
  const recipient = await recipientFor(tx, session.productId, 'zh');
  const evidence = { language: 'zh', recipient, ip: '10.0.0.1', device: 'Chrome' } as const;
  const statements = [...statementsFor(guardian !== null)];
  const consents = consentRows({ evidence, accountId, now: at }, { candidate: person, guardian, statements });
  await keepEvidence(
    tx,
    consents.map((consent) => ({ ...consent, application_id: applicationId })),
  );
  if (guardian === null) return;
  const leaveAlone = ageOn(person.dob, session.examDate) > neverAloneAge;
  const guardianKey = await askedGuardian(tx, plan, person);
  await tx
    .updateTable('application')
    .set({ leave_alone: leaveAlone, leaving_ticked_at: leaveAlone ? at : null, guardian_key: guardianKey })
    .where('id', '=', applicationId)
    .execute();
  await writePerson(tx, applicationId, 'Guardian', guardian);
  if (!leaveAlone) await writePerson(tx, applicationId, 'PickupPerson', { ...guardian, type: 'Guardian' });
}

/** A guardian with another number than the account's was asked when this was ordered, and agreed soon after. @returns what a registration keeps of the number. */
async function askedGuardian(
  tx: Tx,
  { accountId, session, at }: Plan,
  person: OpenedCandidate,
): Promise<Buffer | null> {
  const { personKey, dob, lastName, firstName, guardian } = person;
  if (guardian === null) return null;
  const birthKey = birthKeyOf(accountId, dob);
  const about = { accountId, personKey, birthKey, lastName, letters: lastName + firstName, sitting: session.id };
  const key = await openCase(tx, { ...about, mobile: guardian.mobile, relation: guardian.type });
  if (key === null) return null;
  const known = await tx
    .selectFrom('guardian_case')
    .select('id')
    .where('account_id', '=', accountId)
    .where('person_key', '=', personKey)
    .where('sitting', '=', session.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('guardian_answer')
    .values({ id: randomId(), case_id: known.id, kind: 'asked', at, token_hash: guardianTokenHash(randomToken(16)) })
    .execute();
  await noteAnswer(tx, { caseId: known.id, kind: 'agreed', at: addMinutes(at, 10) });
  return key;
}

async function writeOrder(tx: Tx, plan: Plan, lines: readonly Line[]): Promise<string> {
  const { registration, accountId, at, now } = plan;
  const isPaid = registration.state === 'paid';
  const price = priceOrder(
    lines.map(({ applicationId, papers }): CartApplication => ({ applicationId, papers })),
    at,
  );
  const order = { id: randomId(), code: orderCode(chinaDateOf(at), randomBytes(orderCodeBytes)) };
  const paymentEndAt = isPaid ? addMinutes(at, 30) : addMinutes(now, pendingMinutesLeft);
  await tx
    .insertInto('exam_order')
    .values({
      ...order,
      account_id: accountId,
      category: 'Public',
      status: isPaid ? 'PaymentSuccessful' : 'PaymentPending',
      original_amount: price.originalAmount,
      tier_discount_amount: price.tierDiscountAmount,
      late_entry_charge_amount: price.lateEntryChargeAmount,
      total_amount: price.totalAmount,
      pay_amount: price.payAmount,
      actual_pay_amount: isPaid ? price.payAmount : 0,
      payment_type: isPaid ? 'ALI_SCANCODE_PAY' : null,
      payment_start_at: at,
      payment_end_at: paymentEndAt,
      created_at: at,
      payment_completed_at: isPaid ? addMinutes(at, 2) : null,
    })
    .execute();
  await writeItems(tx, { orderId: order.id, sessionId: plan.session.id, price });
  await takePlaces(tx, { orderId: order.id, accountId, heldUntil: isPaid ? null : paymentEndAt }, { plan, lines });
  if (isPaid) await writePayment(tx, { ...order, amount: price.payAmount, at });
  else
    await enqueue(
      tx,
      'payments.deadline',
      { orderId: order.id },
      { jobKey: `deadline:${order.id}`, dueAt: paymentEndAt },
    );
  return order.id;
}

async function writeItems(
  tx: Tx,
  { orderId, sessionId, price }: { orderId: string; sessionId: string; price: OrderPrice },
): Promise<void> {
  await tx
    .insertInto('order_item')
    .values(
      price.lines.map((line, position) => ({
        id: randomId(),
        order_id: orderId,
        application_id: line.applicationId,
        session_id: sessionId,
        position,
        original_amount: line.originalAmount,
        local_fee_amount: line.localFeeAmount,
        board_fee_amount: line.boardFeeAmount,
        other_fee_amount: line.otherFeeAmount,
        vat: line.vat,
        tier_count: line.tierCount,
        tier_discount_amount: line.tierDiscountAmount,
        late_entry_stage: line.lateEntryStage,
        late_entry_charge_amount: line.lateEntryChargeAmount,
        pay_amount: line.payAmount,
      })),
    )
    .execute();
}

type Step = { kind: 'application' | 'order'; id: string; event: string; from: string | null; to: string; at: string };

/** What the timelines of an order and its applications tell: created, ordered, paid. */
async function writeHistory(
  tx: Tx,
  { accountId, registration, at }: Plan,
  ids: { orderId: string | null; applicationIds: readonly string[] },
): Promise<void> {
  const paidAt = addMinutes(at, 2);
  const isPaid = registration.state === 'paid';
  const steps: Step[] = ids.applicationIds.flatMap((id) => [
    {
      kind: 'application' as const,
      id,
      event: 'create',
      from: null,
      to: 'Initiated',
      at: addMinutes(at, -cartMinutes),
    },
    ...(ids.orderId
      ? [{ kind: 'application' as const, id, event: 'submit', from: 'Initiated', to: 'Submitted', at }]
      : []),
    ...(isPaid
      ? [{ kind: 'application' as const, id, event: 'register', from: 'Submitted', to: 'Registered', at: paidAt }]
      : []),
  ]);
  if (ids.orderId) {
    const order = { kind: 'order' as const, id: ids.orderId };
    steps.push({ ...order, event: 'place', from: null, to: 'PaymentPending', at });
    if (isPaid) steps.push({ ...order, event: 'pay', from: 'PaymentPending', to: 'PaymentSuccessful', at: paidAt });
  }
  await tx
    .insertInto('history')
    .values(
      steps.map(({ kind, id, event, from, to, at: moment }) => ({
        id: randomIdInOrder(),
        kind,
        object_id: id,
        event,
        actor_kind: ['register', 'pay'].includes(event) ? ('gateway' as const) : ('candidate' as const),
        actor_id: ['register', 'pay'].includes(event) ? null : accountId,
        from_status: from,
        to_status: to,
        at: moment,
      })),
    )
    .execute();
}

/** The seats of an order through the sessions' own command, so that counter and places agree. */
async function takePlaces(
  tx: Tx,
  order: { orderId: string; accountId: string; heldUntil: string | null },
  { plan, lines }: { plan: Plan; lines: readonly Line[] },
): Promise<void> {
  const answer = await takeSeats(tx, {
    ...order,
    lines: lines.map(({ applicationId, personKey, papers }) => ({
      applicationId,
      personKey,
      sessionId: plan.session.id,
      sessionSubjectIds: papers.map((paper) => paper.sessionSubjectId),
    })),
  });
  if (!answer.taken) throw new Error(`The demonstration does not fit into ${plan.registration.session}.`);
}

/** What the channel's numbers of the demonstration's payments begin with; the channel itself gives digits only. */
export const demoTradePrefix = 'DEMO';

/** The payment of an earlier order, with its ledger entries. */
export async function writePayment(
  tx: Tx,
  order: { id: string; code: string; amount: number; at: string },
): Promise<void> {
  const attemptId = randomId();
  const paidAt = addMinutes(order.at, 2);
  await tx
    .insertInto('payment_attempt')
    .values({
      id: attemptId,
      order_id: order.id,
      trade_no: `${order.code}01`,
      channel: 'alipay',
      payment_type: 'ALI_SCANCODE_PAY',
      status: 'Succeeded',
      amount: order.amount,
      expires_at: addMinutes(order.at, 30),
      created_at: order.at,
      ended_at: paidAt,
    })
    .execute();
  await tx
    .insertInto('payment')
    .values({
      id: randomId(),
      order_id: order.id,
      attempt_id: attemptId,
      channel: 'alipay',
      channel_trade_no: `${demoTradePrefix}${order.code}`,
      amount: order.amount,
      settles_order: true,
      paid_at: paidAt,
      recorded_at: paidAt,
    })
    .execute();
  await post(tx, {
    orderId: order.id,
    kind: 'paymentReceived',
    debit: 'channel',
    credit: 'customer',
    amount: order.amount,
  });
  await post(tx, { orderId: order.id, kind: 'orderPaid', debit: 'customer', credit: 'revenue', amount: order.amount });
}
