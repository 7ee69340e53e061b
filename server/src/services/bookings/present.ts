import type {
  ArrangementVersion,
  Booking,
  BookingListItem,
  DateProposal,
  MaskedCandidate,
  MaskedPerson,
  SubjectInfo,
  UniversityStep,
} from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { nextBooking, type BookingEvent } from '@exam/contract/machines';
import {
  ageOn,
  arrangementChanges,
  bookingStatusOf,
  candidateAgeType,
  chinaDateOf,
  isExpectedPast,
  isPayExpired,
  letterAvailableFrom,
  payableUntil,
  secondsRemaining,
  universityTimeline,
} from '@exam/contract/rules';
import { wire } from '@exam/contract/wire';
import { dobOf, genderOf } from '#platform/birth';
import { isStillMovable, presentProposal } from './arrangement/date-proposals.ts';
import { standingOf } from './move.ts';
import { payFacts } from './order/order.ts';
import {
  idTypeOf,
  maskedIdNo,
  maskedPersonIdNo,
  openChineseName,
  openContacts,
  openForm,
  openGranted,
  openPerson,
  openWords,
} from './request/person.ts';
import type { BookingView, NamedRow } from './queries.ts';
import type { BookingRow, PaperRow, PersonRow } from './store.ts';

type Reader = { now: string; language: Language };

/** Whether the time to pay is over: only while it waits for payment; one that was sent back waits for staff. */
export function isExpired(booking: BookingRow, now: string): boolean {
  const facts = payFacts(booking);
  const isWaiting = booking.status === 'Confirming' && booking.pending !== 'Rejected';
  return isWaiting && facts !== null && isPayExpired({ ...facts, now });
}

/** Whole seconds left to pay; 0 where there is nothing to pay now. */
export function remainingSeconds(booking: BookingRow, now: string): number {
  const facts = payFacts(booking);
  const isWaiting = booking.status === 'Confirming' && booking.pending !== 'Rejected';
  return isWaiting && facts ? secondsRemaining(now, payableUntil(facts)) : 0;
}

function payUntil(booking: BookingRow): string | null {
  const facts = booking.pending === 'Rejected' ? null : payFacts(booking);
  return facts && payableUntil(facts);
}

function presentShared(booking: NamedRow, { now }: Pick<Reader, 'now'>) {
  const isUnconfirmed = booking.status === 'Initiated' || booking.status === 'Drafted';
  return {
    bookingId: booking.id,
    code: booking.code,
    version: booking.arrangement_version ?? 0,
    amount: booking.amount,
    bookingStatus: bookingStatusOf(booking.status, booking.pending),
    processStatus: booking.status,
    pendingPaymentStatus: booking.pending,
    productEn: booking.product_en,
    productCn: booking.product_zh,
    officeEn: booking.office_en,
    officeCn: booking.office_zh,
    isExpired: isExpired(booking, now),
    isExpectedExpired: isUnconfirmed && isExpectedPast(booking.expected_date, chinaDateOf(now)),
    isCancelPayRestriction: booking.is_pay_restriction_lifted,
    payEndDate: booking.pending === 'Rejected' ? null : booking.pay_end_at,
    payUntil: payUntil(booking),
    examDate: booking.first_exam_date,
    remainingPaySeconds: remainingSeconds(booking, now),
    expectTestDate: booking.expected_date,
    expectExamMonth: booking.expected_month,
    templateNumber: booking.template_number,
    haveValidOrder: booking.has_order,
    withdrawReason: booking.withdraw_reason,
    submittedAt: booking.submitted_at,
  };
}

/** A line of "my bookings". */
export function presentBookingItem(booking: NamedRow, reader: Reader): BookingListItem {
  return {
    ...presentShared(booking, reader),
    firstName: booking.first_name,
    lastName: booking.last_name,
    candidateName: nameOf(booking),
    officeName: reader.language === 'zh' ? booking.office_zh : booking.office_en,
  };
}

/** A booking's page. The venue is told with the arrangement, so that the candidate can check the way there before paying. */
export function presentBooking(view: BookingView, language: Language): Booking {
  const { booking, people, now } = view;
  const reader = { now, language };
  const pickup = people.find((person) => person.role === 'PickupPerson');
  const guardian = people.find((person) => person.role === 'Guardian');
  const can = (event: BookingEvent) => nextBooking(standingOf(booking), event, 'candidate') !== null;
  const form = openForm(booking);
  const versions = presentVersions(view, language);
  return {
    ...presentShared(booking, reader),
    productId: booking.product_id,
    productCode: booking.product_code,
    officeEmail: booking.office_email,
    officePhone: booking.office_phone,
    subjectInfos: versions[0]?.subjectInfos ?? [],
    candidate: presentBooker(booking, { guardian: guardian ?? null, now }),
    guardian: guardian ? presentBooked(guardian) : null,
    [wire.fields.pickupPersonOfBooking]: pickup ? presentBooked(pickup) : null,
    leaveAlone: booking.leave_alone,
    registrationForm:
      form === null
        ? null
        : { templateVersion: booking.template_version ?? 1, json: form, attachments: view.formFiles },
    rejectReason: openWords(booking, 'reject_reason'),
    cancelReason: openWords(booking, 'cancel_reason'),
    versions,
    process: view.isUniversity ? presentProcess(view) : [],
    // What staff prepare among themselves is not told.
    timeline: view.timeline.filter((entry) => entry.event !== 'saveDraft'),
    timetable: view.timetable,
    orderId: view.orderId,
    canPay: can('order') && !isExpired(booking, now),
    canReject: can('reject'),
    canCancel: can('cancel'),
    dateProposal: presentOpenProposal(view, titlesOf(view, language)),
  };
}

/** The proposal that the family may answer now. */
function presentOpenProposal({ dateProposals, movable, now }: BookingView, titles: string[]): DateProposal | null {
  const open = dateProposals.find(
    (each) => each.answer === null && each.answer_by > now && isStillMovable(each, movable),
  );
  return open ? presentProposal(open, { titles, movable }) : null;
}

/** What the papers of the arrangement that counts are called. */
export function titlesOf({ booking, arrangements }: BookingView, language: Language): string[] {
  const current = arrangements.find(({ version }) => version === booking.arrangement_version);
  return (current?.papers ?? []).map((paper) =>
    language === 'zh' ? paper.subject : (paper.subject_en ?? paper.subject),
  );
}

/** Every issued arrangement, newest first, each with what it changed. */
export function presentVersions({ arrangements, places }: BookingView, language: Language): ArrangementVersion[] {
  const shown = arrangements.map((arrangement) => ({
    version: arrangement.version,
    issuedAt: arrangement.issued_at,
    payEndDate: arrangement.pay_end_at,
    amount: arrangement.amount,
    subjectInfos: arrangement.papers.map((paper) => presentPaper(paper, places, language)),
    note: arrangement.note,
    arrangementGranted: openGranted(arrangement),
  }));
  return shown.map((version, index) => {
    const before = shown[index + 1];
    return { ...version, changes: before ? arrangementChanges(before, version) : [] };
  });
}

function presentPaper(paper: PaperRow, places: BookingView['places'], language: Language): SubjectInfo {
  const city = places.get(paper.city_id);
  const venue = paper.venue_id === null ? undefined : places.get(paper.venue_id);
  const inLanguage = (en: string, zh: string) => (language === 'zh' ? zh : en);
  return {
    subject: inLanguage(paper.subject_en ?? paper.subject, paper.subject),
    city: city ? inLanguage(city.name_en, city.name_zh) : '',
    venue: venue
      ? {
          name: [inLanguage(venue.name_en, venue.name_zh), paper.place].filter((part) => part !== '').join(' '),
          address: inLanguage(venue.address_en, venue.address_zh),
        }
      : null,
    testDate: paper.exam_date,
    startTime: paper.start_time,
    endTime: paper.end_time,
    localFee: paper.local_fee,
    boardFee: paper.board_fee,
    vat: paper.vat,
    total: paper.total,
  };
}

function presentProcess({ booking, letterLeadDays, hasVenues, now, calendar }: BookingView): UniversityStep[] {
  const examDate = booking.first_exam_date;
  const paidAt = booking.completed_at;
  const letterFrom =
    examDate === null || paidAt === null || !hasVenues
      ? null
      : letterAvailableFrom({ origin: 'Booking', examDate, paidAt, leadDays: letterLeadDays, calendar });
  return universityTimeline(
    {
      submittedAt: booking.submitted_at,
      expectedDate: booking.expected_date,
      confirmedAt: booking.confirmed_at,
      firstExamDate: examDate,
      payEndAt: booking.pay_end_at,
      paidAt,
      letterFrom,
      isSentBack: booking.pending === 'Rejected',
      now,
    },
    calendar,
  );
}

/** The candidate of a booking, masked. */
export function presentBooker(
  booking: BookingRow,
  { guardian, now }: { guardian: PersonRow | null; now: string },
): MaskedCandidate {
  const dob = dobOf('booking', booking);
  return {
    id: booking.id,
    idType: idTypeOf(booking.id_type),
    gender: genderOf('booking', booking),
    firstName: booking.first_name,
    lastName: booking.last_name,
    nameZh: openChineseName(booking),
    idNo: maskedIdNo(booking),
    ...openContacts(booking),
    dob,
    candidateId: booking.candidate_id,
    candidateAgeType: candidateAgeType(ageOn(dob, chinaDateOf(now))),
    guardianModel: guardian ? presentBooked(guardian) : null,
  };
}

/** A guardian or pickup person of a booking, masked. */
export function presentBooked(person: PersonRow): MaskedPerson {
  return {
    id: person.id,
    idType: idTypeOf(person.id_type),
    ...openPerson(person),
    idNo: maskedPersonIdNo(person),
    type: person.type,
    candidateId: null,
  };
}

/** Family name first, in pinyin. */
export function nameOf(booking: Pick<BookingRow, 'last_name' | 'first_name'>): string {
  return `${booking.last_name} ${booking.first_name}`.trim();
}
