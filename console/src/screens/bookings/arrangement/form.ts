import {
  chinaDateOf,
  chinaTimeOf,
  fenOf,
  instantOf,
  isRealDate,
  lacksEnglishTitle,
  yuanOf,
} from '@exam/contract/rules';
import type { StaffRequest } from '@exam/contract/staff/client';
import type { Booking, Prices } from '../types.ts';

/** A paper as it is typed: every value a text; '' is not filled in. */
export type PaperForm = {
  /** Names the paper while it is edited. */
  key: number;
  subject: string;
  subjectEn: string;
  cityId: string;
  venueId: string;
  place: string;
  testDate: string;
  startTime: string;
  endTime: string;
  localFee: string;
  boardFee: string;
  vat: string;
  /** The fees are the price list's until somebody types one (`filled`). */
  isListed: boolean;
};

/** An arrangement as it is typed. */
export type ArrangementForm = {
  papers: readonly PaperForm[];
  /** It is to be paid by the last moment there is, until somebody types another (`filled`). */
  isLatest: boolean;
  payDate: string;
  payTime: string;
  note: string;
  granted: string;
  priceReason: string;
};

type Arrangement = StaffRequest<'bookings.confirm'>['body']['arrangement'];
type Draft = StaffRequest<'bookings.saveDraft'>['body']['draft'];
type Paper = NonNullable<NonNullable<Booking['draft']>['papers']>[number];

let lastKey = 0;

/** A paper with nothing in it. */
export function emptyPaper(): PaperForm {
  const texts = {
    subject: '',
    subjectEn: '',
    cityId: '',
    venueId: '',
    place: '',
    testDate: '',
    startTime: '',
    endTime: '',
  };
  return { key: ++lastKey, ...texts, localFee: '', boardFee: '', vat: '', isListed: true };
}

/** Where an editor begins: the draft, else the arrangement that counts, else one empty paper on the expected date. */
export function formOf(booking: Booking): ArrangementForm {
  const begun = booking.draft ?? issuedOf(booking);
  const papers: readonly Paper[] = begun.papers ?? [];
  const payEnd = begun.payEndDate ?? null;
  return {
    papers: papers.length > 0 ? papers.map(typed) : [{ ...emptyPaper(), testDate: booking.expectTestDate }],
    isLatest: payEnd === null,
    payDate: payEnd === null ? '' : chinaDateOf(payEnd),
    payTime: payEnd === null ? '' : chinaTimeOf(payEnd),
    note: begun.note ?? '',
    granted: begun.arrangementGranted ?? '',
    priceReason: begun.priceReason ?? '',
  };
}

/** The arrangement that counts, as a draft of the next; nothing before the first. */
function issuedOf({ currentPapers, payEndDate, versions: [current] }: Booking): Draft {
  if (current === undefined) return { papers: [] };
  const { note, arrangementGranted } = current;
  return { papers: currentPapers, payEndDate, note, arrangementGranted };
}

const typedAmount = (fen: number | undefined) => (fen === undefined ? '' : yuanOf(fen));

function typed(paper: Paper): PaperForm {
  return {
    key: ++lastKey,
    subject: paper.subject ?? '',
    subjectEn: paper.subjectEn ?? '',
    cityId: paper.cityId ?? '',
    venueId: paper.venueId ?? '',
    place: paper.place ?? '',
    testDate: paper.testDate ?? '',
    startTime: paper.startTime ?? '',
    endTime: paper.endTime ?? '',
    localFee: typedAmount(paper.localFee),
    boardFee: typedAmount(paper.boardFee),
    vat: typedAmount(paper.vat),
    isListed: paper.localFee === undefined && paper.boardFee === undefined && paper.vat === undefined,
  };
}

/** The last of the moments by which every paper can be paid, as the price list says; undefined while it says nothing. */
export const latestOf = (prices: Prices): string | undefined =>
  prices.flatMap((price) => price?.lastPayMoment ?? []).sort()[0];

/**
 * The form as it is shown and sent: with the fees of the price list and the last moment to pay where nobody has typed others, and in the only city there is.
 * @param prices by paper; undefined until its date and times are complete
 */
export function filled(form: ArrangementForm, prices: Prices, cities: readonly { id: string }[]): ArrangementForm {
  const latest = form.isLatest ? latestOf(prices) : undefined;
  const onlyCity = cities.length === 1 ? (cities[0]?.id ?? '') : '';
  return {
    ...form,
    ...(latest === undefined ? {} : { payDate: chinaDateOf(latest), payTime: chinaTimeOf(latest) }),
    papers: form.papers.map((paper, index) => {
      const cityId = paper.cityId === '' ? onlyCity : paper.cityId;
      const price = prices[index];
      if (!paper.isListed || price === undefined) return { ...paper, cityId };
      const { localFee, boardFee, vat } = price;
      return { ...paper, cityId, localFee: yuanOf(localFee), boardFee: yuanOf(boardFee), vat: yuanOf(vat) };
    }),
  };
}

/** What is wrong before anything is sent, by the server's paths: `required` or `amount`. */
export function problemsOf(form: ArrangementForm): ReadonlyMap<string, 'required' | 'amount'> {
  const problems = new Map<string, 'required' | 'amount'>();
  for (const [index, paper] of form.papers.entries()) {
    for (const name of ['subject', 'cityId', 'testDate', 'startTime', 'endTime'] as const)
      if (paper[name].trim() === '') problems.set(`papers.${index}.${name}`, 'required');
    if (lacksEnglishTitle(paper)) problems.set(`papers.${index}.subjectEn`, 'required');
    for (const name of ['localFee', 'boardFee', 'vat'] as const)
      if (fenOf(paper[name]) === null) problems.set(`papers.${index}.${name}`, 'amount');
  }
  if (!isRealDate(form.payDate)) problems.set('payEndDate', 'required');
  if (form.payTime === '') problems.set('payTime', 'required');
  return problems;
}

/** The arrangement as the command takes it. Only of a form without problems. */
export function arrangementOf(form: ArrangementForm): Arrangement {
  return {
    papers: form.papers.map((paper) => ({
      subject: paper.subject.trim(),
      subjectEn: paper.subjectEn.trim() || null,
      cityId: paper.cityId,
      venueId: paper.venueId === '' ? null : paper.venueId,
      place: paper.place.trim(),
      testDate: paper.testDate,
      startTime: paper.startTime,
      endTime: paper.endTime,
      localFee: fenOf(paper.localFee) ?? 0,
      boardFee: fenOf(paper.boardFee) ?? 0,
      vat: fenOf(paper.vat) ?? 0,
    })),
    payEndDate: instantOf(form.payDate, form.payTime),
    note: form.note.trim() || null,
    arrangementGranted: form.granted.trim() || null,
    priceReason: form.priceReason.trim() || null,
  };
}

/** Whatever is filled in so far. */
export function draftOf(form: ArrangementForm): Draft {
  const isPayEnd = isRealDate(form.payDate) && form.payTime !== '';
  return {
    papers: form.papers.map(({ key: _key, isListed: _isListed, localFee, boardFee, vat, ...texts }) => {
      const amounts = { localFee: fenOf(localFee), boardFee: fenOf(boardFee), vat: fenOf(vat) };
      const filled = Object.entries({ ...texts, ...amounts }).filter(([, value]) => value !== '' && value !== null);
      return Object.fromEntries(filled);
    }),
    payEndDate: isPayEnd ? instantOf(form.payDate, form.payTime) : null,
    note: form.note.trim() || null,
    arrangementGranted: form.granted.trim() || null,
    priceReason: form.priceReason.trim() || null,
  };
}

/** The sum of every amount typed so far, in fen. */
export function totalOf({ papers }: ArrangementForm): number {
  return papers.reduce(
    (sum, paper) =>
      sum + [paper.localFee, paper.boardFee, paper.vat].reduce((each, yuan) => each + (fenOf(yuan) ?? 0), 0),
    0,
  );
}
