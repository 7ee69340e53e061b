import { checkIdentity } from '@exam/contract/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenProduct, request, today } from '#testing/bookings-desk';
import { seedDemo } from '#demo';
import { dobOf, genderOf, type KeptBirth, type KeptGender } from '#platform/birth';
import { columnClasses, type ColumnClass, tableNames, type TableName } from '#platform/columns/index';
import { databasePool } from '#platform/database';
import { migrate } from '#platform/database/migrate';
import { databaseUrlOf } from '#platform/testing/database';
import {
  ask,
  askStaff,
  childConsents,
  givenExam,
  givenSignedIn,
  givenStaff,
  moveClockTo,
  rowsOf,
  sealedLengths,
  type SignedIn,
} from '#testing';
import { meddle, openWorld, payOrder, placeOrder, submission, type World } from './world.testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await seedDemo();
});
afterAll(() => world.close());

/** How many numbers must remain possible to somebody who has everything that is stored in clear. */
const fewest = 10_000;
/** Counties have codes for life; fewer than were ever given. */
const counties = 3000;

type Planted = { idType: 'IDCard' | 'Passport'; idNo: string };

/** A number with a right check character; its serial is fixed, so that nothing else of a run looks like its end. */
const resident = (start: string): Planted => {
  const end = '0123456789X'.split('').find((sign) => isResident(`${start}${sign}`));
  return { idType: 'IDCard', idNo: `${start}${end}` };
};
const isResident = (idNo: string) => checkIdentity('IDCard', idNo, { today: '2026-11-21' }).ok;

/** Somebody of the tests in each table that keeps a document, mainland numbers all but two. */
const planted = {
  adult: resident('11010119900817783'),
  corrected: resident('31011519910412694'),
  child: resident('33010620130517891'),
  guardian: resident('44030019830226575'),
  pickup: resident('51010719791203758'),
  booked: resident('21010220121029967'),
  abroad: { idType: 'Passport', idNo: 'E60718293' },
  stranger: { idType: 'Passport', idNo: 'E60719384' },
} as const satisfies Record<string, Planted>;
const names = { lastName: 'ZHANG', firstName: 'SAN', mobile: '13800138000' };
const relative = ({ idType, idNo }: Planted, type: string) => ({
  name: '王建国',
  idType,
  idNo,
  mobile: '13800138000',
  type,
});
const guardianModel = relative(planted.guardian, 'Father');
const typed = { gender: 'Male', dob: '2001-09-09' };

async function add(browser: SignedIn, { idType, idNo }: Planted, changes: object = {}): Promise<string> {
  const answer = await ask(browser, 'candidate.add', {
    body: { idType, idNo, ...names, consents: childConsents, ...changes },
  });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.body['id']);
}

/** A paid registration. */
async function register(browser: SignedIn, candidateId: string, changes: object = {}): Promise<string> {
  const exam = await givenExam();
  const kind = 'leaveAlone' in changes ? 'child' : 'adult';
  const submitted = await ask(browser, 'application.submit', {
    body: { ...submission(exam, candidateId, kind), ...changes },
  });
  expect(submitted.status, submitted.text).toBe(200);
  const line = { exam, candidateId, applicationId: String(submitted.body['id']) };
  await payOrder(browser, world.bank, await placeOrder(browser, line));
  return line.applicationId;
}

/** Staff put another document in its place: the audit tells that. */
async function correct(id: string, { idType, idNo }: Planted): Promise<void> {
  const officer = await givenStaff(world.consoleUrl, { roles: ['examOfficer'] });
  const { version } = (await askStaff(officer, 'applications.get', { params: { id } })).body;
  const body = { version, changes: { idType, idNo }, reason: 'The number was mistyped' };
  const answer = await askStaff(officer, 'applications.correct', { params: { id }, body });
  expect(answer.status, answer.text).toBeLessThan(300);
}

async function plant(): Promise<void> {
  const browser = await givenSignedIn(world.url);
  await correct(await register(browser, await add(browser, planted.adult)), planted.corrected);
  const pickup = { ...relative(planted.pickup, 'AuthorisedPerson'), isFourteenOrOlder: true };
  const child = await add(browser, planted.child, { guardianModel, consents: childConsents });
  await register(browser, child, { leaveAlone: false, applicationPickupPerson: pickup });
  await register(browser, await add(browser, planted.abroad, typed));
  await add(browser, planted.stranger, typed);
  await moveClockTo(today);
  const booked = await add(browser, planted.booked, { guardianModel, consents: childConsents });
  const body = request(await givenProduct(), booked, { leaveAlone: false, applicationPickupPerson: pickup });
  const asked = await ask(browser, 'booking.submit', { body });
  expect(asked.status, asked.text).toBe(200);
}

type Readable = { column: string; class: ColumnClass; text: string };

/** Everything that is in clear, column by column, in the job queue too: bytes are sealed or hashed, and looked at by other proofs. */
async function readable(): Promise<Readable[]> {
  const found = await Promise.all(tableNames.map((table) => readableOf(`"${table}"`, columnClasses[table])));
  return [...found.flat(), ...(await readableOf('graphile_worker._private_jobs', {}))];
}

async function readableOf(table: string, classes: Readonly<Record<string, ColumnClass>>): Promise<Readable[]> {
  const { rows } = await databasePool().query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${table} t`,
  );
  return rows.flatMap(({ row }) =>
    Object.entries(row)
      .map(([column, value]) => ({
        column: `${table}.${column}`,
        class: classes[column] ?? 'none',
        text: typeof value === 'string' ? value : JSON.stringify(value),
      }))
      .filter(({ text }) => !text.startsWith(String.raw`\x`)),
  );
}

type Known = { column: string; places: ReadonlySet<number> };

/** Which characters of a number a text gives away: all, those beside the stars of a mask, or the birth date in it. */
function toldBy({ column, class: of, text }: Readable, { idType, idNo }: Planted): Known[] {
  const all = Array.from(idNo, (_, at) => at);
  const date = `${idNo.slice(6, 10)}-${idNo.slice(10, 12)}-${idNo.slice(12, 14)}`;
  const isBorn = idType === 'IDCard' && (text.includes(date) || text.includes(date.replaceAll('-', '')));
  const masks = text.match(/[0-9A-Z]*\*{2,}[0-9A-Z]*/g) ?? [];
  const fitting = masks.filter(
    (mask) => mask.length === idNo.length && mask.split('').every((sign, at) => sign === '*' || sign === idNo[at]),
  );
  return [
    ...(text.includes(idNo) ? [{ column, places: new Set(all) }] : []),
    ...(isBorn ? [{ column, places: new Set([6, 7, 8, 9, 10, 11, 12, 13]) }] : []),
    ...fitting.map((mask) => ({ column, places: new Set(all.filter((at) => mask[at] !== '*')) })),
    ...(of !== 'none' && new RegExp(`(^|[^0-9A-Za-z])${idNo.slice(-4)}($|[^0-9A-Za-z])`).test(text)
      ? [{ column, places: new Set(all.slice(-4)) }]
      : []),
  ];
}

/** How many numbers fit what is known: a resident's check character has to fit too, and the third digit of the serial is odd or even by gender. */
function possible({ idType, idNo }: Planted, known: ReadonlySet<number>, isGenderKnown: boolean): number {
  if (idType === 'Passport') return 10 ** idNo.split('').filter((_, at) => !known.has(at)).length;
  const isKnown = (from: number, to: number) => idNo.split('').every((_, at) => at < from || at >= to || known.has(at));
  const regions = isKnown(0, 6) ? 1 : counties;
  const days = isKnown(6, 14) ? 1 : 365;
  const serials = [14, 15, 16].reduce(
    (count, at) => count * (known.has(at) ? 1 : at === 16 && isGenderKnown ? 5 : 10),
    1,
  );
  return Math.max(1, Math.ceil((regions * days * serials) / (known.has(17) ? 11 : 1)));
}

/** How many numbers the texts leave possible, and which columns told of the right one. */
function leftBy(texts: readonly Readable[], document: Planted) {
  const known = texts.flatMap((each) => toldBy(each, document));
  const places = new Set(known.flatMap((each) => [...each.places]));
  return { numbers: possible(document, places, true), of: [...new Set(known.map(({ column }) => column))] };
}

it.each([
  ['a mask of region and four signs beside the birth date', ['110101********7838', '1990-03-07'], 1],
  ['the same without the birth date', ['110101********7838'], 34],
  ['the last two signs beside the birth date', ['****************38', '1990-03-07'], 27_273],
  ['the last two signs beside region and birth date', ['110101************', '****************38', '1990-03-07'], 10],
  ['the birth date alone', ['1990-03-07'], 1_500_000],
])('%s: %o leave %i numbers', (_, texts, numbers) => {
  const document = { idType: 'IDCard', idNo: '110101199003077838' } as const;
  const readables = texts.map((text) => ({ column: 'a', class: 'personal' as const, text }));
  expect(leftBy(readables, document).numbers).toBe(numbers);
});

it('nobody’s number can be made of what a dump shows in clear: masks, birth dates and the rest leave ten thousand and more [T31 S-18 ASVS-14.1.1]', async () => {
  await plant();

  const texts = await readable();
  const left = Object.entries(planted).map(([who, document]) => ({ who, ...leftBy(texts, document) }));

  expect(texts.length).toBeGreaterThan(1000);
  expect(left.filter(({ numbers }) => numbers < fewest)).toEqual([]);
});

it('a dump shows nobody’s birth date and nobody’s gender [S-18 ASVS-14.1.1]', async () => {
  const texts = await readable();
  const days = [
    ...Object.values(planted).map(({ idNo }) => `${idNo.slice(6, 10)}-${idNo.slice(10, 12)}-${idNo.slice(12, 14)}`),
    typed.dob,
  ];

  expect(texts.filter(({ text }) => days.some((day) => text.includes(day))).map(({ column }) => column)).toEqual([]);
  expect(texts.filter(({ text }) => /^"?(Male|Female)"?$/.test(text)).map(({ column }) => column)).toEqual([]);
});

it('the length of a sealed value tells nothing: each column of one line has one, over all families [S-18 T31 ASVS-14.1.1]', async () => {
  const lengths = await sealedLengths();

  const differing = [...lengths].flatMap(([column, found]) => (found.length > 1 ? [column] : []));
  expect(lengths.size).toBeGreaterThan(25);
  // Forms, and texts of several lines: they grow in coarse steps.
  const ofLines =
    /(json|json_result|values|steps|entered|reason|wish|answer|request|conditions|payload|evidence|draft|rows)_sealed$/;
  expect(differing.filter((column) => !ofLines.test(column))).toEqual([]);
  expect(Math.max(...[...lengths.values()].map((found) => found.length))).toBeLessThanOrEqual(4);
});

/** What a dump gives of each row of a table besides names: values in clear, how long sealed ones are, and which are empty. Values that are a row's own tell nothing by themselves. */
async function seenOf(table: TableName): Promise<Map<string, Map<string, string>>> {
  const { rows } = await databasePool().query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from "${table}" t`,
  );
  const seen = new Map<string, Map<string, string>>();
  for (const { row } of rows)
    for (const [column, value] of Object.entries(row)) {
      if (['first_name', 'last_name'].includes(column)) continue;
      const text = JSON.stringify(value) ?? 'null';
      const ofRow = typeof value === 'string' && value.startsWith(String.raw`\x`) ? String(text.length) : text;
      const values = seen.get(column) ?? new Map<string, string>();
      seen.set(column, values.set(String(row['id']), ofRow));
    }
  return seen;
}

/** Which columns, each by itself and each with every other one, split people exactly by what they are, in groups of four and more. */
function telling(seen: Awaited<ReturnType<typeof seenOf>>, truth: ReadonlyMap<string, string>): string[] {
  const columns = [...seen.keys()];
  const pairs = columns.flatMap((one, at) => columns.slice(at).map((other) => [one, other] as const));
  return pairs.flatMap(([one, other]) => {
    const groups = new Map<string, string[]>();
    for (const [id, is] of truth) {
      const key = `${seen.get(one)?.get(id)} ${seen.get(other)?.get(id)}`;
      groups.set(key, [...(groups.get(key) ?? []), is]);
    }
    const areLarge = [...groups.values()].every((found) => found.length >= 4);
    const arePure = [...groups.values()].every((found) => new Set(found).size === 1);
    return areLarge && arePure ? [`${one} and ${other}`] : [];
  });
}

it('no column in clear, by itself or joined to another one, splits families by gender or by day of birth [S-18 ASVS-14.1.1]', async () => {
  for (const table of ['candidate', 'application', 'booking'] as const) {
    const { rows } = await databasePool().query<KeptBirth & KeptGender>(
      `select id, dob_sealed, birth_year, gender_sealed from ${table} where gender_sealed is not null`,
    );
    const genders = new Map(rows.map((row) => [row.id, genderOf(table, row)]));
    const halves = new Map(rows.map((row) => [row.id, dobOf(table, row).slice(5) < '07' ? 'first' : 'second']));
    const seen = await seenOf(table);

    expect([table, rows.length > 7, new Set(genders.values()).size]).toEqual([table, true, 2]);
    expect([table, telling(seen, genders), telling(seen, halves)]).toEqual([table, [], []]);
  }
});

it('no keyed value tells that two accounts have to do with one guardian [S-18 ASVS-14.1.1]', async () => {
  for (const start of ['11010120130517123', '11010120130618234']) {
    const browser = await givenSignedIn(world.url);
    const candidateId = await add(browser, resident(start), { guardianModel, consents: childConsents });
    const exam = await givenExam();
    const body = { ...submission(exam, candidateId, 'child'), leaveAlone: false };
    const { id } = (await ask(browser, 'application.submit', { body })).body;
    await placeOrder(browser, { exam, candidateId, applicationId: String(id) });
  }
  const shared: string[] = [];
  for (const table of tableNames.filter((each) => 'account_id' in columnClasses[each])) {
    // Whoever sits exams is the same person in every account: some are sat once in a life.
    const keyed = Object.entries(columnClasses[table]).flatMap(([column, of]) =>
      of === 'sensitive' && column.endsWith('_key') && column !== 'person_key' ? [column] : [],
    );
    for (const column of keyed) {
      const { rowCount } = await databasePool().query(
        `select from "${table}" where length("${column}") > 0 group by "${column}" having count(distinct account_id) > 1`,
      );
      if (rowCount) shared.push(`${table}.${column}`);
    }
  }

  expect(await rowsOf('select from guardian_case')).not.toEqual([]);
  expect(shared).toEqual([]);
});

it('what an older version kept of numbers in clear is gone once this one has started [T31 F11]', async () => {
  const kept = ['candidate', 'candidate_guardian', 'application', 'application_person', 'booking', 'booking_person'];
  for (const table of kept) await meddle(`update ${table} set id_no_masked = '110101********8917'`);
  const masks = async () => (await readable()).filter(({ text }) => text.includes('*8917'));
  const before = await masks();
  const { rows: migrated } = await databasePool().query<{ database: string }>(
    `delete from migration where name = '0068_masks_end.sql' returning current_database() as database`,
  );

  const ran = await migrate(databaseUrlOf(migrated[0]?.database ?? ''));

  expect(ran).toEqual(['0068_masks_end.sql']);
  expect(new Set(before.map(({ column }) => column)).size).toBe(kept.length);
  expect(await masks()).toEqual([]);
  const counted = await Promise.all(
    kept.map((table) => databasePool().query(`select from ${table} where id_no_masked = ''`)),
  );
  expect(counted.filter(({ rowCount }) => rowCount === 0)).toEqual([]);
  const { rows: noted } = await databasePool().query(
    `select tablename from pg_stats where schemaname = 'public' and attname = 'id_no_masked' and most_common_vals::text like '%*%'`,
  );
  expect(noted).toEqual([]);
});
