import { letterStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import { accountContact } from '#accounts';
import { examNames, letterFacts, type LetterFacts } from '#applications';
import { catalogueNow, nameIn, venueNameIn, type Catalogue } from '#catalogue';
import { candidateNameOf, documentNameOf, reportTime } from '#letters';
import { notify } from '#notices';
import { inTransaction, reading, type Tx } from '#platform/database';
import { claim, isDaytime } from './claim.ts';

/** Registrations told in one run; the next run, a minute later, tells the rest, so that no run lasts long. */
const batch = 30;

type Due = { id: string; kind: 'examSoon' | 'examTomorrow'; examDate: string };

/**
 * Reminds of exams a week ahead and of those of tomorrow, by day: where to be, until when, what to bring. A registration made later than
 * a week before is reminded on the last day alone; a sweep that could not run on the seventh day still tells until the fourth.
 */
export async function remindOfExams(): Promise<void> {
  const due = await reading(readDue);
  for (const one of due) {
    const facts = await reading((tx) => letterFacts(tx, { applicationId: one.id }));
    if (!facts) continue;
    const { cityId, venueId } = facts.session;
    const isKnown = (known: Catalogue) => known.cities.has(cityId) && (venueId === null || known.venues.has(venueId));
    const catalogue = await catalogueNow(isKnown);
    await inTransaction((tx) => tell(tx, one, catalogue));
  }
}

async function readDue(tx: Tx): Promise<Due[]> {
  if (!(await isDaytime(tx))) return [];
  const { rows } = await sql<Due>`
    with ahead as (
      select application.id, session.exam_date, application.registered_at,
        session.exam_date - (app_now() at time zone 'Asia/Shanghai')::date as days
      from application join exam_session session on session.id = application.session_id
      where application.status = any(${[...letterStates]}::text[]) and application.category in ('Public', 'Booking')
        and application.deleted_at is null and session.status = 'Published'
        and session.starts_at > app_now() and session.starts_at < app_now() + interval '9 days'
    ), due as (
      select id, exam_date, case when days = 1 then 'examTomorrow' else 'examSoon' end as kind
      from ahead
      where days = 1 or (days between 4 and 7
        and registered_at < ((exam_date - 7) + time '09:00') at time zone 'Asia/Shanghai')
    )
    select id, kind, exam_date as "examDate" from due
    where not exists (select from reminder told
      where told.kind = due.kind and told.object_id = due.id and told.about = due.exam_date::text)
    order by exam_date, id limit ${batch}`.execute(tx);
  return rows;
}

async function tell(tx: Tx, { id: applicationId, kind, examDate }: Due, catalogue: Catalogue): Promise<void> {
  const facts = await letterFacts(tx, { applicationId });
  const isStill = facts && facts.session.examDate === examDate && letterStates.some((state) => state === facts.status);
  if (!isStill) return;
  if (!(await claim(tx, { kind, objectId: applicationId, about: examDate }))) return;
  const { language } = await accountContact(tx, facts.accountId);
  await notify(tx, {
    kind,
    values: { ...placeOf(facts, catalogue, language), applicationId },
    accountId: facts.accountId,
    objectId: applicationId,
    key: examDate,
  });
}

function placeOf(facts: LetterFacts, catalogue: Catalogue, language: 'en' | 'zh') {
  const { session } = facts;
  const city = catalogue.cities.get(session.cityId);
  const venue = session.venueId === null ? undefined : catalogue.venues.get(session.venueId);
  const startTime = facts.papers[0]?.paper.startTime ?? session.startTime;
  return {
    ...examNames(facts, language),
    candidateName: candidateNameOf(facts),
    examDate: session.examDate,
    startTime,
    reportTime: reportTime(session.examDate, startTime),
    cityName: city ? nameIn(language, city) : '',
    venueName: venue ? venueNameIn(language, venue) : '',
    venueAddress: venue ? (language === 'zh' ? venue.address_zh : venue.address_en) : '',
    documentName: documentNameOf(facts.idType, language),
  };
}
