import { postTestConsentVersion, postTestStatementsOf } from '@exam/contract/rules';
import { rolePresets } from '@exam/contract/staff/permissions';
import { enterFile, keepBytes, type KeptBytes } from '#office/files';
import { lockOrder, type PlacedOrder, settleOrder } from '#checkout/orders';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import { confirmRequest, handFiles, lockRequest, performOutcome, performRefusal, saveDraft } from '#services/post-test';
import { onePage } from './one-page.ts';
import { choicesOf, send } from './write-post-test-requests.ts';
import { writePayment } from './write-registrations.ts';

type Review = {
  until: 'Registered' | 'Processing' | 'Complete' | 'ApplicationRejected';
  lastName: string;
  firstName: string;
  birthday: string;
  candidateNumber: string;
  uciNumber: string;
};

const reviews: readonly Review[] = [
  {
    until: 'Registered',
    ...person('QIAN', 'YIFAN', '2009-02-11'),
    candidateNumber: '3011',
    uciNumber: '92003B261234L',
  },
  {
    until: 'Processing',
    ...person('FENG', 'RUOXI', '2008-07-24'),
    candidateNumber: '3012',
    uciNumber: '920030261234E',
  },
  {
    until: 'Complete',
    ...person('JIANG', 'MUCHEN', '2009-01-30'),
    candidateNumber: '3013',
    uciNumber: '681990012058G',
  },
  {
    until: 'ApplicationRejected',
    ...person('TANG', 'SIYU', '2008-12-03'),
    candidateNumber: '3014',
    uciNumber: '68133C240042D',
  },
];

const refusal = '考试局未收到该考点的报名记录，无法受理复核。';

function person(lastName: string, firstName: string, birthday: string) {
  return { lastName, firstName, birthday };
}

/** Who asks, the board that is asked, and who answers for it. */
type Family = { accountId: string; productId: string; officer: { id: string; name: string } };
type Papers = { review: Review; consent: KeptBytes; result: KeptBytes };

/** Keeps the bytes of the signed consent and of the outcome of each review: outside the transaction that writes them. */
export async function keepPapers(): Promise<Papers[]> {
  const kept: Papers[] = [];
  for (const review of reviews) {
    const name = `${review.lastName} ${review.firstName}`;
    const consent = onePage('consent.pdf', `Consent to a review of marking: ${name}`);
    const result = onePage('outcome.pdf', `Outcome of the review of marking: ${name}`);
    kept.push({ review, consent: await keepBytes('demo', consent), result: await keepBytes('demo', result) });
  }
  return kept;
}

/** Reviews of marking that a family has paid for, one in each state, with the signed consent, the outcome and its file. */
export async function writeReviews(tx: Tx, family: Family, papers: readonly Papers[]): Promise<void> {
  for (const each of papers) await write(tx, family, each);
}

async function write(tx: Tx, family: Family, { review, consent, result }: Papers): Promise<void> {
  const { until, ...who } = review;
  const { id: consentId } = await enterFile(tx, { accountId: family.accountId }, consent);
  const { id, order } = await ask(tx, family, { who, consentId });
  await pay(tx, order);
  if (until === 'Registered') return;
  await send(tx, { id, now: await readNow(tx), until: 'Processing' });
  if (until !== 'Processing') await end(tx, family, { id, until, result });
}

async function end(
  tx: Tx,
  family: Family,
  { id, until, result }: Pick<Papers, 'result'> & Pick<Review, 'until'> & { id: string },
): Promise<void> {
  const staff = officerOf(family);
  const row = await lockRequest(tx, id);
  if (until === 'ApplicationRejected')
    return await performRefusal(tx, staff, row, { reason: refusal, isProviderCause: false });
  const marks = [{ position: 0, outcome: 'Raised', markBefore: '58', markAfter: '63' } as const];
  const grades = { isGradeChanged: true, gradeBefore: 'C', gradeAfter: 'B', note: null };
  await performOutcome(tx, staff, row, { components: marks, ...grades });
  const { id: resultId } = await enterFile(tx, { staffId: staff.id }, result);
  await handFiles(tx, staff, row, [resultId]);
}

function officerOf({ officer }: Family): StaffActor {
  return { ...officer, permissions: new Set(rolePresets.examOfficer), offices: 'all', language: 'zh' };
}

type Asked = { who: Omit<Review, 'until'>; consentId: string };

/** Asks for the review through the domain's own commands. @returns the request's id and its order. */
async function ask(tx: Tx, { accountId, productId }: Family, { who, consentId }: Asked) {
  const now = await readNow(tx);
  const { levelId, seriesId, centreId, review: serviceId, componentId } = await choicesOf(tx, { productId, now });
  const choice = { serviceId, levelId, examSeriesId: seriesId, centreId, componentIds: [componentId] };
  const id = await saveDraft(tx, accountId, { ...choice, ...who, formFileIds: [consentId] });
  const consents = postTestStatementsOf('review').map((statementId) => ({
    statementId,
    version: postTestConsentVersion,
  }));
  const { total } = await feeOf(tx, { serviceId, levelId });
  const from = { language: 'zh', ip: '127.0.0.1', device: 'demonstration' } as const;
  const shown = { totalPayAmount: total, consents, isInformationConfirmed: true };
  return { id, order: await confirmRequest(tx, { id, accountId, ...shown, ...from }) };
}

async function pay(tx: Tx, placed: PlacedOrder): Promise<void> {
  const now = await readNow(tx);
  await writePayment(tx, { ...placed, at: now });
  const order = await lockOrder(tx, { orderId: placed.id });
  if (!order) throw new Error('The demonstration lacks an order that it placed.');
  await settleOrder(tx, order, { amount: placed.amount, paymentType: 'ALI_SCANCODE_PAY', paidAt: now });
}

async function feeOf(tx: Tx, { serviceId, levelId }: { serviceId: string; levelId: string }) {
  const fee = await tx
    .selectFrom('post_test_fee')
    .select(['local_fee', 'board_fee', 'vat'])
    .where('service_id', '=', serviceId)
    .where('level_id', '=', levelId)
    .executeTakeFirstOrThrow();
  return { total: fee.local_fee + fee.board_fee + fee.vat };
}
