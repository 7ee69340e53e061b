import { cancellationOutcomes, orderStatuses, refundCauses, refundStatuses } from '@exam/contract/entities';
import { forms } from '@exam/contract/forms';
import { fieldWords } from '@exam/contract/messages';
import {
  applicationStates,
  arrangementStates,
  attendanceStates,
  historyEvents,
  letterEmailStates,
  paymentAttemptStates,
  proposalStates,
  sessionStates,
  systemReasons,
} from '@exam/contract/machines';
import { adultStatements, minorStatements } from '@exam/contract/rules';
import {
  auditActs,
  auditCodes,
  auditFields,
  auditObjects,
  deskStatuses,
  exceptionKinds,
  exceptionMarks,
  moneyChannels,
  roleNames,
} from '@exam/contract/staff';
import { proposalKindNames } from '@exam/contract/staff/effects';
import { jobTasks, workKindNames } from '@exam/contract/staff/work';
import { describe, expect, it } from 'vitest';
import * as en from './en.testing.ts';
import * as zh from './zh.testing.ts';

type Words = Readonly<Record<string, unknown>>;
type Dictionaries = typeof en | typeof zh;

const formFields = Object.values(forms).flatMap((form) => (form === null ? [] : Object.keys(form.fields)));
const seatedStates = applicationStates.filter((state) => state !== 'Initiated');

/** By area: every code that may reach its pages, and where its words are. */
const areas: Readonly<Record<string, (from: Dictionaries, language: 'en' | 'zh') => [readonly string[], Words][]>> = {
  registrations: ({ registrations: words }) => [
    [[...deskStatuses, ...seatedStates], words.statuses],
    [arrangementStates, words.arrangements],
    [attendanceStates, words.attendances],
    [letterEmailStates, words.letterStates],
    [[...adultStatements, ...minorStatements], words.statements],
    [(['application', 'letter', 'attendance', 'specialArrangement'] as const).flatMap(historyEvents), words.events],
  ],
  bookings: ({ bookings: words }) => [
    [historyEvents('booking'), words.events],
    [[...adultStatements, ...minorStatements], words.consentNames],
  ],
  decisions: ({ decisions: words }) => [
    [refundStatuses, words.refunds.statuses],
    [refundCauses, words.refunds.causes],
    [moneyChannels, words.refunds.channels],
    [historyEvents('refund'), words.refunds.events],
    [proposalStates, words.approvals.statuses],
    [proposalKindNames, words.approvals.kinds],
    [['Open', ...cancellationOutcomes], words.cancellations.outcomes],
  ],
  money: ({ money: words }) => [
    [orderStatuses, words.orderStatuses],
    [refundStatuses, words.refundStatuses],
    [refundCauses, words.causes],
    [paymentAttemptStates, words.attemptStatuses],
    [moneyChannels, words.channels],
    [exceptionKinds, words.kinds],
    [exceptionMarks, words.marks],
    [historyEvents('order'), words.events],
  ],
  audit: ({ audit: words, page }) => [
    [auditActs, page.acts],
    [auditObjects, words.objectKinds],
    [Object.keys(auditFields), words.fields],
    [auditCodes, words.codes],
  ],
  jobs: ({ audit: words }) => [[jobTasks, words.tasks]],
  today: ({ today: words }) => [[workKindNames, words.kinds]],
  sessions: ({ sessions: words }) => [[sessionStates, words.statuses]],
  people: ({ people: words }) => [[roleNames, words.roles]],
  'reasons of the system': ({ page }) => [[systemReasons, page.systemReasons]],
  'answers of forms': (_, language) => [[formFields, fieldWords[language].formFields]],
};

function wordOf(word: unknown): string {
  if (typeof word === 'object' && word !== null && 'label' in word) return String(word.label);
  return typeof word === 'string' ? word : '';
}

describe.each(Object.entries(areas))('the words of %s', (_, codesOf) => {
  it('name every code in English', () => {
    const missing = codesOf(en, 'en').flatMap(([codes, words]) => codes.filter((code) => wordOf(words[code]) === ''));

    expect(missing).toEqual([]);
  });

  it('name every code in Chinese, with nothing of the code left', () => {
    const wrong = codesOf(zh, 'zh').flatMap(([codes, words]) =>
      codes.filter((code) => !/\p{Script=Han}|^–$/u.test(wordOf(words[code])) || wordOf(words[code]).includes(code)),
    );

    expect(wrong).toEqual([]);
  });
});
