import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomId } from '#platform/chance';
import { databasePool } from '#platform/database';
import { ask, givenLetterCode, givenSignedIn } from '#testing';
import { addressesOf, allNames, callOf, type Ids, requestsWith } from './requests.testing.ts';
import {
  addCandidate,
  addToCart,
  candidateForm,
  givenHousehold,
  type Household,
  openWorld,
  submission,
  type World,
} from './world.testing.ts';

let world: World;
let home: Household;
beforeAll(async () => {
  world = await openWorld();
  home = await givenHousehold(world);
});
afterAll(() => world.close());

/** Everything that says who sits what, of one application: all but pickup, with what was agreed to for it since, letter and status. */
async function identityOf(applicationId: string): Promise<unknown> {
  const { rows } = await databasePool().query(
    `select account_id, code, product_id, session_id, candidate_type, candidate_id, person_key, id_type, id_no_sealed,
       first_name, last_name, gender_sealed, dob_sealed, email_sealed, mobile_sealed, form_json_sealed, letter_code_sealed, status, deleted_at,
       (select md5(string_agg(p::text, '' order by p::text)) from application_person p
         where p.application_id = application.id and p.role = 'Guardian') as guardian,
       (select md5(string_agg(p::text, '' order by p::text)) from application_paper p where p.application_id = application.id) as papers,
       (select md5(string_agg(s::text, '' order by s::text)) from application_step s where s.application_id = application.id) as steps,
       (select md5(string_agg(c::text, '' order by c::text)) from consent c where c.application_id = application.id
         and c.given_at = (select min(given_at) from consent where application_id = application.id)) as consents
     from application where id = $1`,
    [applicationId],
  );
  return rows[0];
}

/** Ids that all lead to what was paid. */
function paidIds(): Ids {
  const { applicationId, candidateId, orderId, exam } = home.paid;
  return { applicationId, candidateId, orderId, otherId: randomId(), exam };
}

describe('who is registered', () => {
  it('is changed by no call of its owner once it is paid, the saved candidate’s own change and end included [T37 R-26 R-27]', async () => {
    const { applicationId, candidateId } = home.paid;
    const before = await identityOf(applicationId);
    const requests = requestsWith(paidIds());
    const calls = allNames.filter((name) => callOf(name).who === 'candidate');

    for (const name of calls) {
      for (const { method, url } of addressesOf(name, requests[name])) {
        await home.browser.send(method, url, method === 'GET' ? {} : { body: requests[name].body ?? {} });
        expect(await identityOf(applicationId), name).toEqual(before);
      }
    }
    const { rows } = await databasePool().query('select deleted_at from candidate where id = $1', [candidateId]);
    expect(rows[0]).not.toEqual({ deleted_at: null });
  });

  it('is changed by modifying while it waits in the cart, so the proof could fail', async () => {
    const { applicationId, candidateId, exam } = home.cart;
    const before = await identityOf(applicationId);
    const form = { ...candidateForm(), lastName: 'OUYANG' };
    await ask(home.browser, 'candidate.modify', { body: { id: candidateId, ...form } });
    expect(await identityOf(applicationId)).toEqual(before);

    await ask(home.browser, 'application.modify', { body: { id: applicationId, ...submission(exam, candidateId) } });

    expect(await identityOf(applicationId)).toMatchObject({ last_name: 'OUYANG' });
  });
});

describe('the code of a letter', () => {
  const verify = async (code: string) =>
    await ask(await givenSignedIn(world.url), 'letter.verify', { params: { code } });

  it('that is forged, cut or of an unpaid application says only that it is not valid [T37 call:letter.verify]', async () => {
    const genuine = await givenLetterCode(home.paid.applicationId);
    const last = genuine.endsWith('A') ? 'B' : 'A';
    const forged = [
      'AAAAA-AAAAA-AAAAA-AAAAA',
      genuine.slice(0, -1),
      genuine.slice(0, -1) + last,
      `${genuine}A`,
      '%',
      "' or 1=1 --",
    ];
    const unpaid = await givenLetterCode((await addToCart(home.browser)).applicationId);

    for (const code of [...forged, unpaid]) {
      const { status, body } = await verify(code);
      expect([200, 404], code).toContain(status);
      if (status === 200)
        expect(body, code).toEqual({
          isValid: false,
          candidateName: null,
          idNo: null,
          productName: null,
          subjectName: null,
          examDate: null,
          startTime: null,
          cityName: null,
          issuedAt: null,
          isNewestVersion: false,
        });
    }
  });
});

const bidi = '\u202e';

describe('a name', () => {
  it.each([
    ['a line break and a mail header', 'ZHANG\r\nBcc: all@example.cn'],
    ['an address', 'HTTP://EVIL.EXAMPLE'],
    ['markup', '<B>ZHANG</B>'],
    ['a formula', '=CMD()'],
    ['typesetting', '#SYS.INPUTS'],
    ['Chinese characters', '张三'],
    ['an emoji', 'ZHANG😀'],
  ])('of a candidate with %s is refused at its field [T23 ASVS-1.3.11 1.5]', async (_, lastName) => {
    const { status, body } = await ask(home.browser, 'candidate.add', { body: { ...candidateForm(), lastName } });

    expect(status).toBe(412);
    expect(Object.keys(Object(body['fields']))).toEqual(['lastName']);
  });

  it.each([
    ['a right-to-left override', `ZHANG${bidi}NAS`, 'ZHANGNAS'],
    ['an isolate', 'ZHANG\u2066', 'ZHANG'],
    ['a zero-width joiner', 'ZHA\u200dNG', 'ZHANG'],
  ])('of a candidate with %s is stored without it [T23 ASVS-1.3.11 1.5]', async (_, lastName, kept) => {
    const { status, body } = await ask(home.browser, 'candidate.add', { body: { ...candidateForm(), lastName } });

    expect([status, body['lastName']]).toEqual([200, kept]);
  });

  it.each([
    ['a right-to-left override', `王${bidi}建国`],
    ['a line break', '王\r\nBcc: all@example.cn'],
    ['a NUL’s picture of a control', '王\u0007建国'],
    ['markup', '王<b>建国</b>'],
  ])('of a guardian with %s is refused, or stored without it [T23 ASVS-1.3.11]', async (_, name) => {
    const form = candidateForm('child');
    const body = { ...form, guardianModel: { ...Object(form['guardianModel']), name } };

    const answer = await ask(home.browser, 'candidate.add', { body });

    const kept = answer.status === 200 ? String(Object(answer.body['guardianModel'])['name']) : '';
    expect([200, 412]).toContain(answer.status);
    expect(kept).not.toMatch(/[\p{C}<>]/u);
  });

  it('that is pinyin goes through, so the refusals mean something', async () => {
    expect(await addCandidate(home.browser)).toMatch(/^[\da-f-]{36}$/);
  });
});
