import { addSeconds } from '@exam/contract/rules';
import { randomBytes, randomCode, randomId } from '#platform/chance';
import { chinaDateOf } from '#platform/clock';
import { nobodysAccount } from '#platform/nobody';
import {
  bookingOn,
  cancellationPaper,
  candidateOf,
  consentOf,
  emptied,
  filed,
  fileFor,
  type Ground,
  message,
  noonOf,
  orderFor,
  personKeyOf,
  type Planting,
  postTest,
  registrationOn,
  sealedEntry,
  write,
  writeLike,
} from './planting.testing.ts';
import { plantedOfAccounts } from './retention-accounts.testing.ts';
import { plantedWords } from './retention-words.testing.ts';

/** Every kind of row that a class keeps for a time. */
export const plantings: readonly Planting[] = [
  { class: 'cancellationPaper', of: 'a certificate sent with a cancellation', plant: cancellationPaper },
  {
    class: 'specialArrangement',
    of: 'the wish for a special arrangement',
    plant: async (ground, started) => {
      const id = await registrationOn(ground, started, { has_special_arrangement: true });
      const asked = { id, status: 'Open', request_sealed: Buffer.from('x') };
      await write('special_arrangement', asked);
      return id;
    },
  },
  ...(
    ['paperCopy', 'identityDocument', 'certificate', 'cheatingEvidence', 'examRecord', 'specialArrangement'] as const
  ).map((of) => ({
    class: of,
    of: 'a paper that the desk filed',
    plant: (ground: Ground, started: string) => filed(ground, of, started),
  })),
  {
    class: 'cheatingEvidence',
    of: 'what was written of an investigation',
    plant: async (ground, started) => {
      const [id, applicationId] = [randomId(), await registrationOn(ground, '2001-06-01')];
      const closed = { closed_at: noonOf(started), closed_by: ground.officerId, outcome: 'Nothing.', status: 'Closed' };
      const opened = { reason: 'A second phone', opened_at: '2001-06-01T00:00:00Z', opened_by: ground.officerId };
      await write('misconduct_case', { id, application_id: applicationId, ...opened, ...closed });
      return id;
    },
  },
  { class: 'examRecord', of: 'a registration', plant: registrationOn },
  {
    class: 'draft',
    of: 'a line of a cart',
    plant: (ground, started) => cartLine(ground, { status: 'Initiated', created_at: started }),
  },
  {
    class: 'draft',
    of: 'a line of a cart that could not be ordered any more',
    isNeverOrdered: true,
    plant: (ground, started) => cartLine(ground, { status: 'Expired', created_at: started }),
  },
  {
    class: 'consent',
    of: 'a consent that nothing relied on since',
    plant: (ground, started) => consentFor(ground, started),
  },
  {
    class: 'consent',
    of: 'a consent relied on until a booked exam',
    isFromMidnight: true,
    plant: async (ground, started) => {
      // The clock starts at the end of the day of the exam.
      const day = chinaDateOf(addSeconds(started, -1));
      return await consentOf(ground, { application_id: null, booking_id: await bookingOn(ground, day) });
    },
  },
  {
    class: 'specialArrangement',
    of: 'what was granted for a booking',
    plant: async (ground, started) => {
      const id = await bookingOn(ground, started);
      await write('booking_arrangement', {
        id: randomId(),
        booking_id: id,
        version: 1,
        amount: 0,
        pay_end_at: '2001-01-01T00:00:00Z',
        arrangement_granted_sealed: randomBytes(40),
        issued_by: ground.officerId,
        issued_at: '2001-01-01T00:00:00Z',
      });
      return id;
    },
  },
  { class: 'examRecord', of: 'a booking', plant: bookingOn },
  {
    class: 'signedForm',
    of: 'the signed form of a request after results',
    plant: async (ground, started) => {
      const form = await fileFor(ground, {});
      return await postTest(ground, { status: 'Complete', completed_at: noonOf(started), form_file_ids: [form] });
    },
  },
  {
    class: 'examRecord',
    of: 'a request after results',
    plant: (ground, started) => postTest(ground, { status: 'Complete', completed_at: noonOf(started) }),
  },
  {
    class: 'draft',
    of: 'a request after results not taken up',
    plant: (ground, started) => postTest(ground, { status: 'Initiated', saved_at: started }),
  },
  {
    class: 'candidate',
    of: 'a saved candidate',
    plant: (ground, started) => candidateOf(ground, { created_at: noonOf(started) }),
  },
  {
    class: 'candidate',
    of: 'a candidate whose deletion was asked for',
    isAtOnce: true,
    plant: (ground, started) => candidateOf(ground, { restricted_at: noonOf(started), deleted_at: noonOf(started) }),
  },
  {
    class: 'candidate',
    of: 'a candidate who was taken off the list',
    isAtOnce: true,
    plant: (ground, started) => candidateOf(ground, { deleted_at: noonOf(started) }),
  },
  {
    class: 'draft',
    of: 'a wizard left half way',
    plant: async ({ browser, candidateId }, started) => {
      const accountId = await writeLike('account', browser.accountId, { status: 'Closed', ...emptied });
      await writeLike('candidate', candidateId, { account_id: accountId });
      const draft = { kind: 'public', json_sealed: Buffer.from('x'), version: 1, updated_at: started };
      await write('wizard_draft', { account_id: accountId, ...draft });
      return accountId;
    },
  },
  {
    class: 'messageText',
    of: 'the text of a failed message',
    plant: (ground, started) => message(ground, { state: 'Failed', created_at: started }),
  },
  {
    class: 'message',
    of: 'a message that was sent',
    plant: (ground, started) => message(ground, { state: 'Sent', is_wiped: true, created_at: started }),
  },
  {
    class: 'orderPerson',
    of: 'who paid an order',
    plant: (ground, started) =>
      orderClosedAt(ground, { payment_completed_at: started, payment_end_at: '2001-01-01T00:00:00Z' }),
  },
  {
    class: 'orderPerson',
    of: 'whose money for an order came too late',
    plant: (ground, started) => latePaid(orderClosedAt(ground, lapsed(started))),
  },
  {
    class: 'order',
    of: 'an order that names nobody any more',
    isOfNobody: true,
    plant: (ground, started) => nobodysOrder(ground, { payment_completed_at: started }),
  },
  {
    class: 'order',
    of: 'an order whose money came too late',
    isOfNobody: true,
    plant: (ground, started) => latePaid(nobodysOrder(ground, lapsed(started))),
  },
  {
    class: 'lapsedOrder',
    of: 'an order that nobody paid',
    plant: async (ground, started) =>
      await orderFor(ground, await cartLine(ground, { status: 'Expired' }), lapsed(started)),
  },
  {
    class: 'relativeEvidence',
    of: 'a proof of a relative of somebody who has died',
    plant: async ({ browser, officerId }, started) => {
      const [id, requestId] = [randomId(), randomId()];
      await write('rights_request', {
        id: requestId,
        code: randomCode(13),
        kind: 'Copy',
        status: 'Answered',
        account_id: browser.accountId,
        received_at: '2001-01-01T00:00:00Z',
        alarm_at: '2001-01-02T00:00:00Z',
        due_at: '2001-01-03T00:00:00Z',
        answered_at: started,
        is_by_relative: true,
      });
      await write('relative_evidence', {
        id,
        request_id: requestId,
        kind: 'DeathProof',
        filed_at: '2001-01-01T00:00:00Z',
        filed_by: officerId,
        filed_by_name: 'Officer',
      });
      return id;
    },
  },
  {
    class: 'rightsRequest',
    of: 'a request about data',
    plant: async ({ browser }, started) => {
      const id = randomId();
      await write('rights_request', {
        id,
        code: randomCode(13),
        kind: 'Correction',
        status: 'Answered',
        account_id: browser.accountId,
        received_at: '2001-01-01T00:00:00Z',
        alarm_at: '2001-01-02T00:00:00Z',
        due_at: '2001-01-03T00:00:00Z',
        answered_at: started,
      });
      return id;
    },
  },
  {
    class: 'audit',
    of: 'a look at a record',
    plant: async ({ browser, candidateId, officerId }, started) => {
      const id = randomId();
      await write('record_view', {
        id,
        person_key: await personKeyOf(candidateId),
        at: started,
        staff_id: officerId,
        staff_name: 'Ding Yi',
        roles: [],
        purpose: 'candidates.get',
        record_kind: 'candidate',
        record_id: candidateId,
        account_id: browser.accountId,
      });
      return id;
    },
  },
  {
    class: 'audit',
    of: 'an approval to open the records of a minor',
    plant: async ({ candidateId, officerId }, started) => {
      const id = randomId();
      await write('minor_approval', {
        id,
        staff_id: officerId,
        person_key: await personKeyOf(candidateId),
        record_kind: 'candidate',
        record_id: candidateId,
        reason: 'The parents rang.',
        given_at: '2001-01-01T00:00:00Z',
        given_by: randomId(),
        expires_at: started,
      });
      return id;
    },
  },
  {
    class: 'audit',
    of: 'an incident that was noted',
    isOfNobody: true,
    plant: async ({ officerId }, started) => {
      const id = randomId();
      const until = { since: '2001-01-01T00:00:00Z', until: '2001-01-02T00:00:00Z' };
      const noted = { noted_at: started, noted_by: officerId, noted_by_name: 'Ding Yi' };
      await write('incident', {
        id,
        staff_id: officerId,
        reason: 'A lost laptop.',
        people: 1,
        minors: 0,
        ...until,
        ...noted,
      });
      return id;
    },
  },
  {
    class: 'audit',
    of: 'that a yearly report was filed',
    isOfNobody: true,
    plant: async ({ officerId }, started) => {
      const id = randomId();
      const recorded = { recorded_at: started, recorded_by: officerId, recorded_by_name: 'Ding Yi' };
      await write('minors_report_filing', { id, year: 2001, filed_on: '2002-01-15', ...recorded });
      return id;
    },
  },
  { class: 'audit', of: 'the last entry of a sealed month', plant: sealedEntry },
  {
    class: 'networkLog',
    of: 'whom a list showed',
    isMass: true,
    plant: async ({ browser, candidateId, officerId }, started) => {
      const id = randomId();
      await write('record_view', {
        id,
        person_key: await personKeyOf(candidateId),
        at: started,
        staff_id: officerId,
        staff_name: 'Ding Yi',
        roles: [],
        purpose: 'lists.shown',
        act: 'Listed',
        record_kind: 'candidate',
        record_id: candidateId,
        account_id: browser.accountId,
      });
      return id;
    },
  },
  ...plantedOfAccounts,
  ...plantedWords,
  {
    class: 'networkLog',
    of: 'a call',
    isMass: true,
    plant: async ({ browser }, started) => {
      const id = randomId();
      await write('network_log', {
        id,
        at: started,
        origin: 'portal',
        method: 'GET',
        route: '/api/candidate/:id',
        status: 200,
        milliseconds: 3,
        account_id: browser.accountId,
        address_sealed: randomBytes(40),
        address_key: randomBytes(32),
      });
      return id;
    },
  },
];

/** A registration that was never paid. */
const cartLine = (ground: Ground, changes: object) =>
  registrationOn(ground, '2099-06-01', { registered_at: null, ...changes });

/** What an order is that ended unpaid. */
const unpaid = { status: 'PaymentExpired', payment_completed_at: null, actual_pay_amount: 0 };
const lapsed = (at: string) => ({ ...unpaid, payment_end_at: at });

/** Money for an order that came when it was over. */
async function latePaid(order: Promise<string>): Promise<string> {
  const orderId = await order;
  await write('payment', {
    id: randomId(),
    order_id: orderId,
    channel: 'scan',
    channel_trade_no: randomCode(20),
    amount: 5,
    refunded_amount: 5,
    paid_at: '2001-01-01T00:00:00Z',
    recorded_at: '2001-01-01T00:00:00Z',
  });
  return orderId;
}

/** An order of a registration that names nobody any more. */
async function nobodysOrder(ground: Ground, changes: Readonly<Record<string, unknown>>): Promise<string> {
  const applicationId = await registrationOn(ground, '2001-06-01', { anonymised_at: '2005-06-02T00:00:00Z' });
  const nobodys = { account_id: nobodysAccount, payment_end_at: '2001-01-01T00:00:00Z' };
  return await orderFor(ground, applicationId, { ...nobodys, ...changes });
}

/** The consent of a registration whose exam was long before. */
async function consentFor(ground: Ground, started: string): Promise<string> {
  const applicationId = await registrationOn(ground, '2001-06-01');
  return await consentOf(ground, { application_id: applicationId, given_at: started });
}

async function orderClosedAt(ground: Ground, changes: Readonly<Record<string, unknown>>): Promise<string> {
  return await orderFor(ground, await registrationOn(ground, '2001-06-01'), changes);
}
