import { sql } from 'kysely';
import { birthColumns } from '#platform/birth';
import { randomBytes, randomCode, randomDigits, randomId } from '#platform/chance';
import { chinaDateOf, plusSeconds, readNow } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { seal } from '#platform/vault';
import { bornColumns, letterCodeColumns, letterCodeOf } from '#registering/applications';

type Fees = { localFee: number; boardFee: number; vat: number };

export type ExamWishes = {
  seats?: number;
  seatPer?: 'Candidate' | 'Subject';
  papers?: number;
  fees?: Fees;
  /** From now; registration closes then. */
  closesInMinutes?: number;
  isHot?: boolean;
  isExclusive?: boolean;
  tiers?: readonly { from: number; to: number | null; localFee: number }[];
  /** The same product and papers, three days later. */
  anotherDayOf?: TestExam;
};

/** A published session of a test and its papers; money in fen. */
export type TestExam = { sessionId: string; productId: string; paperIds: string[]; subjectIds: string[]; fees: Fees };

/** The spec's sample price: 450.00 + 953.34 + 96.66 = 1,500.00. */
const sampleFees: Fees = { localFee: 45_000, boardFee: 95_334, vat: 9_666 };

/** A session that is open for registration, with everything it needs. */
export async function givenExam(wishes: ExamWishes = {}): Promise<TestExam> {
  return await inTransaction(async (tx) => {
    const now = await readNow(tx);
    const productId = wishes.anotherDayOf?.productId ?? (await insertProduct(tx));
    const cityId = await insertCity(tx);
    const sessionId = await insertSession(tx, { wishes, now, productId, cityId });
    const fees = wishes.fees ?? sampleFees;
    const subjectIds = wishes.anotherDayOf?.subjectIds ?? Array.from({ length: wishes.papers ?? 1 }, () => randomId());
    const papers = subjectIds.map((subjectId) => ({ id: randomId(), subjectId }));
    for (const [index, { id, subjectId }] of papers.entries()) {
      await insertPaper(tx, { id, subjectId, index, sessionId, productId, wishes, fees, now });
    }
    return {
      sessionId,
      productId,
      paperIds: papers.map(({ id }) => id),
      subjectIds,
      fees,
    };
  });
}

async function insertProduct(tx: Tx): Promise<string> {
  const [lineId, productId] = [randomId(), randomId()];
  const code = randomCode(8);
  await sql`insert into product_line (id, code, name_en, name_zh, is_display_on_home, line_category, sort)
    values (${lineId}, ${code}, 'Line', '线', true, 'Test', 1)`.execute(tx);
  await sql`insert into product (id, line_id, code, name_en, name_zh, summary_en, summary_zh, category, access, sort, last_modified_at)
    values (${productId}, ${lineId}, ${code}, 'Exam', '考试', '', '', 'Public', 'open', 1, app_now())`.execute(tx);
  return productId;
}

async function insertCity(tx: Tx): Promise<{ officeId: string; cityId: string }> {
  const [officeId, cityId] = [randomId(), randomId()];
  const code = randomCode(8);
  await sql`insert into office (id, code, name_en, name_zh, email, phone, sort)
    values (${officeId}, ${code}, 'Beijing', '北京', 'office@example.cn', '010', 1)`.execute(tx);
  await sql`insert into city (id, office_id, code, name_en, name_zh, sort)
    values (${cityId}, ${officeId}, ${code}, 'Beijing', '北京', 1)`.execute(tx);
  return { officeId, cityId };
}

async function insertSession(
  tx: Tx,
  {
    wishes,
    now,
    productId,
    cityId: place,
  }: { wishes: ExamWishes; now: string; productId: string; cityId: { officeId: string; cityId: string } },
): Promise<string> {
  const id = randomId();
  const closesAt = plusSeconds(now, (wishes.closesInMinutes ?? 30 * 24 * 60) * 60);
  const startsAt = startOf(wishes, now);
  await sql`
    insert into exam_session (id, product_id, office_id, city_id, exam_date, start_time, end_time, starts_at, ends_at, status, seat,
      seat_per, publish_start_at, publish_end_at, is_exclusive, invitation_code_hash, is_hot, created_at)
    values (${id}, ${productId}, ${place.officeId}, ${place.cityId}, ${startsAt.slice(0, 10)}, '09:00', '12:00', ${startsAt},
      ${plusSeconds(startsAt, 10_800)}, 'Published', ${wishes.seats ?? 10}, ${wishes.seatPer ?? 'Subject'},
      ${plusSeconds(now, -86_400)}, ${closesAt}, ${wishes.isExclusive ?? false}, ${wishes.isExclusive ? randomBytes(32) : null},
      ${wishes.isHot ?? false}, ${now})`.execute(tx);
  return id;
}

const startOf = ({ anotherDayOf }: ExamWishes, now: string) => plusSeconds(now, (anotherDayOf ? 63 : 60) * 86_400);

type NewPaper = {
  id: string;
  subjectId: string;
  index: number;
  sessionId: string;
  productId: string;
  wishes: ExamWishes;
  fees: Fees;
  now: string;
};

async function insertPaper(tx: Tx, { fees, wishes, now, ...paper }: NewPaper): Promise<void> {
  const startsAt = startOf(wishes, now);
  if (!wishes.anotherDayOf)
    await sql`insert into subject (id, product_id, code, name_en, name_zh, sort)
    values (${paper.subjectId}, ${paper.productId}, ${`S${paper.index + 1}`}, ${`Paper ${paper.index + 1}`}, ${`试卷${paper.index + 1}`}, 1)`.execute(
      tx,
    );
  await sql`
    insert into session_subject (id, session_id, subject_id, start_time, end_time, starts_at, ends_at, local_fee, board_fee, vat, total,
      is_tier, sort)
    values (${paper.id}, ${paper.sessionId}, ${paper.subjectId}, '09:00', '12:00', ${startsAt}, ${plusSeconds(startsAt, 10_800)},
      ${fees.localFee}, ${fees.boardFee}, ${fees.vat}, ${fees.localFee + fees.boardFee + fees.vat}, ${wishes.tiers !== undefined},
      ${paper.index})`.execute(tx);
  for (const { from, to, localFee } of wishes.tiers ?? []) {
    await sql`insert into session_subject_tier_fee (id, session_subject_id, from_count, to_count, local_fee)
      values (${randomId()}, ${paper.id}, ${from}, ${to}, ${localFee})`.execute(tx);
  }
}

/** Who is on every planted line, but for the number of the passport. */
const person = { idType: 'Passport', firstName: 'SAN', lastName: 'ZHANG', dob: '1990-03-07', gender: 'Male' } as const;
const named = { id_type: person.idType, first_name: person.firstName, last_name: person.lastName };

type NewLine = { id: string; candidateId: string; accountId: string; now: string; passport: string };

/**
 * An application in the cart of an account, for a new person unless one is given. The wizard's steps and consents are left out;
 * `applications/planted.test.ts` holds the rest against one that was submitted.
 */
export async function givenCartLine(
  accountId: string,
  exam: Pick<TestExam, 'sessionId' | 'productId' | 'paperIds' | 'subjectIds' | 'fees'>,
  { personKey, paper }: { personKey?: Buffer; paper?: number } = {},
): Promise<string> {
  const [id, candidateId] = [randomId(), randomId()];
  const papers = exam.paperIds
    .map((paperId, index) => ({ paperId, index }))
    .filter(({ index }) => paper === undefined || paper === index);
  const { localFee, boardFee, vat } = exam.fees;
  const own = randomBytes(32);
  await inTransaction(async (tx) => {
    const line = { id, candidateId, accountId, now: await readNow(tx), passport: `E${randomDigits(8)}` };
    await insertCandidate(tx, line, own);
    await insertApplication(tx, line, {
      ...exam,
      amount: papers.length * (localFee + boardFee + vat),
      personKey: personKey ?? own,
    });
    for (const { paperId, index } of papers) {
      await sql`insert into application_paper (application_id, session_subject_id, subject_id, sort)
        values (${id}, ${paperId}, ${exam.subjectIds[index] ?? ''}, ${index})`.execute(tx);
    }
  });
  return id;
}

async function insertCandidate(
  tx: Tx,
  { candidateId: id, accountId, now, passport }: NewLine,
  personKey: Buffer,
): Promise<void> {
  const sealed = (column: string, value: string) => seal(value, { table: 'candidate', row: id, column });
  await tx
    .insertInto('candidate')
    .values({
      id,
      account_id: accountId,
      ...named,
      id_no_sealed: sealed('id_no', passport),
      gender_sealed: sealed('gender', person.gender),
      ...birthColumns({ table: 'candidate', row: id, accountId }, { dob: person.dob, today: chinaDateOf(now) }),
      person_key: personKey,
      created_at: now,
    })
    .execute();
}

async function insertApplication(
  tx: Tx,
  { id, candidateId, accountId, now, passport }: NewLine,
  chosen: Pick<TestExam, 'sessionId' | 'productId'> & { amount: number; personKey: Buffer },
): Promise<void> {
  const { exam_date: examDate } = await tx
    .selectFrom('exam_session')
    .select('exam_date')
    .where('id', '=', chosen.sessionId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('application')
    .values({
      id,
      account_id: accountId,
      // Longer than ours: of thousands that are planted no two may be the same.
      code: `P261121${randomCode(8)}`,
      category: 'Public',
      status: 'Initiated',
      product_id: chosen.productId,
      session_id: chosen.sessionId,
      candidate_id: candidateId,
      person_key: chosen.personKey,
      ...named,
      id_no_sealed: seal(passport, { table: 'application', row: id, column: 'id_no' }),
      ...bornColumns({ ...person, id, accountId }, { now, examDate }),
      shown_amount: chosen.amount,
      ...letterCodeColumns(id),
      created_at: now,
    })
    .execute();
}

/** The code of a registration's letter, without its version. */
export async function givenLetterCode(applicationId: string): Promise<string> {
  const query = (tx: Tx) =>
    tx.selectFrom('application').selectAll().where('id', '=', applicationId).executeTakeFirstOrThrow();
  return letterCodeOf(await reading(query));
}
