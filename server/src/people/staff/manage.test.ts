import { roleNames } from '@exam/contract/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setClockOffset } from '#platform/clock';
import { inTransaction, reading } from '#platform/database';
import { createBrowser, type TestApp } from '#testing/app';
import { unseal } from '#platform/vault';
import { createFirstAdministrator } from '#people/staff';
import {
  askStaff,
  codeOf,
  givenOffice,
  givenStaff,
  givenStaffAccount,
  openTestConsole,
  type SignedInStaff,
  staffPassword,
} from '#testing';

let server: TestApp;
let admin: SignedInStaff;
beforeAll(async () => {
  server = await openTestConsole();
  admin = await givenStaff(server.consoleUrl, { roles: ['administrator'], handsOn: roleNames });
});
afterAll(() => server.close());

const reason = 'asked for by the head of office';
let made = 0;
const newAddress = () => `new-${++made}@staff.example`;

async function invite(changes: object = {}) {
  const body = { name: 'Wang Min', email: newAddress(), roles: ['examOfficer'], offices: 'all', ...changes };
  const answer = await askStaff(admin, 'staff.invite', { body });
  return { answer, id: String(answer.body['id']), email: String(body.email) };
}

/** The secret of the newest link that was mailed to somebody. */
async function linkOf(staffId: string): Promise<string> {
  return await reading(async (tx) => {
    const { rows } = await sql<{ id: string; values_sealed: Buffer }>`
      select id, values_sealed from message where object_id = ${staffId} and kind = 'staffInvitation' and channel = 'mail'
      order by created_at desc limit 1`.execute(tx);
    const [row] = rows;
    if (!row) throw new Error('Nothing was mailed.');
    const { token }: { token: string } = JSON.parse(
      unseal(row.values_sealed, { table: 'message', row: row.id, column: 'values' }),
    );
    return token;
  });
}

async function accept(invitation: string, changes: object = {}) {
  const browser = createBrowser(server.consoleUrl);
  const opened = await askStaff(browser, 'staff.openInvitation', { body: { invitation } });
  const code = await codeOf({ totpSecret: String(opened.body['secret']) });
  const body = { invitation, password: staffPassword, code, ...changes };
  return { browser, opened, answer: await askStaff(browser, 'staff.acceptInvitation', { body }) };
}

describe('an invitation', () => {
  it('leads to a password and an authenticator, and signs in [T32]', async () => {
    const { id, email } = await invite();
    const invitation = await linkOf(id);

    const { browser, opened, answer } = await accept(invitation);

    expect(opened.body).toMatchObject({ name: 'Wang Min', email });
    expect(opened.body['otpauthUrl']).toMatch(/^otpauth:\/\/totp\/Examport/);
    expect(opened.body['qrCode']).toMatch(/^data:image\/svg\+xml;base64,/);
    expect([answer.status, answer.body['me']]).toMatchObject([200, { id, roles: ['examOfficer'] }]);
    expect((await askStaff(browser, 'staff.me')).body['id']).toBe(id);
  });

  it('works once, of two at the same moment one', async () => {
    const { id } = await invite();
    const invitation = await linkOf(id);
    const { body } = await askStaff(createBrowser(server.consoleUrl), 'staff.openInvitation', { body: { invitation } });
    const totpSecret = String(body['secret']);
    const codes = [await codeOf({ totpSecret }), await codeOf({ totpSecret }, 1)];

    const answers = await Promise.all(
      codes.map((code) =>
        askStaff(createBrowser(server.consoleUrl), 'staff.acceptInvitation', {
          body: { invitation, password: staffPassword, code },
        }),
      ),
    );
    const again = await askStaff(createBrowser(server.consoleUrl), 'staff.openInvitation', { body: { invitation } });

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
    expect(again.body['code']).toBe('INVITATION_INVALID');
  });

  it('is replaced by the next one, and ends after three days [ASVS-6.4.1]', async () => {
    const { id } = await invite();
    const first = await linkOf(id);
    await setClockOffset(1);
    await askStaff(admin, 'staff.inviteAgain', { params: { id } });
    const second = await linkOf(id);
    const open = async (invitation: string) =>
      (await askStaff(createBrowser(server.consoleUrl), 'staff.openInvitation', { body: { invitation } })).body['code'];

    const replaced = await open(first);
    const inTime = await open(second);
    await setClockOffset(3 * 86_400 + 2);
    const late = await open(second);
    await setClockOffset(0);

    expect([replaced, inTime, late]).toEqual(['INVITATION_INVALID', undefined, 'INVITATION_INVALID']);
  });

  it('needs a good password and a right code', async () => {
    const { id } = await invite();
    const invitation = await linkOf(id);

    const weak = await accept(invitation, { password: 'password' });
    const wrong = await accept(invitation, { code: '000000' });

    expect(weak.answer.status).toBe(412);
    expect(wrong.answer.body['code']).toBe('CODE_WRONG');
    expect((await accept(invitation)).answer.status).toBe(200);
  });

  it('is not for an address that is taken, nor for what is no address', async () => {
    const { email } = await invite();

    const taken = await invite({ email: email.toUpperCase() });
    const wrong = await invite({ email: 'no address' });

    expect(taken.answer.body).toMatchObject({ code: 'STAFF_EMAIL_TAKEN', fieldCodes: { email: 'STAFF_EMAIL_TAKEN' } });
    expect(wrong.answer.body['code']).toBe('FIELDS');
  });
});

describe('a right', () => {
  it('is not granted by somebody who neither holds it nor was given it to hand on [T32]', async () => {
    const plain = await givenStaff(server.consoleUrl, { roles: ['administrator'] });
    const target = await givenStaffAccount({ roles: [] });
    const grant = (rights: object) =>
      askStaff(plain, 'staff.changeRights', {
        params: { id: target.id },
        body: { offices: 'all', roles: [], ...rights, reason },
      });

    const money = await grant({ roles: ['financeApprover'] });
    const toHandOn = await grant({ handsOn: ['financeApprover'] });
    const invited = await askStaff(plain, 'staff.invite', {
      body: { name: 'Li', email: newAddress(), roles: ['auditor'], offices: 'all' },
    });
    const own = await grant({ roles: ['administrator'] });

    expect([money, toHandOn, invited].map(({ status, body }) => [status, body['code']])).toEqual([
      [403, 'RIGHT_NOT_HELD'],
      [403, 'RIGHT_NOT_HELD'],
      [403, 'RIGHT_NOT_HELD'],
    ]);
    expect(own.status).toBe(204);
  });

  it('to hand on is no right to use [T32]', async () => {
    const { body } = await askStaff(admin, 'staff.me');

    expect(body['handsOn']).toContain('financeApprover');
    expect(body['permissions']).not.toContain('refunds:approve');
  });

  it('is given for the granter’s own offices only, and people of other offices are absent [T8 T32]', async () => {
    const [mine, other] = [await givenOffice(), await givenOffice()];
    const local = await givenStaff(server.consoleUrl, { roles: ['administrator'], offices: [mine] });
    const here = await givenStaffAccount({ roles: [], offices: [mine] });
    const there = await givenStaffAccount({ roles: [], offices: [other] });
    const both = await givenStaffAccount({ roles: [], offices: [mine, other] });
    const change = (id: string, offices: unknown) =>
      askStaff(local, 'staff.changeRights', { params: { id }, body: { roles: [], offices, reason } });

    const widened = [await change(here.id, [mine, other]), await change(here.id, 'all')];
    const strangers = [await change(there.id, [mine]), await change(both.id, [mine]), await change(admin.staff.id, [])];
    const listed = await askStaff(local, 'staff.users', { body: { pageSize: 100 } });
    const offices = await askStaff(local, 'staff.offices');

    expect(widened.map(({ body }) => body['code'])).toEqual(['RIGHT_NOT_HELD', 'RIGHT_NOT_HELD']);
    expect(strangers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(listed.body['list']).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ id: here.id }),
        expect.objectContaining({ id: local.staff.id }),
      ]),
    );
    expect(listed.body['recordCount']).toBe(2);
    expect(offices.body['list']).toMatchObject([{ id: mine }]);
  });

  it('holds from the next call on, in a session that is open already [ASVS-8.3.2]', async () => {
    const person = await givenStaff(server.consoleUrl, { roles: ['administrator'] });
    const before = await askStaff(person, 'staff.users');

    await askStaff(admin, 'staff.changeRights', {
      params: { id: person.staff.id },
      body: { roles: ['examOfficer'], offices: 'all', reason },
    });

    expect([before.status, (await askStaff(person, 'staff.users')).status]).toEqual([200, 403]);
  });

  it('is nobody’s to change for themselves', async () => {
    const body = { reason, roles: roleNames, offices: 'all' };

    const rights = await askStaff(admin, 'staff.changeRights', { params: { id: admin.staff.id }, body });
    const locked = await askStaff(admin, 'staff.lock', { params: { id: admin.staff.id }, body: { reason } });

    expect([rights.body['code'], locked.body['code']]).toEqual(['NOT_YOURSELF', 'NOT_YOURSELF']);
  });

  it('leaves an audit row with reason, before and after', async () => {
    const person = await givenStaffAccount({ roles: ['auditor'] });
    await askStaff(admin, 'staff.changeRights', {
      params: { id: person.id },
      body: { roles: ['supportAgent'], offices: 'all', reason },
    });

    const rows = await reading((tx) =>
      tx.selectFrom('audit_entry').selectAll().where('object_id', '=', person.id).execute(),
    );

    expect(rows).toMatchObject([
      {
        action: 'staff.changeRights',
        staff_id: admin.staff.id,
        reason,
        before: { roles: ['auditor'] },
        after: { roles: ['supportAgent'] },
      },
    ]);
  });
});

describe('the last administrator', () => {
  it('cannot be removed, and of two who remove each other one stays [T32]', async () => {
    await inTransaction(async (tx) => {
      await sql`update staff_account set roles = '{}'`.execute(tx);
    });
    const pair = [
      await givenStaff(server.consoleUrl, { roles: ['administrator'] }),
      await givenStaff(server.consoleUrl, { roles: ['administrator'] }),
    ] as const;
    const remove = (by: SignedInStaff, whom: SignedInStaff) =>
      askStaff(by, 'staff.lock', { params: { id: whom.staff.id }, body: { reason } });

    const answers = await Promise.all([remove(pair[0], pair[1]), remove(pair[1], pair[0])]);
    const left = await reading((tx) =>
      tx
        .selectFrom('staff_account')
        .select('id')
        .where('status', '=', 'Active')
        .where(sql<boolean>`'administrator' = any(roles)`)
        .execute(),
    );

    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(left).toHaveLength(1);
    admin = pair.find(({ staff }) => staff.id === left[0]?.id) ?? admin;
    await inTransaction(async (tx) => {
      await sql`update staff_account set hands_on = ${[...roleNames]} where id = ${admin.staff.id}`.execute(tx);
    });
  });
});

describe('locking', () => {
  it('ends sessions at once and refuses the password; unlocking lets in again [T5 ASVS-7.4.2 ASVS-7.4.5]', async () => {
    const person = await givenStaff(server.consoleUrl, { roles: ['auditor'] });
    const signIn = async (steps: number) =>
      (
        await askStaff(createBrowser(server.consoleUrl), 'staff.signIn', {
          body: { email: person.staff.email, password: staffPassword, code: await codeOf(person.staff, steps) },
        })
      ).status;
    const about = { params: { id: person.staff.id }, body: { reason } };

    const locked = await askStaff(admin, 'staff.lock', about);
    const call = await askStaff(person, 'staff.offices');
    const refused = await signIn(0);
    const again = await askStaff(admin, 'staff.lock', about);
    await askStaff(admin, 'staff.unlock', about);

    expect([locked.status, call.status, refused, again.body['code']]).toEqual([204, 401, 412, 'ILLEGAL_STATE']);
    expect(await signIn(1)).toBe(200);
    expect((await askStaff(person, 'staff.offices')).status).toBe(401);
  });

  it('asks for a reason of 5 to 500 characters', async () => {
    const { id } = await givenStaffAccount({ roles: [] });

    const lock = async (text: string) =>
      (await askStaff(admin, 'staff.lock', { params: { id }, body: { reason: text } })).status;

    expect([await lock(''), await lock('why '), await lock('x'.repeat(501)), await lock('left the office')]).toEqual([
      412, 412, 412, 204,
    ]);
  });
});

describe('a lost authenticator', () => {
  it('is replaced by a new invitation to the own address; the old one and the password are worth nothing [T32 ASVS-6.4.6]', async () => {
    const person = await givenStaff(server.consoleUrl, { roles: ['auditor'] });

    const reset = await askStaff(admin, 'staff.resetSecondFactor', {
      params: { id: person.staff.id },
      body: { reason },
    });
    const call = await askStaff(person, 'staff.offices');
    const old = await askStaff(createBrowser(server.consoleUrl), 'staff.signIn', {
      body: { email: person.staff.email, password: staffPassword, code: await codeOf(person.staff) },
    });
    const { answer } = await accept(await linkOf(person.staff.id));

    expect([reset.status, call.status, old.body['code'], answer.status]).toEqual([204, 401, 'SIGN_IN_FAILED', 200]);
  });
});

describe('the list of people', () => {
  it('is filtered, sorted and paged by the server, and knows no other field [T30 R-92 ASVS-1.2.4]', async () => {
    const people = [];
    for (const name of ['Zhao Alpha', 'Zhao Beta', 'Zhao Gamma'])
      people.push(await givenStaffAccount({ name, roles: ['auditor'] }));
    const search = (body: object) => askStaff(admin, 'staff.users', { body });

    const page = await search({ search: 'zhao', role: 'auditor', sort: '-name', pageSize: 2 });
    const rest = await search({ search: 'zhao', sort: '-name', pageSize: 2, pageIndex: 2 });
    const bad = [
      await search({ sort: 'password_hash' }),
      await search({ passwordHash: 'x' }),
      await search({ pageSize: 101 }),
    ];

    expect(page.body).toMatchObject({
      recordCount: 3,
      pageIndex: 1,
      pageSize: 2,
      list: [{ name: 'Zhao Gamma' }, { name: 'Zhao Beta' }],
    });
    expect(rest.body['list']).toMatchObject([{ id: people[0]?.id }]);
    expect(bad.map(({ status }) => status)).toEqual([400, 400, 412]);
    expect(page.text).not.toMatch(/argon2|totp|secret/i);
  });
});

describe('the first administrator', () => {
  it('is made once, where there is nobody, and may hand every role on [T32 ASVS-6.3.2]', async () => {
    const given = { name: 'First', email: 'first@staff.example', language: 'en' } as const;
    const refused = await inTransaction((tx) => createFirstAdministrator(tx, given));
    await inTransaction(async (tx) => {
      await sql`truncate staff_account cascade`.execute(tx);
    });

    const paths = await Promise.all([1, 2].map(() => inTransaction((tx) => createFirstAdministrator(tx, given))));
    const made = paths.find((path) => path !== null) ?? '';
    const { answer } = await accept(made.replace('/invitation#', ''));

    expect(refused).toBeNull();
    expect(paths.filter((path) => path !== null)).toHaveLength(1);
    expect(answer.body['me']).toMatchObject({ roles: ['administrator'], handsOn: roleNames, offices: 'all' });
  });
});
