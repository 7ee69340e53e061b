import { letterStates } from '@exam/contract/machines';
import { reportTime } from '@exam/contract/rules';
import { sql } from 'kysely';
import { accountContact } from '#people/accounts';
import { letterFacts, type LetterFacts } from '#registering/applications';
import { catalogueNow, placeOf, type Catalogue } from '#offer/catalogue';
import { documentNameOf, namedExamOf } from '#registering/letters';
import { guardianWaits, isAgreementMissing } from '#people/guardians';
import { notify } from '#people/notices';
import { inTransaction, reading, type Tx } from '#platform/database';
import { eachDue } from '#platform/each';
import { claim, isDaytime } from './claim.ts';

/** Registrations told in one batch; the next run, a minute later, tells the rest, so that no run lasts long. */
const batch = 30;

type Due = { id: string; kind: 'examSoon' | 'examTomorrow' | 'examVenueOpen' | 'examGuardianOpen'; about: string };

/**
 * Reminds of exams a week ahead and of those of tomorrow, by day: where to be, until when, what to bring. A registration made later than
 * a week before is reminded on the last day alone; a sweep that could not run on the seventh day still tells until the fourth. Where no
 * venue is named, that is told in the place of it, and whom to ask; the reminder follows the venue, until the evening before. As long as the guardian of a child under
 * 14 has not agreed, there is no letter to bring: that is told in the place of both, a week before and two days before.
 */
export async function remindOfExams(): Promise<void> {
  await eachDue(readDue, remindOf);
}

async function remindOf(one: Due): Promise<void> {
  const facts = await reading((tx) => letterFacts(tx, { applicationId: one.id }));
  if (!facts) return;
  const { cityId, venueId, officeId } = facts.session;
  const isKnown = (known: Catalogue) =>
    known.cities.has(cityId) && known.offices.has(officeId) && (venueId === null || known.venues.has(venueId));
  const catalogue = await catalogueNow(isKnown);
  await inTransaction((tx) => tell(tx, one, catalogue));
}

async function readDue(tx: Tx, tried: readonly string[]): Promise<Due[]> {
  if (!(await isDaytime(tx))) return [];
  const { rows } = await sql<Due>`
    with ahead as (
      select application.id, session.exam_date, application.registered_at, session.venue_id,
        ${isAgreementMissing} as waits,
        session.exam_date - (select app_now() at time zone 'Asia/Shanghai')::date as days
      from application join exam_session session on session.id = application.session_id
      where application.status = any(${[...letterStates]}::text[]) and application.category in ('Public', 'Booking')
        and application.deleted_at is null and session.status = 'Published'
        and session.exam_date >= (select app_now() at time zone 'Asia/Shanghai')::date
        and session.exam_date <= (select app_now() at time zone 'Asia/Shanghai')::date + 9
        and session.starts_at > (select app_now()) and session.starts_at < (select app_now()) + interval '9 days'
    ), due as (
      select id, exam_date, exam_date::text || case when waits and days <= 2 then '/2' else '' end as about,
        case when waits then 'examGuardianOpen' when venue_id is null then 'examVenueOpen' when days = 1 then 'examTomorrow' else 'examSoon'
          end as kind
      from ahead
      where days = 1 or venue_id is null and days between 1 and 7 or waits and days = 2 or (days between 4 and 7
        and registered_at < ((exam_date - 7) + time '09:00') at time zone 'Asia/Shanghai') or (days between 2 and 7
        and exists (select from reminder told
          where told.kind = 'examVenueOpen' and told.object_id = ahead.id and told.about = exam_date::text))
    )
    select id, kind, about from due
    where not exists (select from reminder told
      where told.kind = due.kind and told.object_id = due.id and told.about = due.about)
      and id <> all(${[...tried]}::uuid[])
    order by exam_date, id limit ${batch}`.execute(tx);
  return rows;
}

async function tell(tx: Tx, due: Due, catalogue: Catalogue): Promise<void> {
  const { id: applicationId, kind, about: key } = due;
  const facts = await letterFacts(tx, { applicationId });
  if (!facts || !(await isStill(tx, facts, due))) return;
  if (!(await claim(tx, { kind, objectId: applicationId, about: key }))) return;
  const { language } = await accountContact(tx, facts.accountId);
  const about = { accountId: facts.accountId, objectId: applicationId, key };
  const named = namedExamOf(facts, catalogue, language);
  if (kind === 'examGuardianOpen') {
    await notify(tx, { kind, values: named, ...about });
  } else if (kind === 'examVenueOpen') {
    const office = catalogue.offices.get(facts.session.officeId);
    const values = { ...named, officeEmail: office?.email ?? '', officePhone: office?.phone ?? '' };
    await notify(tx, { kind, values, ...about });
  } else {
    await notify(tx, { kind, values: { ...named, ...whereOf(facts, catalogue, language) }, ...about });
  }
}

/** Whether what was found due is still so: the exam on that day, a place in it, and what is missing missing. */
async function isStill(tx: Tx, facts: LetterFacts, { kind, about }: Due): Promise<boolean> {
  const { examDate, venueId } = facts.session;
  if (!about.startsWith(examDate) || !letterStates.some((state) => state === facts.status)) return false;
  const wait = (await guardianWaits(tx, [facts.applicationId])).get(facts.applicationId);
  if (wait?.until === null && !wait.hasObjected) return kind === 'examGuardianOpen';
  return venueId === null ? kind === 'examVenueOpen' : kind === 'examSoon' || kind === 'examTomorrow';
}

function whereOf(facts: LetterFacts, catalogue: Catalogue, language: 'en' | 'zh') {
  const { session } = facts;
  const venue = placeOf(session, { catalogue, language });
  const startTime = facts.papers[0]?.paper.startTime ?? session.startTime;
  return {
    reportTime: reportTime(startTime),
    venueName: venue?.name ?? '',
    venueAddress: venue?.address ?? '',
    documentName: documentNameOf(facts.idType, language),
  };
}
