import { checkForm, isFormCode } from '@exam/contract/forms';
import { orderMachine } from '@exam/contract/machines';
import { addMinutes, chinaDateOf, isMinor, lastPayMoment } from '@exam/contract/rules';
import { type FilledForm, markRegistered, templateOf } from '#registering/applications';
import { audit } from '#office/audit';
import {
  type BookingRow,
  issueArrangement,
  lockBooking,
  moveBooking,
  placeArranged,
  proposePrice,
  sealWords,
  writeBooking,
} from '#services/bookings';
import { candidateForSubmission } from '#people/candidates';
import { productById } from '#offer/catalogue';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { theGateway, transition } from '#platform/transition';
import { readWorkingCalendar } from '#office/working-days';
import { closeItem, openItem } from '#office/work-items';
import { bookedAnswers, bookedTariffs, bookings, type DemoBooking } from './data/bookings.ts';
import { known, type WrittenCatalogue } from './write-catalogue.ts';
import type { WrittenPeople } from './write-people.ts';
import { writePayment } from './write-registrations.ts';

type Written = { catalogue: WrittenCatalogue; people: WrittenPeople; now: string };

/** The member of staff who arranged everything. */
const staff = { id: randomId(), name: '林静' };
const staffActor = { kind: 'staff', id: staff.id } as const;

/** Times of day of a booking's first and second paper. */
const slots = [
  ['09:00', '11:00'],
  ['13:30', '15:30'],
] as const;

/** Tariffs and, through the domain's own commands, a booking in each of the eight filter values (3-domain 10). Nobody is told. */
export async function writeBookings(tx: Tx, written: Written): Promise<void> {
  await tx
    .insertInto('booking_product')
    .values(
      bookedTariffs.map(({ product, ...tariff }) => ({
        product_id: known(written.catalogue.products, product),
        lead_days: tariff.leadDays,
        is_surcharge_allowed: tariff.isSurchargeAllowed,
        is_university: tariff.isUniversity,
        base_fee: tariff.baseFee,
        surcharge: tariff.surcharge,
      })),
    )
    .execute();
  await tx
    .updateTable('product_office')
    .set({ booking_places: 20 })
    .where('product_id', 'in', bookedIds(written))
    .execute();
  for (const booking of bookings) await writeOne(tx, booking, written);
}

function bookedIds({ catalogue }: Written): string[] {
  return bookedTariffs.map(({ product }) => known(catalogue.products, product));
}

async function writeOne(tx: Tx, booking: DemoBooking, { catalogue, people, now }: Written): Promise<void> {
  const accountId = known(people.accounts, 'parent');
  const candidate = await candidateForSubmission(tx, {
    accountId,
    candidateId: known(people.candidates, booking.person),
  });
  const product = await productById(tx, known(catalogue.products, booking.product));
  if (!product) throw new Error(`The demonstration lacks ${booking.product}.`);
  const today = chinaDateOf(now);
  // Twenty working days are four weeks at least, with time to pay.
  const examDate = (await readWorkingCalendar(tx)).add(today, 20);
  const isChild = isMinor(candidate.dob, today);
  const { id } = await writeBooking(tx, {
    accountId,
    officeId: known(catalogue.officeOfCity, known(catalogue.cities, booking.city)),
    product,
    expectedDate: examDate,
    entry: {
      candidate,
      isMinor: isChild,
      guardian: isChild ? candidate.guardian : null,
      leaveAlone: isChild ? false : null,
      pickupPerson: null,
      statements: [],
    },
    form: await filledForm(
      tx,
      { answers: bookedAnswers(examDate)[booking.product], examDate },
      product.form_template_id,
    ),
    steps: [],
    now,
  });
  await lead(tx, await lockBooking(tx, id), { booking, examDate, cityId: known(catalogue.cities, booking.city), now });
}

async function filledForm(
  tx: Tx,
  { answers, examDate }: { answers: object | undefined; examDate: string },
  templateId: string | null,
): Promise<FilledForm | null> {
  const template = await templateOf(tx, templateId);
  if (template === null || templateId === null || !isFormCode(template.number)) return null;
  const checked = checkForm(template.number, answers, { examDate, candidates: 1 });
  if (!checked.ok) throw new Error(`The demonstration's answers of ${template.number} are refused.`);
  const json = JSON.stringify(checked.answers);
  return { templateId, number: template.number, json, filesId: null, files: [] };
}

type Way = { booking: DemoBooking; examDate: string; cityId: string; now: string };

/** Leads a booking from its request to where it is in the demonstration. */
async function lead(tx: Tx, row: BookingRow, way: Way): Promise<void> {
  const { status, reason = null } = way.booking;
  const candidate = { kind: 'candidate', id: row.account_id } as const;
  const move = async (
    event: Parameters<typeof moveBooking>[2]['event'],
    actor: Parameters<typeof moveBooking>[2]['actor'],
  ) => moveBooking(tx, await lockBooking(tx, row.id), { event, actor, reason });
  if (status === 'Submitted') return;
  if (status === 'Cancelled') {
    await move('cancel', candidate);
    return await note(tx, row.id, sealWords(row.id, 'cancel_reason', reason ?? ''));
  }
  if (status === 'Withdrawn') {
    await move('withdraw', staffActor);
    await auditAct(tx, row.id, { event: 'withdraw', reason });
    return await note(tx, row.id, { withdraw_reason: reason });
  }
  await arrange(tx, row, way, 'confirm');
  if (status === 'ToBeConfirmedUpdate') await arrange(tx, await lockBooking(tx, row.id), way, 'update');
  if (status === 'ToBeConfirmedRejected') {
    await move('reject', candidate);
    await tx
      .updateTable('booking')
      .set(sealWords(row.id, 'reject_reason', reason ?? ''))
      .where('id', '=', row.id)
      .execute();
    const about = { objectKind: 'booking', objectId: row.id, officeId: row.office_id, label: row.code } as const;
    await openItem(tx, { kind: 'bookingRejected', ...about, dueAt: addMinutes(way.now, 24 * 60) });
  }
  if (status === 'Processing' || status === 'Completed') await pay(tx, await lockBooking(tx, row.id), way);
}

/** Keeps why a booking ended; nothing is left to do for it. */
async function note(
  tx: Tx,
  id: string,
  values: ReturnType<typeof sealWords> | { withdraw_reason: string | null },
): Promise<void> {
  await tx.updateTable('booking').set(values).where('id', '=', id).execute();
  await closeTask(tx, id);
}

async function auditAct(
  tx: Tx,
  id: string,
  { event, reason = null }: { event: 'withdraw' | 'confirm' | 'update'; reason?: string | null },
): Promise<void> {
  await audit(tx, { staff, action: `bookings.${event}`, object: { kind: 'booking', id }, reason });
}

async function closeTask(tx: Tx, id: string): Promise<void> {
  await closeItem(tx, { kind: 'bookingToPrice', objectId: id });
}

async function arrange(tx: Tx, row: BookingRow, way: Way, event: 'confirm' | 'update'): Promise<void> {
  const { booking, examDate, cityId } = way;
  const papers = [];
  for (const [index, { zh: subject, en: subjectEn }] of booking.papers.entries()) {
    const [startTime, endTime] = slots[event === 'update' ? 1 : index] ?? slots[0];
    const paper = { subject, subjectEn, cityId, testDate: examDate, startTime, endTime };
    const { localFee, boardFee, vat } = await proposePrice(tx, { productId: row.product_id, ...paper });
    papers.push({ ...paper, localFee, boardFee, vat });
  }
  const payEndDate = lastPayMoment(await readWorkingCalendar(tx), examDate);
  await issueArrangement(tx, row, { input: { papers, payEndDate }, staffId: staff.id });
  await moveBooking(tx, row, { event, actor: staffActor });
  await auditAct(tx, row.id, { event });
  await closeTask(tx, row.id);
}

/** An order that is paid, or whose payment the bank is still working on. */
async function pay(tx: Tx, row: BookingRow, { booking, now }: Way): Promise<void> {
  const placed = await placeArranged(tx, row, { now, paymentEndAt: row.pay_end_at ?? now });
  if (booking.status === 'Processing') {
    await tx
      .insertInto('payment_attempt')
      .values({
        id: randomId(),
        order_id: placed.id,
        trade_no: `${placed.code}01`,
        channel: 'alipay',
        payment_type: 'ALI_SCANCODE_PAY',
        status: 'Accepted',
        amount: placed.amount,
        expires_at: row.pay_end_at ?? now,
        created_at: now,
      })
      .execute();
    return await moveBooking(tx, row, { event: 'accept', actor: theGateway });
  }
  await transition(tx, orderMachine, {
    table: 'exam_order',
    kind: 'order',
    id: placed.id,
    event: 'pay',
    actor: theGateway,
  });
  const paid = { actual_pay_amount: placed.amount, payment_type: 'ALI_SCANCODE_PAY', payment_completed_at: now };
  await tx.updateTable('exam_order').set(paid).where('id', '=', placed.id).execute();
  await writePayment(tx, { ...placed, at: now });
  const items = await tx.selectFrom('order_item').select('application_id').where('order_id', '=', placed.id).execute();
  await markRegistered(tx, { ids: items.map((item) => item.application_id) });
  await moveBooking(tx, row, { event: 'pay', actor: theGateway });
  await tx.updateTable('booking').set({ completed_at: now }).where('id', '=', row.id).execute();
}
