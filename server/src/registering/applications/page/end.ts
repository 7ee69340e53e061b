import type { Application, StoredFile } from '@exam/contract/entities';
import { cancellationLimits, cancellationProblem, instantOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { filesOf } from '#office/files';
import type { Tx } from '#platform/database';
import { everyColumn } from '#platform/database/columns';
import { type ApplicationRefund, refundsOfApplications } from '#books/refunds';
import { unseal } from '#platform/vault';
import type { Move } from './session-move.ts';
import type { PaymentFacts } from './payment-facts.ts';
import type { ApplicationRow } from '../store.ts';

type Presented = NonNullable<Application['cancellation']>;

/** The latest request as the cancellations publish it. */
type RequestView = {
  request_id: string;
  refund_id: string;
  attempt: number;
  outcome: Presented['outcome'];
  sealed_reason: Buffer | null;
  requested_at: string;
  policy_row: Presented['policyRow'];
  percent: number;
  is_document_required: boolean;
  documents_due_at: string;
  documents_asked: string | null;
  decided_at: string | null;
  decision_reason: string | null;
  quoted_amount: number;
  approved_amount: number | null;
  rejections: number;
};

/** What is known of a registration's end: its latest request and where its money is. */
export type End = {
  request: RequestView | null;
  documents: StoredFile[];
  applicationIds: string[];
  refund: ApplicationRefund | null;
};

const { rejections: maximumRejections } = cancellationLimits;

/** Reads the end of an application; everything is empty while there is none. */
export async function readEnd(tx: Tx, id: string): Promise<End> {
  const found = await sql<RequestView>`
    select ${everyColumn('application_cancellation')} from application_cancellation where application_id = ${id}`.execute(
    tx,
  );
  const request = found.rows[0] ?? null;
  const requestId = request?.request_id ?? '';
  const { rows } = request
    ? await sql<{ id: string }>`
        select application_id as id from cancellation_item where request_id = ${requestId} order by application_id`.execute(
        tx,
      )
    : { rows: [] };
  return {
    request,
    documents: request ? ((await filesOf(tx, [requestId])).get(requestId) ?? []) : [],
    applicationIds: rows.map((row) => row.id),
    refund: (await refundsOfApplications(tx, [id])).get(id) ?? null,
  };
}

type Facts = {
  application: Pick<ApplicationRow, 'status'>;
  session: { examDate: string };
  papers: readonly { startTime: string }[];
  payment: Pick<PaymentFacts, 'refundStatus'> | null;
  end: End;
  move: Move | null;
  now: string;
};

type Ending = Pick<
  Application,
  'cancellation' | 'refund' | 'canRequestCancellation' | 'cancellationProblem' | 'refundReason' | 'refundStatus'
>;

/** The end on the wire; buttons follow from state, tries and clock, and the server decides again when they are pressed. */
export function presentEnd(facts: Facts): Ending {
  const problem = problemOf(facts);
  const { end, payment } = facts;
  return {
    refundReason: refundReason(end),
    refundStatus: end.refund?.status ?? payment?.refundStatus ?? 'None',
    cancellation: presentRequest(facts),
    refund: end.refund,
    canRequestCancellation: problem === null,
    cancellationProblem: problem,
  };
}

/** the row of the policy and what staff wrote. */
function refundReason({ refund, request }: End): string | null {
  if (!refund) return null;
  const words = request?.refund_id === refund.id ? request.decision_reason : null;
  return words ? `${refund.policyRow}: ${words}`.slice(0, 500) : refund.policyRow;
}

function problemOf({ application, session, papers, end, move, now }: Facts): string | null {
  return cancellationProblem({
    states: [application.status],
    isRequestOpen: end.request?.outcome === null,
    isMoveOpen: move?.canChoose === true,
    rejections: end.request?.rejections ?? 0,
    starts: papers.map(({ startTime }) => instantOf(session.examDate, startTime)),
    now,
  });
}

/** Why the candidate asked, in their own words; null where there is no request, or the words have ended. */
export function ownReason(request: End['request']): string | null {
  if (!request?.sealed_reason) return null;
  return unseal(request.sealed_reason, { table: 'cancellation_request', row: request.request_id, column: 'reason' });
}

function presentRequest({ end: { request, documents, applicationIds }, now }: Facts): Application['cancellation'] {
  if (!request) return null;
  const isOpen = request.outcome === null;
  const dueAt = request.documents_due_at;
  return {
    id: request.request_id,
    attempt: request.attempt,
    rejectionsLeft: Math.max(maximumRejections - request.rejections, 0),
    outcome: request.outcome,
    reason: ownReason(request) ?? '',
    requestedAt: request.requested_at,
    policyRow: request.policy_row,
    percent: request.percent,
    isDocumentRequired: request.is_document_required,
    quotedAmount: request.quoted_amount,
    approvedAmount: request.approved_amount,
    documents,
    documentsDueAt: dueAt,
    isDocumentsOverdue: isOpen && request.is_document_required && documents.length === 0 && now >= dueAt,
    documentsAsked: request.documents_asked,
    decidedAt: request.decided_at,
    decisionReason: request.decision_reason,
    applicationIds,
    canAddDocuments: isOpen && now < dueAt,
    canTakeBack: isOpen,
  };
}
