import { chinaDateOf } from '@exam/contract/rules';
import { expect } from 'vitest';
import { keepFile } from '#office/files';
import { readNowAlone } from '#platform/clock';
import { askStaff, givenStaff, rowsOf, type SignedInStaff } from '#testing';
import { meddle, type World } from './world.testing.ts';

export let officer: SignedInStaff;
export let colleague: SignedInStaff;

/** Two privacy officers at work; for `beforeAll`. */
export async function openOffice(world: World): Promise<void> {
  officer = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], name: 'Lin' });
  colleague = await givenStaff(world.consoleUrl, { roles: ['privacyOfficer'], name: 'Shen' });
}

export const reason = 'The proofs were held against the household register.';
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
export const name = '王德明';
export const contact = '上海市静安区南京西路 1 号 张家收';

export type Wish = {
  kind: 'Copy' | 'Correction' | 'Deletion';
  candidateId?: string;
  accountId?: string;
  isWholeAccount?: boolean;
};

/** What a relative asks for, as the officer writes it down. */
export async function openRequest(wish: Wish, staff: SignedInStaff = officer, arrivedOn?: string) {
  const body = {
    isWholeAccount: false,
    ...wish,
    wish: 'Everything that is held of my grandson.',
    relation: 'Grandparent',
    name,
    contact,
    arrivedBy: 'Post',
    arrivedOn: arrivedOn ?? chinaDateOf(await readNowAlone()),
  };
  return await askStaff(staff, 'rights.openForRelative', { body });
}

/** Opens a request of relatives. @returns its id. */
export async function opened(wish: Wish): Promise<string> {
  const { status, body, text } = await openRequest(wish);
  expect(status, text).toBe(200);
  return String(body['id']);
}

/** A request as its page at the desk shows it. */
export const pageOf = async (id: string) => (await askStaff(officer, 'rights.page', { params: { id } })).body;
/** The version that the next act on a request has to name. */
export const versionOf = async (id: string) => Number((await pageOf(id))['version']);
/** Who asks, as the request's page shows it. */
export const relativeOf = async (id: string) => (await pageOf(id))['relative'];

/** Files a proof with a request, and checks it unless told otherwise. @returns its id. */
export async function fileProof(id: string, kind: 'DeathProof' | 'KinshipProof', isChecked = true): Promise<string> {
  const fileId = (await keepFile({ staffId: officer.staff.id }, { content: pdf, fileName: 'proof.pdf' })).id;
  const filed = await askStaff(officer, 'rights.addEvidence', {
    params: { id },
    body: { version: await versionOf(id), kind, fileId },
  });
  expect(filed.status, filed.text).toBe(200);
  const evidenceId = String(filed.body['id']);
  if (isChecked) {
    const checked = await askStaff(officer, 'rights.checkEvidence', {
      params: { id, evidenceId },
      body: { version: await versionOf(id) },
    });
    expect(checked.status, checked.text).toBe(204);
  }
  return evidenceId;
}

/** The officer proposes to grant a request. */
export const propose = async (id: string) =>
  await askStaff(officer, 'rights.propose', { params: { id }, body: { version: await versionOf(id), reason } });
/** A colleague says yes to a proposal. */
export const agree = (proposalId: unknown, by: SignedInStaff = colleague) =>
  askStaff(by, 'approvals.approve', { params: { id: String(proposalId) }, body: { reason } });
/** A colleague opens the proofs of what is proposed, and approves it. */
export async function approve(proposalId: unknown, by: SignedInStaff = colleague) {
  const proofs = await rowsOf<{ id: string; evidenceId: string }>(
    `select request_id as id, evidence.id as "evidenceId" from relative_evidence evidence
     join proposal on proposal.object_id = request_id where proposal.id = $1`,
    [proposalId],
  );
  for (const params of proofs) await askStaff(by, 'rights.evidence', { params, body: { reason } });
  return await agree(proposalId, by);
}
/** Staff hand the data out over the counter. */
export const handOut = async (id: string, by: SignedInStaff = officer) =>
  await askStaff(by, 'rights.handOut', {
    params: { id },
    body: { version: await versionOf(id), language: 'zh', reason: 'Handed over in the office.' },
  });
/** The officer closes a request with an answer. */
export const answer = async (id: string) =>
  await askStaff(officer, 'rights.answer', {
    params: { id },
    body: { version: await versionOf(id), answer: 'It was done today.' },
  });
/** The code of a refusal. */
export const codeOf = ({ body }: { body: Record<string, unknown> }) => body['code'];

/** Opened, proved and proposed. @returns the request and its proposal. */
export async function proposed(wish: Wish): Promise<{ id: string; proposalId: unknown }> {
  const id = await opened(wish);
  await fileProof(id, 'DeathProof');
  await fileProof(id, 'KinshipProof');
  const { status, body, text } = await propose(id);
  expect(status, text).toBe(200);
  return { id, proposalId: body['proposalId'] };
}

/** Opened, proved, proposed and approved. @returns the request. */
export async function granted(wish: Wish): Promise<string> {
  const { id, proposalId } = await proposed(wish);
  const done = await approve(proposalId);
  expect(done.status, done.text).toBe(204);
  return id;
}

/** Makes a registration one that is over. */
export const isOver = (applicationId: string) =>
  meddle(`update application set status = 'Cancelled' where id = $1`, [applicationId]);
