import { sessionCalls, subjectCalls } from '@exam/contract/calls';
import { catalogueNow, presentSubject } from '#catalogue';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Handlers, Routes } from '#platform/http';
import { calendarDays } from './calendar.ts';
import { sessionsForSale } from './for-sale.ts';
import { verifyInvitation } from './invitation.ts';
import { presentSession } from './present.ts';
import { filterOf } from './search-filters.ts';
import { searchSessions, type FoundSession } from './search.ts';

const sessions: Handlers<typeof sessionCalls> = {
  'session.search': async ({ body, account, language }) => {
    const { pageIndex, pageSize, sorts } = body;
    const search = { filter: filterOf(body.filters), sorts, pageIndex, pageSize, accountId: account?.id ?? null };
    const page = await reading((tx) => searchSessions(tx, search));
    const catalogue = await catalogueNow((known) => page.sessions.every((session) => isKnown(known, session)));
    const list = page.sessions.map((session) => presentSession(session, { catalogue, language, now: page.now }));
    return {
      list,
      pageSize,
      pageIndex,
      recordCount: page.recordCount,
      pageCount: Math.ceil(page.recordCount / pageSize),
    };
  },
  'session.calendar': async ({ body }) => {
    const filter = {
      ...filterOf([]),
      productIds: [body.productId],
      subjectIds: body.subjectId ? [body.subjectId] : [],
      cityIds: body.cityId ? [body.cityId] : [],
      months: [body.month],
    };
    return reading((tx) => calendarDays(tx, filter));
  },
  'session.verifyInvitation': async ({ params, account, ip }) => {
    await verifyInvitation({ sessionId: params.id, code: params.code, accountId: account.id, ip });
    return { isValid: true };
  },
};

const subjects: Handlers<Pick<typeof subjectCalls, 'subject.ofSession'>> = {
  'subject.ofSession': async ({ params, language }) => {
    const [session] = await reading((tx) => sessionsForSale(tx, [params.sessionid]));
    if (!session || session.availability === 'NotListed') refuse('NOT_FOUND');
    const ids = session.papers.map((paper) => paper.subjectId);
    const catalogue = await catalogueNow((known) => ids.every((id) => known.subjects.has(id)));
    return ids.flatMap((id) => catalogue.subjects.get(id) ?? []).map((subject) => presentSubject(subject, language));
  },
};

type Known = Awaited<ReturnType<typeof catalogueNow>>;

function isKnown(known: Known, session: FoundSession): boolean {
  const hasPapers = session.papers.every((paper) => known.subjects.has(paper.subjectId));
  return (
    hasPapers &&
    known.products.has(session.product_id) &&
    known.cities.has(session.city_id) &&
    known.offices.has(session.office_id)
  );
}

/** The calls of this domain. */
export const routes: Routes[] = [
  { calls: sessionCalls, handlers: sessions },
  { calls: { 'subject.ofSession': subjectCalls['subject.ofSession'] }, handlers: subjects },
];
