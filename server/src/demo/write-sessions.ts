import { instantOf } from '@exam/contract/rules';
import { invitationCodeHash } from '#offer/invitations';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { accountancySessions } from './data/accountancy-sessions.ts';
import { admissionSessions } from './data/admission-sessions.ts';
import { lateFee } from './data/fees.ts';
import type { DemoPaper, DemoSession } from './data/plan.ts';
import { teachingSessions, tktShowcase } from './data/teaching-sessions.ts';
import { known, type WrittenCatalogue } from './write-catalogue.ts';

/** A session that was written: its id and its papers' ids by subject code. */
export type WrittenSession = { id: string; plan: DemoSession; papers: Map<string, string> };

/** Every session of the demonstration, relative to a moment. */
export function demoSessions(now: string): DemoSession[] {
  return [...tktShowcase(now), ...teachingSessions(now), ...accountancySessions(now), ...admissionSessions(now)];
}

/** Writes the sessions with papers, tiers and late-entry stages; gives back those that have a key. */
export async function writeSessions(
  tx: Tx,
  catalogue: WrittenCatalogue,
  now: string,
): Promise<Map<string, WrittenSession>> {
  const sessions = demoSessions(now).map((plan) => ({
    id: randomId(),
    plan,
    papers: new Map(plan.papers.map((paper) => [paper.subject, randomId()])),
  }));
  await tx
    .insertInto('exam_session')
    .values(sessions.map(({ id, plan }) => sessionRow(id, plan, catalogue, now)))
    .execute();
  await tx
    .insertInto('session_subject')
    .values(
      sessions.flatMap((session) =>
        session.plan.papers.map((paper, sort) => paperRow(session, paper, catalogue, sort)),
      ),
    )
    .execute();
  await writeTiers(tx, sessions);
  await writeLateCharges(tx, sessions);
  return new Map(sessions.flatMap((session) => (session.plan.key ? [[session.plan.key, session] as const] : [])));
}

function sessionRow(id: string, plan: DemoSession, catalogue: WrittenCatalogue, now: string) {
  const venue = known(catalogue.venues, plan.venue);
  const start = plan.papers.map((paper) => paper.start).toSorted()[0] ?? '09:00';
  const end =
    plan.papers
      .map((paper) => paper.end)
      .toSorted()
      .at(-1) ?? '12:00';
  return {
    id,
    product_id: known(catalogue.products, plan.product),
    office_id: venue.officeId,
    city_id: venue.cityId,
    venue_id: venue.id,
    exam_date: plan.date,
    start_time: start,
    end_time: end,
    starts_at: instantOf(plan.date, start),
    ends_at: instantOf(plan.date, end),
    status: plan.isDraft ? ('Draft' as const) : ('Published' as const),
    seat: plan.seat,
    seat_per: plan.seatPer ?? ('Subject' as const),
    publish_start_at: plan.publishStartAt,
    publish_end_at: plan.publishEndAt,
    is_exclusive: plan.invitationCode !== undefined,
    invitation_code_hash: plan.invitationCode === undefined ? null : invitationCodeHash(id, plan.invitationCode),
    is_hot: plan.isHot ?? false,
    notice_en: plan.notice?.en ?? null,
    notice_zh: plan.notice?.zh ?? null,
    created_at: now,
  };
}

function paperRow(session: WrittenSession, paper: DemoPaper, catalogue: WrittenCatalogue, sort: number) {
  const { plan } = session;
  const { local, board, vat, tiers } = paper.fees;
  return {
    id: known(session.papers, paper.subject),
    session_id: session.id,
    subject_id: known(catalogue.subjects, `${plan.product} ${paper.subject}`),
    start_time: paper.start,
    end_time: paper.end,
    starts_at: instantOf(plan.date, paper.start),
    ends_at: instantOf(plan.date, paper.end),
    local_fee: local,
    board_fee: board,
    vat,
    total: local + board + vat,
    is_tier: tiers !== undefined,
    is_late_entry_charge: plan.lateFrom !== undefined,
    sort,
  };
}

async function writeTiers(tx: Tx, sessions: readonly WrittenSession[]): Promise<void> {
  const rows = papersOf(sessions).flatMap(({ paper, paperId }) =>
    (paper.fees.tiers ?? []).map(([from, to, local]) => ({
      id: randomId(),
      session_subject_id: paperId,
      from_count: from,
      to_count: to,
      local_fee: local,
    })),
  );
  await tx.insertInto('session_subject_tier_fee').values(rows).execute();
}

async function writeLateCharges(tx: Tx, sessions: readonly WrittenSession[]): Promise<void> {
  const rows = papersOf(sessions).flatMap(({ plan, paperId }) => {
    if (plan.lateFrom === undefined) return [];
    const stage = { session_subject_id: paperId };
    return [
      {
        ...stage,
        id: randomId(),
        stage: 'Standard' as const,
        fee: 0,
        start_at: plan.publishStartAt,
        end_at: plan.lateFrom,
      },
      {
        ...stage,
        id: randomId(),
        stage: 'Late1' as const,
        fee: lateFee,
        start_at: plan.lateFrom,
        end_at: plan.publishEndAt,
      },
    ];
  });
  await tx.insertInto('session_subject_late_charge').values(rows).execute();
}

function papersOf(sessions: readonly WrittenSession[]) {
  return sessions.flatMap(({ plan, papers }) =>
    plan.papers.map((paper) => ({ plan, paper, paperId: known(papers, paper.subject) })),
  );
}
