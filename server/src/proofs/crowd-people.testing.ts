import { addressOf } from '@exam/contract/endpoints';
import { addDays, chinaDateOf } from '@exam/contract/rules';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { tasks } from '#testing/app';
import { readNowAlone } from '#platform/clock';
import { createBrowser } from '#testing/app';
import {
  childConsents,
  ask,
  askStaff,
  givenAccount,
  givenExam,
  givenSignedIn,
  givenStaff,
  testPassword,
  upload,
  expectExactly,
} from '#testing';
import { receiveCode } from '#testing/visitor';
import { addCandidate, addToCart, candidateForm, submission } from './world.testing.ts';
import { type Act, count, order, people, type Row, soon, times, valueOf } from './crowd-stage.testing.ts';

/** What one family's data, one number and one member of staff come to. */
export const living: readonly Row[] = [
  {
    act: 'one file of candidates saved again and again',
    scene: async (stage) => {
      const browser = await givenSignedIn(stage.url);
      const file = readFileSync(join(import.meta.dirname, '../people/imports/fixtures/thirty-candidates.xls'));
      const { body } = await upload(stage.url, browser, file);
      const save: Act = () =>
        ask(browser, 'candidate.saveImport', { body: { previewId: body['previewId'], consents: childConsents } });
      return {
        acts: times(people, save),
        allowed: ['200', '404 NOT_FOUND', '412 IMPORT_EXPIRED'],
        check: async () => expectExactly(await count('candidate where account_id = $1', [browser.accountId])).toBe(30),
      };
    },
  },
  {
    act: 'a candidate changed while registered and ordered for',
    scene: async (stage) => {
      const browser = await givenSignedIn(stage.url);
      const line = await addToCart(browser);
      const other = await givenExam({ seats: 50 });
      const saved = await ask(browser, 'candidate.get', { params: { id: line.candidateId } });
      const { idType, idNo, firstName, gender, dob } = saved.body;
      const form = { idType, idNo, firstName, gender, dob, lastName: 'ZHAO' };
      const change: Act = () => ask(browser, 'candidate.modify', { body: { id: line.candidateId, ...form } });
      return {
        acts: [
          ...times(12, change),
          ...times(10, () => ask(browser, 'application.submit', { body: submission(other, line.candidateId) })),
          ...times(10, order({ browser, applicationIds: [line.applicationId] })),
        ],
        allowed: ['200', '204', '412 ALREADY_IN_CART', '412 CART_CHANGED', '412 FIELDS', '412 CANDIDATE_IN_USE'],
        check: async () => {
          expectExactly(await count(`seat_allocation where application_id = $1`, [line.applicationId])).toBe(1);
          expectExactly(
            await count('application where account_id = $1 and session_id = $2', [browser.accountId, other.sessionId]),
          ).toBe(1);
        },
      };
    },
  },
  {
    act: 'an account closed while its owner goes on in other windows',
    scene: async (stage) => {
      const browser = await givenSignedIn(stage.url);
      const candidateId = await addCandidate(browser);
      const exam = await givenExam({ seats: 50 });
      return {
        acts: [
          soon(() => ask(browser, 'user.closeAccount')),
          ...times(10, () => ask(browser, 'candidate.add', { body: candidateForm() })),
          ...times(10, () => ask(browser, 'draft.save', { params: { kind: 'public' }, body: { json: '{}' } })),
          ...times(10, () => ask(browser, 'application.submit', { body: submission(exam, candidateId) })),
        ],
        allowed: ['200', '204', '401 UNAUTHENTICATED', '412 ALREADY_IN_CART', '404 NOT_FOUND', '412 ACCOUNT_IN_USE'],
        check: async () => {
          const isClosed = (await count(`account where id = $1 and status = 'Closed'`, [browser.accountId])) === 1;
          const left = await count('candidate where account_id = $1 and deleted_at is null', [browser.accountId]);
          expectExactly(isClosed ? left : 0).toBe(0);
        },
      };
    },
  },
  {
    act: 'sign-ins and codes of one number',
    scene: async (stage) => {
      const { phone } = await givenAccount();
      const visitor = (index: number) => ({
        browser: createBrowser(stage.url),
        headers: { 'x-forwarded-for': `10.9.${index}.1` },
      });
      const signIn = (index: number, password: string) => (): ReturnType<Act> => {
        const { browser, headers } = visitor(index);
        return ask(browser, 'user.signIn', {
          body: { loginType: 'Password', mobileOrEmail: phone, password },
          headers,
        });
      };
      const code = (index: number) => async (): ReturnType<Act> => {
        await receiveCode(visitor(index), phone, 'Login').catch(() => undefined);
        return { status: 200, body: {} };
      };
      return {
        acts: [
          ...Array.from({ length: 12 }, (_, index) => soon(signIn(index, testPassword))),
          ...Array.from({ length: 12 }, (_, index) => soon(signIn(50 + index, 'wrong#staple9'))),
          ...Array.from({ length: 8 }, (_, index) => soon(code(100 + index))),
        ],
        allowed: ['200', '412 SIGN_IN_FAILED', '412 CAPTCHA_REQUIRED', '429 RATE_LIMITED'],
      };
    },
  },
  {
    act: 'seventy uploads of one account',
    scene: async (stage) => {
      const browser = await givenSignedIn(stage.url);
      const user = await ask(browser, 'user.current');
      const send: Act = async () => {
        const form = new FormData();
        form.append('file', new Blob(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n']), 'a.pdf');
        const response = await globalThis.fetch(stage.url + addressOf('formAttachment.upload').path, {
          method: 'POST',
          headers: {
            origin: stage.url,
            'sec-fetch-site': 'same-origin',
            'x-csrf-token': String(user.body['token']),
            cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          },
          body: form,
        });
        return { status: response.status, body: (await response.json()) as Record<string, unknown> };
      };
      return {
        acts: times(70, send),
        allowed: ['200', '412 FILE_QUOTA'],
        check: async () => expectExactly(await count('file where account_id = $1', [browser.accountId])).toBe(50),
      };
    },
  },
  {
    act: 'a consent withdrawn while its registration is ordered',
    scene: async (stage) => {
      const browser = await givenSignedIn(stage.url);
      const line = await addToCart(browser, { kind: 'child' });
      const consentId = await valueOf(
        `select id as value from consent where application_id = $1 and statement_id = 'awardingBody'`,
        [line.applicationId],
      );
      return {
        acts: [
          ...times(16, () => ask(browser, 'consent.withdraw', { params: { id: consentId } })),
          ...times(16, order({ browser, applicationIds: [line.applicationId] })),
        ],
        allowed: ['200', '204', '404 NOT_FOUND', '412 CONSENT_WITHDRAWN', '412 CART_CHANGED', '412 ILLEGAL_STATE'],
      };
    },
  },
  {
    act: 'a legal hold opened while the retention run goes',
    scene: async (stage) => {
      const browser = await givenSignedIn(stage.url);
      const candidateId = await addCandidate(browser);
      const officer = await givenStaff(stage.consoleUrl, { roles: ['privacyOfficer'] });
      const second = await givenStaff(stage.consoleUrl, { roles: ['privacyOfficer'] });
      const reviewOn = addDays(chinaDateOf(await readNowAlone()), 100);
      const hold = { scope: 'person', class: null, objectId: candidateId, reason: 'A court asked for it', reviewOn };
      const { body } = await askStaff(officer, 'holds.propose', { body: hold });
      const run: Act = async () => {
        await tasks['retention.run']?.({});
        return { status: 200, body: {} };
      };
      const approve: Act = () =>
        askStaff(second, 'approvals.approve', { params: { id: body['proposalId'] }, body: {} });
      return {
        acts: [...times(4, run), ...times(8, approve)],
        allowed: ['200', '204', '409 VERSION_CONFLICT'],
        check: (heard) => expectExactly(heard.filter((each) => each === '204')).toHaveLength(1),
      };
    },
  },
  {
    act: 'rights of a member of staff changed while they are used',
    scene: async (stage) => {
      const admin = await givenStaff(stage.consoleUrl, { handsOn: ['examOfficer', 'supportAgent'] });
      const officer = await givenStaff(stage.consoleUrl, { roles: ['examOfficer'] });
      const change =
        (roles: string[]): Act =>
        () =>
          askStaff(admin, 'staff.changeRights', {
            params: { id: officer.staff.id },
            body: { roles, offices: 'all', reason: 'a change of post' },
          });
      return {
        acts: [
          ...times(4, change(['supportAgent'])),
          ...times(4, change(['examOfficer'])),
          ...times(24, () => askStaff(officer, 'sessions.search', { body: { pageIndex: 1, pageSize: 10 } })),
        ],
        allowed: ['200', '204', '403 FORBIDDEN', '403 REAUTH', '401 UNAUTHENTICATED'],
      };
    },
  },
];
