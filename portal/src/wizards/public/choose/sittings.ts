import type { Reply } from '@exam/contract/client';
import {
  priceOrder,
  type OrderPrice,
  type PricedPaper,
  refundOutlook,
  type RefundOutlook,
  timesOverlap,
} from '@exam/contract/rules';
import type { PublicDraft, SittingDraft } from '@exam/contract/wizards';
import { useLanguage } from '@exam/ui/i18n';
import { keepPreviousData, queryOptions, useQueries } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { useSession } from '../../../app/session/session.ts';

type SessionPage = Reply<'session.search'>;
export type Session = SessionPage['list'][number];
/** Who reads, and in which language: both change what a session says. */
export type Reader = { language: 'en' | 'zh'; userId: string | undefined };

/** One session by its id; null when it is offered no more. */
const sessionById = (id: string, reader: Reader) =>
  queryOptions({
    queryKey: ['session', 'one', id, reader],
    queryFn: async ({ signal }): Promise<Session | null> => {
      const page = await api(
        'session.search',
        { body: { filters: [{ field: 'sessionId', value: id }] } },
        { signal, isQuiet: true },
      );
      return page.list[0] ?? null;
    },
    staleTime: 15_000,
  });

/** A subject, or the subjects of a combined set, in a session. */
export type Sitting = { session: Session; subjectIds: readonly string[] };

/**
 * The sittings of the draft with their sessions, kept fresh while they are on show.
 * @returns undefined until all are there; `gone` are those whose session is offered no more
 */
export function useSittings({ sittings }: PublicDraft): { chosen: Sitting[]; gone: SittingDraft[] } | undefined {
  const { language } = useLanguage();
  const { user } = useSession();
  const sessions = useQueries({
    queries: sittings.map(({ sessionId }) => ({
      ...sessionById(sessionId, { language, userId: user?.id }),
      placeholderData: keepPreviousData<Session | null>,
    })),
  });
  if (sessions.some(({ data }) => data === undefined)) return undefined;
  const found = sittings.map((sitting, at) => ({ sitting, session: sessions[at]?.data ?? null }));
  return {
    chosen: found.flatMap(({ sitting: { subjectIds }, session }) =>
      session === null ? [] : [{ session, subjectIds }],
    ),
    gone: found.flatMap(({ sitting, session }) => (session === null ? [sitting] : [])),
  };
}

/** Whether it can be registered for now. */
export function isOpen({ status, isExclusiveSession, isInvitationVerified }: Session): boolean {
  return status === 'Available' && (!isExclusiveSession || isInvitationVerified);
}

/** The papers of a session that belong to these subjects; empty unless it offers all of them. */
export function papersOf(session: Session, subjectIds: readonly string[]): Session['sessionSubjects'] {
  const papers = session.sessionSubjects.filter((paper) => subjectIds.includes(paper.subjectId));
  return papers.length === subjectIds.length ? papers : [];
}

/**
 * What these candidates would pay for these sittings if they ordered now, in fen, by the one rule that prices orders: sitting by sitting, a
 * line for each candidate. Null while a fee is hidden (R-52), or a session does not offer its subjects.
 */
export function priceOf(sittings: readonly Sitting[], candidates: readonly string[]): OrderPrice | null {
  const priced = sittings.map(({ session, subjectIds }) => papersOf(session, subjectIds).map(pricedPaper));
  const papers = priced.map((each) => each.filter((paper) => paper !== null));
  if (papers.some((each, at) => each.length === 0 || each.length < (priced[at]?.length ?? 0))) return null;
  return priceOrder(
    papers.flatMap((each) => candidates.map((applicationId) => ({ applicationId, papers: each }))),
    new Date().toISOString(),
  );
}

/** What would come back of that price after paying, and until when; null where nothing does. */
export function outlookOf(sittings: readonly Sitting[], price: OrderPrice): RefundOutlook {
  const linesOfOne = price.lines.length / sittings.length;
  return refundOutlook(
    price.lines.flatMap(({ localFeeAmount: localFee, boardFeeAmount: boardFee, vat, lateEntryChargeAmount }, at) => {
      const terms = sittings[Math.floor(at / linesOfOne)]?.session.refundTerms;
      const paid = { localFee, boardFee, vat, lateEntryCharge: lateEntryChargeAmount, otherFee: 0 };
      return terms === undefined ? [] : [{ terms, paid }];
    }),
  );
}

function pricedPaper(paper: Session['sessionSubjects'][number]): PricedPaper | null {
  const { localFee, boardFee, vat } = paper;
  if (localFee === null || boardFee === null || vat === null) return null;
  return {
    sessionSubjectId: paper.id,
    localFee,
    boardFee,
    vat,
    isTier: paper.isTier,
    tierFees: paper.sessionSubjectTierFees,
    isLateEntryCharge: paper.isLateEntryCharge,
    lateEntryCharges: paper.sessionSubjectLateEntryCharges,
  };
}

/**
 * The sittings that a session gives to the first of these subjects, and to each further one that it offers at a time that is free then.
 * Each of the subjects is the ids of one, or of a combined set.
 */
export function sittingsIn(session: Session, subjects: readonly (readonly string[])[]): SittingDraft[] {
  const { examDate, id: sessionId } = session;
  const taken: Sitting[] = [];
  for (const subjectIds of subjects) {
    const sitting = { session, subjectIds };
    const time = { examDate, ...timesOf(sitting) };
    const isFree = taken.every((other) => !timesOverlap({ examDate, ...timesOf(other) }, time));
    if (papersOf(session, subjectIds).length > 0 && isFree) taken.push(sitting);
  }
  return taken.map(({ subjectIds }) => ({
    subjectIds,
    sessionId,
    sessionSubjectIds: papersOf(session, subjectIds).map((paper) => paper.id),
  }));
}

/** From when to when the chosen papers last: of a set from its first to its last. */
export function timesOf({ session, subjectIds }: Sitting): { startTime: string; endTime: string } {
  const papers = papersOf(session, subjectIds);
  if (papers.length === 0) return session;
  return {
    startTime: papers.map((paper) => paper.startTime).reduce((a, b) => (a < b ? a : b)),
    endTime: papers.map((paper) => paper.endTime).reduce((a, b) => (a > b ? a : b)),
  };
}
