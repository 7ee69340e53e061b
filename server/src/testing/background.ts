import { addSeconds, instantOf } from '@exam/contract/rules';
import { randomId } from '#platform/chance';
import { databasePool, whenDatabaseCloses } from '#platform/database';
import { sealAsBefore } from '#platform/testing/seal-as-before';
import { plant } from '#platform/testing/plant';
import { seal } from '#platform/vault';
import { ask, givenAccount, givenBirth, givenCartLine, givenExam, givenSignedIn } from '#testing';
import { type Sweep, useSweeps } from '#office/work-items';
import { sweeps as workSweeps } from '#testing/app';

export const now = instantOf('2026-11-21', '12:00');
const past = addSeconds(now, -3600);
const later = addSeconds(now, 3600);

/** One statement on the database of this file. */
export const query = async (text: string, values: unknown[] = []) => await databasePool().query(text, values);

/** A sweep with its items: due, in the order of their ids, with the table that each is written into and what shows which were done. */
export type Row = {
  /** Plants one that is due, by calls of the server at `url` where it takes any. @returns its id. */
  given: (url: string) => Promise<string>;
  table: string;
  /** SQL: the ids of what was done. */
  done: string;
  /** What the task is called with. */
  payload?: () => Promise<object> | object;
  /** Staff are told on the board, and the task itself does not fail. */
  isOnBoard?: boolean;
};

const given = async (table: string, values: object, id = randomId()) => {
  await plant(table, { id, ...values });
  return id;
};

/** A line in somebody's cart. */
export const givenLine = async (wishes: Parameters<typeof givenExam>[0] = {}) => {
  const [exam, account] = [await givenExam(wishes), await givenAccount()];
  return { exam, accountId: account.id, id: await givenCartLine(account.id, exam) };
};

/** Registered without charge, as a candidate does it. */
async function givenRegistered(url: string): Promise<{ id: string; sessionId: string }> {
  const exam = await givenExam({ fees: { localFee: 0, boardFee: 0, vat: 0 } });
  const owner = await givenSignedIn(url);
  const id = await givenCartLine(owner.accountId, exam);
  const number = seal('E12345678', { table: 'application', row: id, column: 'id_no' });
  await query('update application set id_no_sealed = $2 where id = $1', [id, number]);
  await ask(owner, 'order.place', { body: { applicationIds: [id], totalPayAmount: 0 } });
  return { id, sessionId: exam.sessionId };
}

const givenOrder = async (values: object = {}) =>
  await given('exam_order', {
    account_id: (await givenAccount()).id,
    category: 'Public',
    status: 'PaymentPending',
    payment_start_at: addSeconds(now, -1200),
    payment_end_at: addSeconds(now, 540),
    ...values,
  });

/** A file that somebody uploaded and nothing uses. */
export const givenUpload = async () =>
  await given('file', {
    account_id: (await givenAccount()).id,
    kind: 'pdf',
    size: 1,
    created_at: '2026-11-01T00:00:00Z',
  });

const wanted: string[] = [];
const fapiaoToRed: Sweep = async () =>
  wanted.map((objectId) => ({ objectKind: 'fapiao', objectId, officeId: null, dueAt: now }));

async function idOf(text: string, of: string): Promise<string> {
  const { rows } = await query(text, [of]);
  return String(Object(rows[0])['id']);
}

let move = '';
whenDatabaseCloses(() => {
  move = '';
  wanted.length = 0;
  useSweeps(workSweeps);
});
async function givenMoved(): Promise<string> {
  move ||= await given('session_move', { previous_date: '2026-12-01', exam_date: '2026-12-02', choose_by: past });
  const { id } = await givenLine();
  await plant('moved_registration', { move_id: move, application_id: id, previous_start_time: '09:00' });
  return id;
}

export const sweeps: Readonly<Record<string, Row>> = {
  'platform.birthdays': {
    given: async () => {
      const { id } = await givenLine();
      await givenBirth('application', id, '2008-05-04');
      await query('update application set birthday_past_in = 2025 where id = $1', [id]);
      return id;
    },
    table: 'application',
    done: `select id from application where birthday_past_in = 2026`,
  },
  'platform.reseal': {
    given: async () => {
      const { id } = await givenAccount();
      await query('update account set phone_sealed = $2 where id = $1', [
        id,
        sealAsBefore('13800138000', { table: 'account', row: id, column: 'phone' }),
      ]);
      return id;
    },
    table: 'account',
    done: `select id from account where get_byte(phone_sealed, 0) = 2`,
  },
  'accounts.tellUnused': {
    given: async () => {
      const { id } = await givenAccount();
      await query(
        `update account set created_at = $2::timestamptz - interval '710 days', last_used_month = '2024-11-01' where id = $1`,
        [id, now],
      );
      return id;
    },
    table: 'reminder',
    done: `select object_id as id from reminder where kind = 'accountUnused'`,
  },
  'candidates.elsewhere': {
    given: async () => {
      const { id } = await givenLine();
      const candidateId = await idOf('select candidate_id as id from application where id = $1', id);
      const none = Buffer.alloc(0);
      return await given('candidate_guardian', {
        candidate_id: candidateId,
        id_type: 'Passport',
        type: 'Mother',
        name_sealed: none,
        id_no_sealed: none,
        mobile_sealed: none,
      });
    },
    table: 'candidate_guardian',
    done: 'select id from candidate_guardian where is_elsewhere is not null',
  },
  'applications.lapse': {
    given: async () => {
      const { id, exam } = await givenLine();
      await query('update exam_session set publish_end_at = $2 where id = $1', [exam.sessionId, past]);
      return id;
    },
    table: 'application',
    done: `select id from application where status = 'Expired'`,
  },
  'refunds.watchTargets': {
    given: async () =>
      await given('refund', {
        order_id: await givenOrder({ status: 'PaymentSuccessful' }),
        status: 'Approved',
        cause: 'cancellation',
        target_date: '2026-11-01',
        latest_date: '2026-11-10',
      }),
    table: 'work_item',
    done: `select object_id as id from work_item where kind = 'refundOverdue'`,
  },
  'bookings.sweep': {
    given: async () => {
      const { exam, accountId, id } = await givenLine();
      return await given('booking', {
        account_id: accountId,
        product_id: exam.productId,
        office_id: await idOf('select office_id as id from exam_session where id = $1', exam.sessionId),
        candidate_id: await idOf('select candidate_id as id from application where id = $1', id),
        status: 'Initiated',
        expected_date: '2026-01-01',
      });
    },
    table: 'booking',
    done: `select id from booking where status = 'WithdrawnBeforeArrangement'`,
  },
  'postTest.lapse': {
    given: async () => {
      const { exam, accountId } = await givenLine();
      const [service, series] = [
        await given('post_test_service', { kind: 'clericalCheck', product_id: exam.productId }),
        randomId(),
      ];
      await plant('post_test_window', {
        service_id: service,
        series_id: series,
        open_from: addSeconds(past, -60),
        close_at: past,
        board_close_at: later,
      });
      return await given('post_test', {
        account_id: accountId,
        product_id: exam.productId,
        service_id: service,
        series_id: series,
        status: 'Initiated',
      });
    },
    table: 'post_test',
    done: `select id from post_test where status = 'Expired'`,
  },
  'cancellations.watchDocuments': {
    given: async () =>
      await given('cancellation_request', {
        order_id: await givenOrder({ status: 'PaymentSuccessful' }),
        attempt: 1,
        is_document_required: true,
        documents_due_at: past,
      }),
    table: 'cancellation_request',
    done: `select id from cancellation_request where overdue_at is not null`,
  },
  'retention.run': {
    given: givenUpload,
    table: 'file',
    done: `select object_id as id from erasure where class = 'unusedUpload'`,
  },
  'files.purge': {
    given: givenUpload,
    table: 'file',
    done: `select object_id as id from erasure where class = 'unusedUpload'`,
  },
  'messages.readReports': {
    given: async () => {
      const id = randomId();
      const sealed = (column: string, text: string) => seal(text, { table: 'message', row: id, column });
      const values = { recipient_sealed: sealed('recipient', '13911112222'), values_sealed: sealed('values', '{}') };
      const sent = { channel: 'sms', state: 'Sent', is_wiped: false, sent_at: addSeconds(now, -1200) };
      return await given('message', { kind: 'orderExpired', message_key: id, language: 'zh', ...sent, ...values }, id);
    },
    table: 'message',
    done: `select id from message where state = 'Sent' and is_wiped`,
  },
  'reminders.exams': {
    given: async (url) => (await givenExamTomorrow(url)).id,
    table: 'reminder',
    done: `select object_id as id from reminder where kind = 'examVenueOpen'`,
  },
  'reminders.venues': {
    given: async (url) => (await givenExamTomorrow(url)).sessionId,
    table: 'reminder',
    done: `select object_id as id from reminder where kind = 'venueMissing'`,
  },
  'reminders.carts': {
    given: async () => (await givenLine({ closesInMinutes: 300 })).accountId,
    table: 'message',
    done: `select account_id as id from message where kind = 'cartClosing'`,
  },
  'reminders.orders': {
    given: () => givenOrder(),
    table: 'reminder',
    done: `select object_id as id from reminder where kind = 'orderExpiring'`,
  },
  'reminders.cartLapsed': {
    given: async () => {
      const { id } = await givenLine();
      await plant('reminder', { kind: 'cartLapsed', object_id: id, about: '' });
      return id;
    },
    payload: async () => ({ accountId: (await givenAccount()).id, ids: [randomId()] }),
    table: 'reminder',
    done: `select object_id as id from reminder where kind = 'cartLapsed' and told_at is not null`,
  },
  'approvals.lapse': {
    given: () => given('proposal', { status: 'Open', proposed_at: addSeconds(past, -60), expires_at: past }),
    table: 'proposal',
    done: `select id from proposal where status = 'Lapsed'`,
  },
  'workItems.sweep': {
    given: async () => {
      const id = randomId();
      useSweeps({ ...workSweeps, fapiaoToRed });
      wanted.push(id);
      return id;
    },
    table: 'work_item',
    done: `select object_id as id from work_item where kind = 'fapiaoToRed'`,
  },
  'minimums.find': {
    given: async () => {
      const { exam } = await givenLine();
      await query('update exam_session set publish_end_at = $2 where id = $1', [exam.sessionId, past]);
      await query('update product set minimum_candidates = 5 where id = $1', [exam.productId]);
      return exam.paperIds[0] ?? '';
    },
    table: 'minimum_decision',
    done: 'select session_subject_id as id from minimum_decision',
  },
  'minimums.withdraw': {
    given: async () => {
      const id = randomId();
      await plant('minimum_decision', { session_subject_id: id, decide_by: past, minimum: 2 });
      return id;
    },
    table: 'minimum_decision',
    done: `select session_subject_id as id from minimum_decision where outcome = 'Withdrawn'`,
  },
  'moves.tell': {
    given: givenMoved,
    payload: () => ({ moveId: move }),
    table: 'moved_registration',
    done: 'select application_id as id from moved_registration where told_at is not null',
  },
  'moves.close': {
    given: givenMoved,
    table: 'moved_registration',
    done: 'select application_id as id from moved_registration where outcome is not null',
  },
  'sessionDesk.sweep': {
    given: async (url) => {
      const { id, sessionId } = await givenRegistered(url);
      await query(`update exam_session set status = 'Withdrawn' where id = $1`, [sessionId]);
      return id;
    },
    table: 'application',
    done: `select id from application where status = 'Withdrawn'`,
    isOnBoard: true,
  },
  'catalogueDesk.sweep': {
    given: async () => {
      const object = await idOf('select line_id as id from product where id = $1', (await givenExam()).productId);
      return await given('catalogue_draft', {
        object_kind: 'line',
        object_id: object,
        status: 'Planned',
        effective_at: past,
      });
    },
    table: 'catalogue_draft',
    done: `select id from catalogue_draft where status = 'Published'`,
  },
};

/** What only hands over, with what makes one due, how many are more than one transaction takes, and the keys of their jobs. */
export const handedOver: Readonly<Record<string, { given: () => Promise<string>; count: number; key: string }[]>> = {
  'payments.sweep': [
    {
      given: () => given('exam_order', { category: 'Public', status: 'PaymentPending', payment_end_at: past }),
      count: 201,
      key: 'deadline',
    },
    {
      given: async () => {
        const id = randomId();
        await plant('payment_attempt', { id, order_id: id, trade_no: id, status: 'Started', next_poll_at: past });
        return id;
      },
      count: 201,
      key: 'poll',
    },
  ],
  'refunds.sweep': [
    {
      given: () => given('refund', { status: 'Approved', cause: 'cancellation', next_try_at: past }),
      count: 101,
      key: 'refund',
    },
  ],
  'letters.sweep': [
    {
      given: async () => {
        const { sessionId, productId } = (exam ??= await givenNearExam());
        const details = { category: 'Public', status: 'Registered', letter_version: 1 };
        return await given('application', { ...details, session_id: sessionId, product_id: productId });
      },
      count: 201,
      key: 'letter',
    },
  ],
};

let exam: Awaited<ReturnType<typeof givenExam>> | undefined;
async function givenNearExam() {
  const near = await givenExam();
  await query(
    `update exam_session set publish_end_at = $2, starts_at = $2, ends_at = $2::timestamptz + interval '3 hours', can_send = true where id = $1`,
    [near.sessionId, later],
  );
  return near;
}

/** A registration for an exam of tomorrow whose venue nobody has named. */
async function givenExamTomorrow(url: string): Promise<{ id: string; sessionId: string }> {
  const registered = await givenRegistered(url);
  await query(
    `update exam_session set publish_end_at = $2, exam_date = '2026-11-22', starts_at = $2, ends_at = $2::timestamptz + interval '3 hours'
     where id = $1`,
    [registered.sessionId, instantOf('2026-11-22', '09:00')],
  );
  return registered;
}
