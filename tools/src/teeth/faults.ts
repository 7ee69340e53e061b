/** A text of a file that becomes another: the first of its kind, or the one at a place. */
export type Change = { file: string; right: string; wrong: string; at?: number };

/** A fault that somebody could make, and the tests that have to notice. */
export type Fault = {
  name: string;
  changes: readonly Change[];
  /** Files of tests, and the titles in them that are run: all where none are named. */
  tests: string;
  titles?: string;
  environment?: Readonly<Record<string, string>>;
};

/** One scenario of `npm run faults`. */
const scenario = (words: string, environment: Readonly<Record<string, string>> = { FAULTS: '1' }) => ({
  tests: 'server/src/proofs/faults.test.ts',
  titles: 'while people buy',
  environment: { SCENARIO: words, ...environment },
});
const ends = 'server/src/proofs/ends.test.ts';
const silence = 'server/src/platform/database/silence.ts';
const database = 'server/src/platform/database.ts';
const migrate = 'server/src/platform/database/migrate.ts';
const leaving = 'server/src/platform/process/leaving.ts';
const dying = 'server/src/platform/process/faults.ts';

const seats = 'server/src/offer/sessions/seats/seats.ts';
const place = 'server/src/checkout/orders/placing/place.ts';
const registry = 'server/src/books/channels/registry.ts';
const crowd = 'server/src/proofs/crowd.test.ts';
const processes = 'server/src/proofs/crowd-processes.test.ts';
const lock = 'order by id for no key update ${mayWait';

export const faults: readonly Fault[] = [
  {
    name: 'sessions locked for update after the lines that point to them',
    changes: [
      { file: seats, right: lock, wrong: 'order by id for update ${mayWait' },
      {
        file: place,
        right: '  const { answers, taking } = await decideSeats(tx, drafts.map(requestOf), { mayWait });\n',
        wrong: [
          '  const sessionIds = drafts.flatMap((draft) => draft.lines).map((line) => line.session.id);\n',
          '  await sql`select from exam_session where id = any(${sessionIds}::uuid[]) for key share`.execute(tx);\n',
          '  const { answers, taking } = await decideSeats(tx, drafts.map(requestOf), { mayWait });\n',
        ].join(''),
      },
    ],
    tests: processes,
    titles: 'a crowd of buyers',
  },
  {
    name: 'a limit counted before its lock',
    changes: [
      {
        file: 'server/src/office/files/upload.ts',
        right: '    await checkQuota(tx, owner, bytes.size);\n',
        wrong: '',
      },
    ],
    tests: crowd,
    titles: 'seventy uploads',
  },
  {
    name: 'sessions locked in the order of the request',
    changes: [
      {
        file: seats,
        right: lock,
        wrong: 'order by array_position(${sessionIds}::uuid[], id) for no key update ${mayWait',
      },
    ],
    tests: crowd,
    titles: 'carts over five sessions',
  },
  {
    name: 'a decision taken whatever was decided before',
    changes: [
      { file: 'server/src/office/approvals/decide.ts', right: "row.status !== 'Open' || ", wrong: '' },
      {
        file: 'server/src/platform/transition.ts',
        right: ' and object.${column} = any(${[...from]}::text[])',
        wrong: '',
      },
    ],
    tests: crowd,
    titles: 'orders while staff withdraw|legal hold opened',
  },
  {
    name: 'an idempotency key ignored',
    changes: [
      {
        file: 'server/src/platform/http/mount.ts',
        right: "call.isIdempotent && typeof key === 'string'",
        wrong: "call.isIdempotent && typeof key === 'number'",
      },
    ],
    tests: crowd,
    titles: 'one idempotency key|one booking submitted',
  },
  {
    name: 'the counter of a session raised twice',
    changes: [
      {
        file: seats,
        right: 'session.registered + counted.seats',
        wrong: 'session.registered + 2 * counted.seats',
      },
    ],
    tests: crowd,
    titles: 'seats of one session',
  },
  {
    name: 'seats taken whether there are any or not',
    changes: [{ file: seats, right: '(weight > 0 && counter.registered + sum > counter.seat)', wrong: 'false' }],
    tests: crowd,
    titles: 'the last seat',
  },
  {
    name: 'a worker that does not begin again',
    changes: [
      {
        file: 'server/src/platform/worker.ts',
        right: 'state.run = await begin().catch(() => null);',
        wrong: 'state.run = null;',
      },
    ],
    ...scenario('killed and started again', {}),
  },
  {
    name: 'a broken connection that ends the process',
    changes: [
      {
        file: 'server/src/platform/database/connection.ts',
        right: "pool.on('error', () => undefined);",
        wrong: '',
      },
    ],
    ...scenario('every connection is reset', {}),
  },
  {
    name: 'a dead connection told as a fault',
    changes: [
      { file: 'server/src/platform/database/errors.ts', right: '/Connection terminated|', wrong: '/' },
      { file: 'server/src/platform/database/errors.ts', right: '57P0[1-4]|', wrong: '' },
    ],
    ...scenario('a backend is killed', {}),
  },
  {
    name: 'a silence that is never noticed',
    changes: [{ file: silence, right: 'const mostSilentLooks = 5;', wrong: 'const mostSilentLooks = 5000;' }],
    ...scenario('swallows'),
  },
  {
    name: 'locks left to connections that were given up',
    changes: [{ file: silence, right: 'await lines.endGivenUp(mine);', wrong: '' }],
    tests: 'server/src/platform/database/loss.test.ts',
    titles: 'swallows',
  },
  {
    name: 'a readyz that asks nobody',
    changes: [{ file: database, right: 'return !answers.includes(false);', wrong: 'return true;' }],
    ...scenario('the database stands still'),
  },
  {
    name: 'a full disk told as a fault',
    changes: [{ file: 'server/src/platform/database/errors.ts', right: '53\\d{3}|', wrong: '' }],
    ...scenario('disk'),
  },
  {
    name: 'a channel whose silence is told to nobody',
    changes: [{ file: registry, right: "logWarning('channel silent', { channel });", wrong: '' }],
    ...scenario('answers nonsense'),
  },
  {
    name: 'the silence of a channel told as a fault',
    changes: [{ file: registry, right: 'throw error;', wrong: "throw new Error('a fault');" }],
    ...scenario('the channel is away'),
  },
  {
    name: 'an attempt to pay that is never asked about',
    changes: [
      {
        file: 'server/src/checkout/payments/poll.ts',
        right: 'const asked = await queryAndApply(attempt);',
        wrong: "const asked: Asked = 'silent';",
      },
    ],
    ...scenario('news of payments is lost'),
  },
  {
    name: 'a message that is given up at its first failure',
    changes: [
      {
        file: 'server/src/people/messages/sending/send.ts',
        right: "delivery.outcome === 'never' || pause === undefined",
        wrong: 'pause !== null',
      },
    ],
    ...scenario('SMS'),
  },
  {
    name: 'a backup without its last table',
    changes: [
      {
        file: 'server/src/privacy/backup/make.ts',
        right: 'for (const shape of shapes)',
        wrong: 'for (const shape of shapes.slice(0, -1))',
      },
    ],
    ...scenario('a backup'),
  },
  {
    name: 'a migration that waits for its lock without end',
    changes: [
      {
        file: migrate,
        right: "set local lock_timeout = '1s'",
        wrong: "set local lock_timeout = '0'",
      },
    ],
    tests: 'server/src/platform/database/migrate.test.ts',
    titles: 'let others through',
  },
  {
    name: 'an end that leaves nobody time to look elsewhere',
    changes: [{ file: leaving, right: 'await pause(momentMs);', wrong: '' }],
    tests: ends,
    titles: 'missed by nobody',
  },
  {
    name: 'an end without a limit',
    changes: [
      { file: leaving, right: 'app.server.closeAllConnections();', wrong: '' },
      { file: dying, right: 'setTimeout(() => process.exit(0), endMs);', wrong: '' },
    ],
    tests: ends,
    titles: 'never comes to its end',
  },
  {
    name: 'a fault that looks like an end that was asked for',
    changes: [{ file: dying, right: 'export const faultExitCode = 70;', wrong: 'export const faultExitCode = 0;' }],
    tests: 'server/src/platform/process/faults.test.ts',
    titles: 'ends the process as a fault',
  },
  {
    name: 'a sweep that begins the tries of a job anew',
    changes: [
      {
        file: 'server/src/platform/outbox.ts',
        right: '(locked_at is not null or attempts > 0)',
        wrong: 'locked_at is not null',
      },
    ],
    tests: 'server/src/background-poison.test.ts',
    titles: 'keeps the count',
  },
  {
    name: 'a supervisor that does not start again',
    changes: [
      {
        file: 'tools/src/starting/keep.ts',
        right: 'if (code === 0 || state.isAsked || (isFirst && code === refused)) process.exit(code ?? 1);',
        wrong: 'process.exit(code ?? 1);',
      },
    ],
    tests: 'tools/src/start.test.ts',
    titles: 'starts the server again',
  },
  {
    name: 'a key under which two applications may work at once',
    changes: [
      {
        file: 'server/src/platform/idempotency.ts',
        right: 'pg_try_advisory_xact_lock(hashtextextended(name, 4)) as "isOurs"',
        wrong: 'true as "isOurs"',
      },
    ],
    tests: 'server/src/platform/idempotency.test.ts',
    titles: 'another process',
  },
  {
    name: 'jobs of an application that lives given to another',
    changes: [
      {
        file: 'server/src/platform/worker/lease.ts',
        right: "where pg_try_advisory_xact_lock(hashtextextended('worker ' || worker, 3))",
        wrong: 'where true',
      },
    ],
    tests: 'server/src/platform/worker.test.ts',
    titles: 'its lease is over',
  },
  {
    name: 'a version that does not run one step ahead',
    changes: [{ file: migrate, right: 'numberOf(name) !== next);', wrong: 'numberOf(name) !== 0);' }],
    tests: 'server/src/platform/database/migrate.test.ts',
    titles: 'one step ahead',
  },
  {
    name: 'columns that are not named',
    changes: [
      {
        file: 'server/src/platform/database/columns.ts',
        right: 'return new NamingCompiler();',
        wrong: 'return new PostgresQueryCompiler();',
      },
    ],
    tests: 'server/src/proofs/wider.test.ts',
    titles: 'making wider',
  },
  {
    name: 'a readyz that does not say that it leaves',
    changes: [
      {
        file: 'server/src/platform/http/health.ts',
        right: 'isLeaving(app) || !isWorkerWell() || ',
        wrong: '',
      },
    ],
    tests: ends,
    titles: 'missed by nobody',
  },
  {
    name: 'a connection that is told of a moment late',
    changes: [
      {
        file: 'server/src/platform/database/connection.ts',
        right: '        tell(error, this);',
        wrong: '        queueMicrotask(() => tell(error, this));',
      },
    ],
    tests: 'server/src/platform/database/connection.test.ts',
    titles: 'ends as it begins',
  },
  {
    name: 'a lost question left to its deadline',
    changes: [{ file: silence, right: 'await lines.endUnanswered(mine);', wrong: '' }],
    tests: 'server/src/platform/database/loss.test.ts',
    titles: 'lost on the way',
  },
  {
    name: 'a standstill that is told to nobody',
    changes: [{ file: dying, right: "logWarning('process stood still', { milliseconds });", wrong: '' }],
    ...scenario('the server stands still'),
  },
  {
    name: 'a loss of one connection that is told to nobody',
    changes: [
      {
        file: 'server/src/platform/database/connection.ts',
        right: "if (!isTold) logError('database connection lost', error);",
        wrong: 'void error;',
      },
    ],
    ...scenario('one connection is ended', {}),
  },
  {
    name: 'a slow channel that is told to nobody',
    changes: [
      {
        file: registry,
        right: 'if (milliseconds > slowMilliseconds)',
        wrong: 'if (milliseconds < 0)',
      },
    ],
    ...scenario('the channel is slow'),
  },
  {
    name: 'repeated news of a payment taken for new',
    changes: [
      {
        file: 'server/src/checkout/payments/notify.ts',
        right: 'if (eventId === null) return',
        wrong: 'if (eventId === "") return',
      },
    ],
    ...scenario('comes again and again'),
  },
  {
    name: 'polls that wait for a clock that was put back',
    changes: [
      {
        file: 'server/src/checkout/payments/poll.ts',
        right: ' or next_poll_at > app_now() + make_interval(secs => ${laterSeconds})',
        wrong: '',
      },
    ],
    tests: 'server/src/checkout/payments/ending/deadline.test.ts',
    titles: 'found soon though the clock',
  },
  {
    name: 'less patience than a slow SMS service needs',
    changes: [{ file: 'server/src/platform/network.ts', right: '?? 10_000', wrong: '?? 1000' }],
    ...scenario('SMS and mail are slow'),
  },
];
