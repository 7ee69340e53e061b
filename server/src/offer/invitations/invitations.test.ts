import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import type { TestApp } from '#testing/app';
import { routes as sessionRoutes } from '#offer/sessions';
import {
  ask,
  askStaff,
  expectExactly,
  givenExam,
  givenOffice,
  givenSignedIn,
  givenStaff,
  openTestConsole,
  type SignedIn,
  type SignedInStaff,
} from '#testing';
import { staffRoutes } from './index.ts';

let server: TestApp;
let groups: SignedInStaff;
let sessionId: string;
const reason = 'The school has more pupils than it said.';
beforeAll(async () => {
  server = await openTestConsole({ staffRoutes, routes: sessionRoutes });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ sessionId } = await givenExam({ isExclusive: true }));
  groups = await givenStaff(server.consoleUrl, { roles: ['examOfficer'] });
});

type Code = { id: string; code: string };

async function make(useLimit: number | null = null, label = 'Class 3b'): Promise<Code> {
  const { body, text } = await askStaff(groups, 'invitations.make', {
    params: { id: sessionId },
    body: { label, useLimit },
  });
  if (typeof body['code'] !== 'string') throw new Error(text);
  return { id: String(body['id']), code: body['code'] };
}

async function use(browser: SignedIn, code: string): Promise<unknown> {
  const answer = await ask(browser, 'session.verifyInvitation', { params: { id: sessionId, code } });
  return answer.status === 200 ? (answer.body['isValid'] ?? true) : answer.body['code'];
}

const listed = async () => {
  const { body } = await askStaff(groups, 'invitations.list', { params: { id: sessionId } });
  return body['list'] as { id: string; version: number; uses: number; useLimit: number | null; isReplaced: boolean }[];
};
const versionOf = async (id: string) => (await listed()).find((each) => each.id === id)?.version ?? 0;

describe('an invitation code', () => {
  it('is told once, kept as a hash, and opens the session to whoever has it [R-52 T12 call:POST /api/staff/exam-day/{id}/invitation-codes]', async () => {
    const parent = await givenSignedIn(server.url);
    const { id, code } = await make();

    expect(await use(parent, 'WRONG-CODES')).toBe('INVITATION_CODE_WRONG');
    expect(await use(parent, code.toLowerCase())).toBe(true);
    const asTypedInChinese = code.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
    expect(await use(await givenSignedIn(server.url), asTypedInChinese)).toBe(true);

    const { body, text } = await askStaff(groups, 'invitations.list', { params: { id: sessionId } });
    expect(body['list']).toContainEqual(expect.objectContaining({ id, label: 'Class 3b', uses: 2 }));
    expect(text).not.toContain(code);
    const { rows } = await databasePool().query('select code_hash from invitation_code where id = $1', [id]);
    expect(String(rows[0].code_hash)).not.toContain(code);
  });

  it('lets as many accounts in as it is limited to; who is in stays in, and a higher limit lets more in', async () => {
    const [first, second] = [await givenSignedIn(server.url), await givenSignedIn(server.url)];
    const { id, code } = await make(1);

    expect(await use(first, code)).toBe(true);
    expect(await use(second, code)).not.toBe(true);
    expect(await use(first, code)).toBe(true);
    const raised = await askStaff(groups, 'invitations.limit', {
      params: { id },
      body: { version: await versionOf(id), useLimit: 2, reason },
    });

    expect(raised.status).toBe(204);
    expect(await use(second, code)).toBe(true);
  });

  it('lets one in of two who try the last place at once', async () => {
    const guests = await Promise.all([1, 2, 3].map(() => givenSignedIn(server.url)));
    const { id, code } = await make(1);

    const answers = await Promise.all(guests.map((guest) => use(guest, code)));

    expectExactly((await listed()).find((each) => each.id === id)?.uses).toBe(1);
    expect(answers.filter((answer) => answer === true)).toHaveLength(1);
  });

  it('that is replaced opens nothing any more, and the new one keeps its name and limit', async () => {
    const parent = await givenSignedIn(server.url);
    const { id, code } = await make(5);

    const { body } = await askStaff(groups, 'invitations.replace', {
      params: { id },
      body: { version: await versionOf(id), reason },
    });

    expect(await use(parent, code)).toBe('INVITATION_CODE_WRONG');
    expect(await use(parent, String(body['code']))).toBe(true);
    const list = await listed();
    expect(list.find((each) => each.id === id)).toMatchObject({ isReplaced: true });
    expect(list.find((each) => each.id === body['id'])).toMatchObject({ label: 'Class 3b', useLimit: 5 });
  });

  it('that is ended takes back what it has opened; of two colleagues who end it one is told [S-1]', async () => {
    const parent = await givenSignedIn(server.url);
    const { id, code } = await make();
    await use(parent, code);
    const version = await versionOf(id);
    const end = () => askStaff(groups, 'invitations.end', { params: { id }, body: { version, reason } });

    const answers = await Promise.all([end(), end()]);

    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    expect(await use(parent, code)).toBe('INVITATION_CODE_WRONG');
    const { rows } = await databasePool().query('select 1 from invitation_ticket where account_id = $1', [
      parent.accountId,
    ]);
    expect(rows).toEqual([]);
  });

  it('says who used it, the number masked, and is no business of another office [T32]', async () => {
    const parent = await givenSignedIn(server.url);
    const { id, code } = await make();
    await use(parent, code);
    const stranger = await givenStaff(server.consoleUrl, { roles: ['examOfficer'], offices: [await givenOffice()] });

    const { body, text } = await askStaff(groups, 'invitations.uses', { params: { id } });

    expect(body['list']).toMatchObject([{ accountId: parent.accountId, registrations: 0 }]);
    expect(text).not.toContain(parent.phone);
    expect((await askStaff(stranger, 'invitations.uses', { params: { id } })).status).toBe(404);
    expect((await askStaff(stranger, 'invitations.list', { params: { id: sessionId } })).status).toBe(404);
  });

  it('is made for no session that is open to everybody', async () => {
    const open = await givenExam();

    const { body } = await askStaff(groups, 'invitations.make', {
      params: { id: open.sessionId },
      body: { label: 'Class 3b', useLimit: null },
    });

    expect(body['code']).toBe('SESSION_WITHOUT_CODE');
  });
});
