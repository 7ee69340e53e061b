import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { routes as candidateRoutes } from '#people/candidates';
import { givenCartLine, givenExam, givenSignedIn, openTestServer, type TestServer } from '#testing';
import { routes as applicationRoutes } from './index.ts';
import { givenCandidate, submitAdult } from '#testing/wizard';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer([...candidateRoutes, ...applicationRoutes]);
});
afterAll(() => server.close());

/** What a value is like, where it cannot be the same twice. */
function kindOf(value: unknown): unknown {
  const text = String(value);
  if (/^[0-9a-f]{8}-/.test(text)) return 'id';
  if (/^\\x[0-9a-f]{16}/.test(text)) return 'bytes';
  if (/^P\d{6}\w{5}/.test(text)) return 'code of an application';
  if (/^(?:[0-9A-Z]{5}-?){4}$/.test(text)) return 'code of a letter';
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? 'instant' : value;
}

type Rows = Record<'line' | 'candidate', Record<string, unknown>> & { papers: object[] };

/** The rows of a cart line, with what must differ between two replaced by its kind. */
async function rowsOf(applicationId: string): Promise<Rows> {
  const { rows } = await databasePool().query<Rows>(
    `select to_jsonb(line) as line, to_jsonb(candidate) as candidate, array(
        select to_jsonb(paper) from application_paper paper where paper.application_id = line.id order by paper.sort
      ) as papers
     from application line join candidate on candidate.id = line.candidate_id where line.id = $1`,
    [applicationId],
  );
  return JSON.parse(JSON.stringify(rows[0]), (_, value: unknown) => kindOf(value));
}

describe('a cart line that tests plant', () => {
  it('is what a submission leaves, column by column', async () => {
    const browser = await givenSignedIn(server.url);
    const exam = await givenExam();
    const person = {
      idType: 'Passport',
      idNo: 'E12345678',
      dob: '1990-03-07',
      gender: 'Male',
      lastName: 'ZHANG',
      firstName: 'SAN',
    };
    const answer = await submitAdult(browser, exam, await givenCandidate(browser, '1990-03-07', person));

    const planted = await rowsOf(await givenCartLine(browser.accountId, exam));

    expect(answer.body).toMatchObject({ status: 'Initiated' });
    expect(planted).toEqual(await rowsOf(String(answer.body['id'])));
  });
});
