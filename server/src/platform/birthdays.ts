import { chinaDateOf } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import {
  ageClasses,
  ageClassOn,
  birthColumns,
  type BirthTable,
  birthTables,
  dobOf,
  type KeptBirth,
  pastIn,
} from '#platform/birth';
import type { Tx } from '#platform/database';
import { eachByItself, manyAtOnce } from '#platform/each';
import { readNow } from '#platform/clock';
import { seal } from '#platform/vault';

const atOnce = 500;

/** Before any id. */
const first = '00000000-0000-0000-0000-000000000000';

/**
 * Notes whose birthday has come by this year's last Monday, of those who reach an age with it that changes a rule, and takes out what was noted
 * in years before (decision 0058). Meant for the beginning of a day.
 */
export async function noteBirthdays(): Promise<void> {
  const reached = birthTables.flatMap((table) => ageClasses.map((age) => () => noteReached(table, age)));
  const over = birthTables.map((table) => () => forgetNoted(table));
  await eachByItself([sealOldBirths, ...reached, ...over], (work) => work());
}

/** What was noted of a year before changes no age class any more, and would tell on which side of a birthday a row was made. */
async function forgetNoted(table: BirthTable): Promise<void> {
  await manyAtOnce<{ id: string }>({
    atOnce,
    take: async (tx, { most, but }) => {
      const year = Number(chinaDateOf(await readNow(tx)).slice(0, 4));
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table)}
        where birthday_past_in <> birth_year and birthday_past_in < ${year} and id <> all(${[...but]}::uuid[])
        order by birthday_past_in limit ${most} for no key update skip locked`.execute(tx);
      return rows;
    },
    work: async (tx, rows) => {
      await sql`update ${sql.table(table)} set birthday_past_in = birth_year where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
        tx,
      );
    },
  });
}

async function noteReached(table: BirthTable, age: number): Promise<void> {
  let [after, last] = [first, first];
  await manyAtOnce<KeptBirth & { today: string }>(
    {
      atOnce,
      take: async (tx, { most, but }) => {
        const today = chinaDateOf(await readNow(tx));
        const year = Number(today.slice(0, 4));
        const { rows } = await sql<KeptBirth>`
          select id, dob_sealed, birth_year from ${sql.table(table)}
          where birth_year = ${year - age} and id > ${after} and birthday_past_in < ${year} and dob_sealed is not null
            and id <> all(${[...but]}::uuid[])
          order by id limit ${most} for no key update`.execute(tx);
        last = rows.at(-1)?.id ?? last;
        return rows.map((row) => ({ ...row, today }));
      },
      work: async (tx, rows) => {
        const past = rows.filter((row) => pastIn(dobOf(table, row), row.today) !== row.birth_year);
        if (past.length === 0) return;
        await sql`
          update ${sql.table(table)} set birthday_past_in = ${Number(past[0]?.today.slice(0, 4))}
          where id = any(${past.map(({ id }) => id)}::uuid[])`.execute(tx);
      },
    },
    () => (after = last),
  );
}

/**
 * Seals the birth dates and genders that a version before wrote in clear, and empties what is in clear of them. Safe to repeat, to stop at
 * any moment, and to run in several processes at once.
 */
export async function sealOldBirths(): Promise<void> {
  await eachByItself(birthTables, sealOldBirthsOf);
}

async function sealOldBirthsOf(table: BirthTable): Promise<void> {
  await manyAtOnce<Old>({
    atOnce,
    take: (tx, wanted) => takeOld(tx, table, wanted),
    work: async (tx, rows) => {
      const today = chinaDateOf(await readNow(tx));
      for (const row of rows) await sealOld(tx, table, { row, today });
    },
  });
}

/** A row as the version before left it; of an application the days on which its classes of age are told. */
type Old = {
  id: string;
  accountId: string;
  dob: string;
  /** Null where the table keeps none. */
  gender: string | null;
  isSealed: boolean;
  isForgotten: boolean;
  madeOn: string;
  examDate: string | null;
};

async function takeOld(
  tx: Tx,
  table: BirthTable,
  { most, but }: { most: number; but: readonly string[] },
): Promise<readonly Old[]> {
  const gender = table === 'post_test' ? sql`null::text` : sql`gender`;
  const examDate =
    table === 'application'
      ? sql`(select exam_date::text from exam_session where exam_session.id = application.session_id)`
      : sql`null::text`;
  const madeAt = table === 'application' ? sql`created_at` : sql`app_now()`;
  const { rows } = await sql<Old>`
    select id, account_id as "accountId", dob::text as dob, ${gender} as gender, birth_year is not null as "isSealed",
      anonymised_at is not null as "isForgotten", (${madeAt} at time zone 'Asia/Shanghai')::date::text as "madeOn", ${examDate} as "examDate"
    from ${sql.table(table)} where dob is not null and id <> all(${[...but]}::uuid[])
    order by id limit ${most} for no key update skip locked`.execute(tx);
  return rows;
}

async function sealOld(tx: Tx, table: BirthTable, { row, today }: { row: Old; today: string }): Promise<void> {
  const changes = [sql`dob = null`];
  if (row.gender !== null) changes.push(sql`gender = null`);
  if (!row.isSealed) changes.push(...sealedOf(table, row, today));
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${row.id}`.execute(tx);
}

function sealedOf(
  table: BirthTable,
  { id, accountId, dob, gender, ...row }: Old,
  today: string,
): RawBuilder<unknown>[] {
  if (row.isForgotten) return [sql`birth_year = ${Number(dob.slice(0, 4))}`];
  const changes = gender === null ? [] : [sql`gender_sealed = ${seal(gender, { table, row: id, column: 'gender' })}`];
  const born = birthColumns({ table, row: id, accountId }, { dob, today });
  const classes =
    table === 'application'
      ? [
          sql`class_when_made = ${ageClassOn(dob, row.madeOn)}`,
          sql`class_on_exam_day = ${ageClassOn(dob, row.examDate ?? row.madeOn)}`,
        ]
      : [];
  const columns = Object.entries(born).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return [...changes, ...columns, ...classes];
}
