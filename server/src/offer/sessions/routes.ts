import { sessionCalls, subjectCalls } from '@exam/contract/calls';
import type { Language } from '@exam/contract/messages';
import type * as z from 'zod/mini';
import { catalogueNow, presentSubject } from '#offer/catalogue';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Handlers, Routes } from '#platform/http';
import { sharedAnswer } from '#platform/http/shared-answers';
import { calendarDays } from './calendar.ts';
import { sessionsForSale } from './for-sale.ts';
import { hasTickets, verifyInvitation } from './invitation.ts';
import { presentSession } from './present.ts';
import { refundTermsFor } from './refund-terms.ts';
import { filterOf } from './search-filters.ts';
import { searchSessions, type FoundSession } from './search.ts';

const sessions: Handlers<typeof sessionCalls> = {
  'session.search': async ({ body, account, language }) => {
    const owner = account && (await reading((tx) => hasTickets(tx, account.id))) ? account.id : null;
    const search = () => searchPage(body, { accountId: owner, language });
    if (owner !== null) return await search();
    return await sharedAnswer(keyOf('session.search', body, language), sessionCalls['session.search'].reply, search);
  },
  'session.calendar': ({ body, language }) =>
    sharedAnswer(keyOf('session.calendar', body, language), sessionCalls['session.calendar'].reply, () => {
      const filter = {
        ...filterOf([]),
        productIds: [body.productId],
        subjectIds: body.subjectId ? [body.subjectId] : [],
        cityIds: body.cityId ? [body.cityId] : [],
        months: [body.month],
      };
      return reading((tx) => calendarDays(tx, filter));
    }),
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

const keyOf = (name: string, body: object, language: Language) => `${name} ${language} ${JSON.stringify(body)}`;

const refunding = (session: FoundSession) => ({
  id: session.id,
  productId: session.product_id,
  origin: 'Public' as const,
  deadlineAt: session.publish_end_at,
  examDate: session.exam_date,
  startsAt: session.starts_at,
});

/** A page of sessions as one account is shown it (its tickets open prices), or as everybody is: null. */
async function searchPage(
  { filters, pageIndex, pageSize, sorts }: SearchBody,
  { accountId, language }: { accountId: string | null; language: Language },
): Promise<SearchReply> {
  const filter = filterOf(filters);
  const { page, terms } = await reading(async (tx) => {
    const found = await searchSessions(tx, { filter, sorts, pageIndex, pageSize, accountId });
    return { page: found, terms: await refundTermsFor(tx, found.sessions.map(refunding), found.now) };
  });
  const catalogue = await catalogueNow((known) => page.sessions.every((session) => isKnown(known, session)));
  const list = page.sessions.map((session) => ({
    ...presentSession(session, { catalogue, language, now: page.now }),
    refundTerms: terms.get(session.id) ?? null,
  }));
  const pageCount = Math.ceil(page.recordCount / pageSize);
  return { list, pageSize, pageIndex, recordCount: page.recordCount, pageCount };
}

type SearchBody = z.output<(typeof sessionCalls)['session.search']['body']>;
type SearchReply = z.output<(typeof sessionCalls)['session.search']['reply']>;
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
