import { addSeconds, type CopyPart, copyPartNames, copyParts, keptUntilAfter } from '@exam/contract/rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomDigits, randomId } from '#platform/chance';
import { readNowAlone, setClockOffset } from '#platform/clock';
import { belongsTo, tablesOfPeople } from '#platform/columns/subjects';
import { reading } from '#platform/database';
import { flushNetworkLog } from '#platform/network-log';
import { seal } from '#platform/vault';
import { copySources, notCopied } from '#privacy/rights';
import { childConsents, ask, givenExam, givenSignedIn, moveClockTo, type SignedIn, rowsOf } from '#testing';
import { randomCharacters, run } from './retention.testing.ts';
import { addCandidate, meddle, openWorld, payOrder, placeOrder, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Parent = {
  browser: SignedIn;
  candidateId: string;
  applicationId: string;
  orderId: string;
  idNo: string;
  /** The account's, the child's and the guardian's. */
  phones: string[];
  marks: string[];
};

const letters = () => randomDigits(8).replace(/\d/g, (digit) => String.fromCodePoint(65 + Number(digit)));

/** A parent whose child is registered and paid for, with marks that are nowhere else. */
async function givenParent(): Promise<Parent> {
  await setClockOffset(0);
  const email = `parent.${randomDigits(8)}@example.com`;
  const browser = await givenSignedIn(world.url, { email });
  const exam = await givenExam();
  const [idNo, guardianNo] = [`E${randomDigits(8)}`, `G${randomDigits(8)}`];
  const marks = {
    lastName: `Q${letters()}`,
    firstName: `X${letters()}`,
    nameZh: randomCharacters(),
    mobile: `139${randomDigits(8)}`,
    email: `child.${randomDigits(8)}@example.com`,
  };
  const guardian = {
    name: `王${letters()}`,
    idType: 'Passport',
    idNo: guardianNo,
    mobile: `137${randomDigits(8)}`,
    type: 'Father',
  };
  const person = {
    ...marks,
    idType: 'Passport',
    idNo,
    gender: 'Male',
    dob: '2014-05-06',
    guardianModel: guardian,
    consents: childConsents,
  };
  const added = await ask(browser, 'candidate.add', { body: person });
  const candidateId = String(added.body['id']);
  const submitted = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
  const applicationId = String(submitted.body['id']);
  const orderId = await placeOrder(browser, { exam, candidateId, applicationId });
  await payOrder(browser, world.bank, orderId);
  await ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: `{"note":"${marks.lastName}"}` } });
  await meddle(
    `insert into note (id, object_kind, object_id, text, written_by, written_by_name, written_at)
     values (gen_random_uuid(), 'application', $1, $2, gen_random_uuid(), 'Officer', app_now())`,
    [applicationId, `Rang about ${marks.firstName}`],
  );
  const own = [browser.phone, email, ...Object.values(marks), guardian.name, guardian.mobile, guardianNo, idNo];
  const phones = [browser.phone, marks.mobile, guardian.mobile];
  return { browser, candidateId, applicationId, orderId, idNo, phones, marks: own };
}

type Copied = { status: number; text: string; parts: Map<string, Record<string, unknown>[]> };

async function copyOf({ browser }: Pick<Parent, 'browser'>, isWhole: boolean): Promise<Copied> {
  const { status, text, body } = await ask(browser, 'rights.copy', { body: { isWhole } });
  const parts: unknown = body['parts'];
  const list: { name: string; rows: Record<string, unknown>[] }[] = Array.isArray(parts) ? parts : [];
  return { status, text, parts: new Map(list.map(({ name, rows }) => [name, rows])) };
}

/** The names of every column of a table, and of its columns that are ids or hashes. */
async function columnsOf(table: string): Promise<{ name: string; isKey: boolean }[]> {
  const rows = await rowsOf(
    `select column_name as name, udt_name in ('uuid', '_uuid') or udt_name = 'bytea' and column_name not like '%\\_sealed' as is_key
     from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  );
  return rows.map((row) => ({ name: String(row['name']), isKey: row['is_key'] === true }));
}

const snake = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const sourceOf = (name: CopyPart) => copySources[name];

describe('a copy of one’s own data', () => {
  it('has a place to be read from for every part', () => {
    expect(copyPartNames.filter((name) => sourceOf(name) === undefined)).toEqual([]);
  });

  it('decides about every column of every table it reads: copied, or left out by name [PIPL-45]', async () => {
    const undecided: string[] = [];
    for (const name of copyPartNames) {
      const source = sourceOf(name);
      if (source === undefined || name === 'postTestPassedOn') continue;
      const fields: readonly string[] = copyParts[name];
      const known = new Set([
        ...fields.flatMap((field) => [snake(field), `${snake(field)}_sealed`]),
        ...(source.without ?? []),
      ]);
      for (const column of await columnsOf(source.table))
        if (!column.isKey && !known.has(column.name)) undecided.push(`${source.table}.${column.name}`);
    }
    expect(undecided).toEqual([]);
  });

  it('decides about every table that has rows of an account or of its people: copied, or named with a reason', async () => {
    const known = new Set([...copyPartNames.flatMap((name) => sourceOf(name)?.table ?? []), ...Object.keys(notCopied)]);
    expect(tablesOfPeople.filter((name) => !known.has(name))).toEqual([]);
    const named: readonly string[] = Object.keys(notCopied);
    expect(named.filter((name) => !tablesOfPeople.some((each) => each === name))).toEqual([]);
  });

  it('holds every mark of the person and every row with their ids, and nothing of another person [PIPL-45 call:rights.copy]', async () => {
    const parent = await givenParent();
    const stranger = await givenParent();

    const { status, text, parts } = await copyOf(parent, true);

    expect(status, text).toBe(200);
    expect(parent.marks.filter((mark) => !text.includes(mark))).toEqual([]);
    expect(stranger.marks.filter((mark) => text.includes(mark))).toEqual([]);
    const wrong: unknown[] = [];
    // A call is written into the network log after it: while a copy is made, that grows.
    const settled = tablesOfPeople.filter((each) => each !== 'network_log' && !Object.hasOwn(notCopied, each));
    for (const table of settled) {
      const { rows } = await reading((tx) =>
        sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}
          where ${belongsTo(table, parent.browser.accountId)}`.execute(tx),
      );
      const sources = copyPartNames.filter((part) => sourceOf(part)?.table === table && part !== 'postTestPassedOn');
      const copied = sources.flatMap((part) => parts.get(part) ?? []).length;
      if (copied !== rows[0]?.count) wrong.push([table, rows[0]?.count, copied]);
    }
    expect(wrong).toEqual([]);
    expect(parts.get('consents')).toHaveLength(6);
    expect(parts.get('messages')?.length).toBeGreaterThan(0);
  });

  it('shows telephone numbers in part, unless who asks has just proved who they are [PIPL-45]', async () => {
    const parent = await givenParent();

    const { text, parts } = await copyOf(parent, false);

    expect(parent.phones.filter((number) => text.includes(number))).toEqual([]);
    expect(parts.get('account')?.[0]?.['phone']).toMatch(/^\d{3}\*{4}\d{4}$/);
  });

  it('has the newest thousand calls of the network log and says how many there are; the address only after a fresh proof [PIPL-45]', async () => {
    const parent = await givenParent();
    const address = '203.0.113.77';
    const seals = Array.from({ length: 1_001 }, () => {
      const row = randomId();
      return [row, seal(address, { table: 'network_log', row, column: 'address' })] as const;
    });
    await flushNetworkLog();
    await meddle('delete from network_log where account_id = $1', [parent.browser.accountId]);
    await meddle(
      `insert into network_log (id, at, origin, method, route, status, milliseconds, account_id, address_sealed, address_key)
       select id, app_now() - interval '1 hour' - make_interval(mins => place::integer), 'portal', 'GET', '/api/user', 200, 3, $3, sealed, ''
       from unnest($1::uuid[], $2::bytea[]) with ordinality as call (id, sealed, place)`,
      [seals.map(([id]) => id), seals.map(([, sealed]) => sealed), parent.browser.accountId],
    );

    const shown = async (isWhole: boolean) => {
      const { text, body } = await ask(parent.browser, 'rights.copy', { body: { isWhole } });
      const parts = body['parts'] as { name: string; rows: Record<string, unknown>[]; recordCount: number }[];
      const log = parts.find(({ name }) => name === 'networkLog');
      const times = (log?.rows ?? []).map(({ at }) => String(at));
      return {
        isOpen: text.includes(address),
        rows: times.length,
        isNewestFirst: times.join() === times.toSorted().toReversed().join(),
        isCounted: (log?.recordCount ?? 0) >= 1_001,
        call: log?.rows.at(-1),
      };
    };

    const call = { method: 'GET', route: '/api/user', httpStatus: 200 };
    const expected = { rows: 1_000, isNewestFirst: true, isCounted: true };
    expect([await shown(false), await shown(true)]).toEqual([
      { ...expected, isOpen: false, call: expect.objectContaining({ ...call, address: '***' }) },
      { ...expected, isOpen: true, call: expect.objectContaining({ ...call, address }) },
    ]);
  });

  it('is made for whoever has just proved who they are, and shows the last characters of documents only unless whole numbers are asked for [PIPL-45]', async () => {
    const parent = await givenParent();
    const masked = await copyOf(parent, false);
    await moveClockTo(addSeconds(await readNowAlone(), 400));
    const late = [await copyOf(parent, true), await copyOf(parent, false)];
    await setClockOffset(0);

    expect(masked.text).not.toContain(parent.idNo);
    expect(masked.parts.get('candidates')?.[0]?.['idNo']).toMatch(/\*.*\d{2}$/);
    expect(late.map(({ status, text }) => [status, Object(JSON.parse(text)).code])).toEqual([
      [403, 'REAUTH'],
      [403, 'REAUTH'],
    ]);
  });

  it('is made five times an hour at most, whoever asks without a proof uses none up [PIPL-45 T14]', async () => {
    const parent = await givenParent();
    await moveClockTo(addSeconds(await readNowAlone(), 400));
    const unproven = await copyOf(parent, false);
    await setClockOffset(0);
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await copyOf(parent, false)).status);

    expect([unproven.status, ...statuses]).toEqual([403, 200, 200, 200, 200, 200, 429]);
  });

  it('is a request with a receipt that is answered at once [PIPL-45 call:rights.requests]', async () => {
    const parent = await givenParent();
    await copyOf(parent, false);

    const { text } = await ask(parent.browser, 'rights.requests');

    expect(JSON.parse(text)).toEqual([
      expect.objectContaining({ kind: 'Copy', status: 'Answered', code: expect.stringMatching(/^D\d{6}[0-9A-Z]{6}$/) }),
    ]);
  });

  it('starts with what is held of each person and until when [S-18 call:rights.held]', async () => {
    const parent = await givenParent();
    await addCandidate(parent.browser);

    const { body, text } = await ask(parent.browser, 'rights.held');

    expect(body['candidates'], text).toHaveLength(2);
    const [row] = await rowsOf(
      'select exam_date::text as day from exam_session s join application a on a.session_id = s.id where a.id = $1',
      [parent.applicationId],
    );
    const year = Number(String(row?.['day']).slice(0, 4));
    const child = (Array.isArray(body['candidates']) ? body['candidates'] : []).find(
      (each: { id: unknown }) => each.id === parent.candidateId,
    );
    const untilOf = (of: string) => child.kept.find((each: { class: string }) => each.class === of)?.until.slice(0, 4);
    expect(['candidate', 'examRecord'].map(untilOf)).toEqual([year + 7, year + 4].map(String));
    // The guardian's consent to keeping the child has no end while the child is in the list.
    expect(child.kept.find((each: { class: string }) => each.class === 'consent').until).toBeNull();
  });

  it('names the day on which somebody taken off the list goes, with the last of their records, and none while the law keeps them [S-18 PIPL-47]', async () => {
    const parent = await givenParent();
    const keptOf = async () => {
      const { body } = await ask(parent.browser, 'rights.held');
      const [child] = body['candidates'] as [{ state: string; kept: { class: string; until: string | null }[] }];
      const of = (name: string) => child.kept.find((each) => each.class === name);
      return { shown: [child.state, of('candidate')], record: of('examRecord') };
    };

    await ask(parent.browser, 'candidate.delete', { params: { id: parent.candidateId } });
    const removed = await keptOf();
    await meddle(
      `insert into legal_hold (id, scope, object_id, person_key, reason, review_on, opened_at, opened_by, approved_by)
       select gen_random_uuid(), 'person', id, person_key, 'A court asked', current_date + 100, app_now(), gen_random_uuid(), gen_random_uuid()
       from candidate where id = $1`,
      [parent.candidateId],
    );

    const own = { class: 'candidate', count: 1 };
    // They go with the last record that names them, and not seven years after the exam.
    expect(removed.record?.until).toMatch(/^20/);
    expect(removed.shown).toEqual(['Removed', { ...own, until: removed.record?.until, isKeptByLaw: false }]);
    expect((await keptOf()).shown).toEqual(['Removed', { ...own, until: null, isKeptByLaw: true }]);
  });

  it('names no day of a line in the cart that a hold keeps: whoever it names goes seven years after they were saved, unless it is let go before [S-18]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const candidateId = await addCandidate(browser);
    await ask(browser, 'application.submit', { body: submission(exam, candidateId) });
    await meddle(
      `insert into legal_hold (id, scope, object_id, reason, review_on, opened_at, opened_by, approved_by)
       select gen_random_uuid(), 'session', $1, 'A court asked', current_date + 100, app_now(), gen_random_uuid(), gen_random_uuid()`,
      [exam.sessionId],
    );
    await ask(browser, 'candidate.delete', { params: { id: candidateId } });

    const { body } = await ask(browser, 'rights.held');
    const [person] = body['candidates'] as { kept: { class: string; until: string }[] }[];
    const until = String(person?.kept.find((each) => each.class === 'candidate')?.until);
    const named = async (at: string) => {
      await moveClockTo(at);
      await run();
      return await rowsOf(`select from candidate where id = $1 and first_name <> ''`, [candidateId]);
    };
    const [row] = await rowsOf('select exam_date::text as day from exam_session where id = $1', [exam.sessionId]);

    expect(Number(until.slice(0, 4)) - Number(String(row?.['day']).slice(0, 4))).toBe(7);
    expect([(await named(addSeconds(until, -60))).length, (await named(until)).length]).toEqual([1, 0]);
    await setClockOffset(0);
  });

  it('names the day on which somebody off the list goes although a hold keeps a record of theirs, and then they are gone [S-18]', async () => {
    const parent = await givenParent();
    await ask(parent.browser, 'candidate.delete', { params: { id: parent.candidateId } });
    const ownOf = async () => {
      const { body } = await ask(parent.browser, 'rights.held');
      const people = body['candidates'] as { kept: { class: string; until: string; isKeptByLaw: boolean }[] }[];
      return people[0]?.kept.find((each) => each.class === 'candidate');
    };
    const namesLeft = async (at: string) => {
      await moveClockTo(at);
      await run();
      const rows = await rowsOf(
        `select 'candidate' as of from candidate where id = $1 and first_name <> '' union all
         select 'application' from application where id = $2 and first_name <> ''`,
        [parent.candidateId, parent.applicationId],
      );
      return rows.map((row) => row['of']);
    };
    const free = await ownOf();
    await meddle(
      `insert into legal_hold (id, scope, object_id, reason, review_on, opened_at, opened_by, approved_by)
       select gen_random_uuid(), 'order', $1, 'A court asked', current_date + 100, app_now(), gen_random_uuid(), gen_random_uuid()`,
      [parent.orderId],
    );

    const held = await ownOf();
    const left = [await namesLeft(addSeconds(held?.until ?? '', -60)), await namesLeft(held?.until ?? '')];
    await setClockOffset(0);

    // Seven years after the exam, where it was four: the registration names them until it is let go.
    expect([held?.isKeptByLaw, Number(held?.until.slice(0, 4)) - Number(free?.until.slice(0, 4))]).toEqual([false, 3]);
    expect(left).toEqual([['candidate', 'application'], ['application']]);
  });

  it('lists the evidence of consents of somebody who is forgotten, and the calls that were made [S-18 PIPL-45]', async () => {
    const browser = await givenSignedIn(world.url);
    const candidateId = await addCandidate(browser, 'child');
    const classesOf = async () => {
      const { body } = await ask(browser, 'rights.held');
      const account = body['account'] as { class: string; count: number; until: string | null }[];
      return [body['candidates'], account.filter((each) => each.class === 'consent')];
    };

    await meddle(
      `insert into consent select (jsonb_populate_record(consent, jsonb_build_object('id', gen_random_uuid(), 'candidate_id', null))).*
       from consent where candidate_id = $1`,
      [candidateId],
    );
    await ask(browser, 'candidate.delete', { params: { id: candidateId } });
    await flushNetworkLog();

    const [row] = await rowsOf('select deleted_at from candidate where id = $1', [candidateId]);
    const until = keptUntilAfter('consent', String(row?.['deleted_at']));
    // Those of the account have no end while it is there.
    expect(await classesOf()).toEqual([
      [],
      [expect.objectContaining({ until: null }), expect.objectContaining({ count: 1, until, isKeptByLaw: false })],
    ]);
    const { body } = await ask(browser, 'rights.held');
    expect(body['account']).toContainEqual(expect.objectContaining({ class: 'networkLog' }));
  });

  it('has nobody in it whom only the cart named: taken off the list they are forgotten with their line, and cannot be ordered [PIPL-47 S-18 R-28]', async () => {
    const browser = await givenSignedIn(world.url);
    const exam = await givenExam();
    const [candidateId, otherId] = [await addCandidate(browser, 'child'), await addCandidate(browser)];
    const { body } = await ask(browser, 'application.submit', { body: submission(exam, candidateId, 'child') });
    const other = await ask(browser, 'application.submit', { body: submission(exam, otherId) });

    await ask(browser, 'candidate.delete', { params: { id: candidateId } });

    const id = String(body['id']);
    const held = await ask(browser, 'rights.held');
    const ordered = await ask(browser, 'order.place', { body: { applicationIds: [id], totalPayAmount: 150_000 } });
    const names = await rowsOf(
      `select first_name as name from application where id = $1 union all select first_name from candidate where id = $2
       union all select application_id::text from application_person where application_id = $1`,
      [id, candidateId],
    );
    const statuses = [];
    for (const each of [id, String(other.body['id'])])
      statuses.push((await ask(browser, 'application.get', { params: { id: each } })).status);

    expect((held.body['candidates'] as { id: string }[]).map((each) => each.id)).toEqual([otherId]);
    expect([ordered.status >= 400, statuses, names]).toEqual([true, [404, 200], [{ name: '' }, { name: '' }]]);
  });
});
