import type { Reply } from '@exam/contract/client';
import { priceOrder, type OrderPrice, type PricedPaper, refundOutlook, type RefundOutlook } from '@exam/contract/rules';
import type { PublicDraft } from '@exam/contract/wizards';
import { useLanguage } from '@exam/ui/i18n';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
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

/** The session of the draft, kept fresh while it is on show. */
export function useChosenSession(draft: PublicDraft) {
  const { language } = useLanguage();
  const { user } = useSession();
  return useQuery({
    ...sessionById(draft.sessionId ?? '', { language, userId: user?.id }),
    enabled: draft.sessionId !== null,
    placeholderData: keepPreviousData,
  });
}

/** The papers of a session that belong to these subjects; empty unless it offers all of them. */
export function papersOf(session: Session, subjectIds: readonly string[]): Session['sessionSubjects'] {
  const papers = session.sessionSubjects.filter((paper) => subjectIds.includes(paper.subjectId));
  return papers.length === subjectIds.length ? papers : [];
}

/**
 * What this many candidates would pay for these subjects if they ordered now, in fen, by the one rule that prices orders; null while
 * the fees are hidden or the session does not offer the subjects.
 */
export function priceOf(
  session: Session,
  subjectIds: readonly string[],
  candidates: readonly string[],
): OrderPrice | null {
  const papers = papersOf(session, subjectIds).map(pricedPaper);
  if (papers.length === 0 || papers.some((paper) => paper === null)) return null;
  const priced = papers.filter((paper) => paper !== null);
  return priceOrder(
    candidates.map((applicationId) => ({ applicationId, papers: priced })),
    new Date().toISOString(),
  );
}

/** What would come back of that price after paying, and until when; null where nothing does. */
export function outlookOf({ refundTerms: terms }: Session, price: OrderPrice): RefundOutlook {
  return refundOutlook(
    price.lines.map(({ localFeeAmount: localFee, boardFeeAmount: boardFee, vat, lateEntryChargeAmount }) => ({
      terms,
      paid: { localFee, boardFee, vat, lateEntryCharge: lateEntryChargeAmount, otherFee: 0 },
    })),
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

/** From when to when the chosen papers last: of a set from its first to its last. */
export function timesOf(session: Session, subjectIds: readonly string[]): { startTime: string; endTime: string } {
  const papers = papersOf(session, subjectIds);
  if (papers.length === 0) return session;
  return {
    startTime: papers.map((paper) => paper.startTime).reduce((a, b) => (a < b ? a : b)),
    endTime: papers.map((paper) => paper.endTime).reduce((a, b) => (a > b ? a : b)),
  };
}
