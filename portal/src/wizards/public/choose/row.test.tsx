// @vitest-environment jsdom
import { buttonsIn, press } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { refundLineWords } from '../../../messages/refund-line.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { show, usePortal } from '../../../testing/site.ts';
import type { Session } from './sittings.ts';
import { SessionRow } from './row.tsx';

const portal = usePortal();

/** A session as a row of the list. @returns the row, its button's name, and what was pressed. */
async function showRow(session: Partial<Session>, paper: Partial<Session['sessionSubjects'][number]> = {}) {
  const given = portal().example('session.search', { choice: 0, rows: 1 }).list[0]!;
  const sessionSubjects = given.sessionSubjects.map((each) => ({ ...each, ...paper }));
  const pressed: string[] = [];
  const row = await show(
    portal(),
    '/exam-registration',
    <SessionRow
      session={{ ...given, isExclusiveSession: false, ...session, sessionSubjects }}
      subjectIds={sessionSubjects.map(({ subjectId }) => subjectId)}
      shared={{ times: null, fee: null }}
      isChosen={false}
      onChoose={() => pressed.push('chosen')}
      onCode={() => pressed.push('code')}
    />,
  );
  for (const button of buttonsIn(row)) await press(portal(), button);
  return { text: row.textContent, pressed };
}

describe('a session in the list', () => {
  it('says how many seats there are once they are few, and else leaves it to its button', async () => {
    const { session: words } = await registrationWords.load('en');
    const few = await showRow({ status: 'Available', isFewLeft: true, freeSeats: 3 });
    const many = await showRow({ status: 'Available', isFewLeft: false, freeSeats: 3 });

    expect([few.text.includes(words.seats(3)), many.text.includes(words.seats(3))]).toEqual([true, false]);
    expect(many.text).not.toContain(words.status.Available);
  });

  it('says what a late entry costs more today, and nothing of a stage that is over', async () => {
    const { session: words } = await registrationWords.load('en');
    const hour = 3_600_000;
    const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
    const stages = [
      { id: 'a', stage: 'Late1', fee: 5000, startDate: at(-9), endDate: at(-5) },
      { id: 'b', stage: 'Late2', fee: 7000, startDate: at(-5), endDate: at(5) },
    ];
    const fees = { localFee: 100_000, boardFee: 0, vat: 0, isTier: false, isLateEntryCharge: true };
    const late = await showRow({}, { ...fees, sessionSubjectLateEntryCharges: stages });
    const over = await showRow({}, { ...fees, sessionSubjectLateEntryCharges: stages.slice(0, 1) });

    expect(late.text).toContain(words.late('¥70.00'));
    expect(over.text).not.toContain(words.late('¥50.00'));
  });

  it('says what comes back if it is cancelled, and until when, or that nothing does [R-72]', async () => {
    const words = await refundLineWords.load('en');
    const fees = { localFee: 100_000, boardFee: 40_000, vat: 14_000, isTier: false, isLateEntryCharge: false };
    const terms = { until: '2027-02-05T16:00:00.000Z', percent: 80, documentsRequired: false, boardFeeReturned: false };
    const texts = [];
    for (const session of [
      { status: 'Available', refundTerms: terms },
      { status: 'Available', refundTerms: { ...terms, until: '2027-02-06T09:00:00.001Z', documentsRequired: true } },
      { status: 'Available', refundTerms: null },
      { status: 'Full', refundTerms: null },
    ] as const)
      texts.push((await showRow(session, fees)).text);

    const amount = '¥880.00';
    const lines = [words.short({ month: 2, day: 5, amount }), words.short({ month: 2, day: 6, amount }), words.none];
    expect(texts.map((text) => lines.filter((line) => text.includes(line)))).toEqual([
      ...lines.map((line) => [line]),
      [],
    ]);
  });

  it('can be chosen while it is open; a group gives its code first; no other can', async () => {
    const open = await showRow({ status: 'Available' });
    const group = await showRow({ status: 'Available', isExclusiveSession: true, isInvitationVerified: false });
    const invited = await showRow({ status: 'Available', isExclusiveSession: true, isInvitationVerified: true });
    const others = [];
    for (const status of ['NotStarted', 'Full', 'RegistrationEnded', 'Expired'] as const)
      others.push(...(await showRow({ status })).pressed);

    expect([open.pressed, group.pressed, invited.pressed, others]).toEqual([['chosen'], ['code'], ['chosen'], []]);
  });
});
