// @vitest-environment jsdom
import type { SavedCandidate } from '@exam/contract/entities';
import { detailOf } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { registrationWords } from '../../../messages/registration.ts';
import { show, usePortal } from '../../../testing/site.ts';
import { PricePreview } from './price-preview.tsx';

const portal = usePortal();

/** What this many candidates read of a paper of ¥1,000 that costs 800 from the second on, and 70 more in these days. */
async function read(count: number, isLate = false) {
  const { confirm: words } = await registrationWords.load('en');
  const given = portal().example('session.search', { choice: 0, rows: 1 }).list[0]!;
  const [example] = given.sessionSubjects;
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const paper = {
    ...example!,
    localFee: 100_000,
    boardFee: 0,
    vat: 0,
    total: 100_000,
    isTier: true,
    sessionSubjectTierFees: [
      { id: 'a', from: 1, to: 1, localFee: 100_000 },
      { id: 'b', from: 2, to: null, localFee: 80_000 },
    ],
    isLateEntryCharge: isLate,
    sessionSubjectLateEntryCharges: [{ id: 'c', stage: 'Late1', fee: 7000, startDate: at(-1), endDate: at(1) }],
  };
  const candidates = ['ANNA', 'BELLA', 'CLARA'].slice(0, count).map((firstName, place) => ({
    ...portal().example('candidate.get'),
    id: String(place),
    lastName: 'WANG',
    firstName,
  }));
  const page = await show(
    portal(),
    '/exam-registration',
    <PricePreview
      product={portal().example('product.byCode')}
      sittings={[{ session: { ...given, sessionSubjects: [paper] } as typeof given, subjectIds: [paper.subjectId] }]}
      candidates={candidates as SavedCandidate[]}
    />,
  );
  return [words.discount, words.lateCharge, words.total].map((term) => detailOf(page, term));
}

describe('the price before it is put into the cart', () => {
  it('takes a discount off, and puts a late charge on, and names neither where there is none [C1]', async () => {
    expect(await read(1)).toEqual([undefined, undefined, '¥1,000.00']);
    expect(await read(2)).toEqual(['-¥400.00', undefined, '¥1,600.00']);
    expect(await read(1, true)).toEqual([undefined, '¥70.00', '¥1,070.00']);
  });
});
