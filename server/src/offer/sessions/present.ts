import type { Availability, Session as SessionEntity, SessionSubject } from '@exam/contract/entities';
import { fewSeatsLeft, lateEntryAt, secondReading } from '@exam/contract/rules';
import type { Language } from '@exam/contract/messages';
import { nameIn, presentCity, presentSubject, presentVenue, textIn, type Catalogue } from '#offer/catalogue';
import { refuse } from '#platform/errors';
import { linesOf, type Paper, type PaperLine } from './papers.ts';
import type { FoundSession } from './search.ts';

export type Reader = { catalogue: Catalogue; language: Language; now: string };

/**
 * A session on the wire. Where an invitation code is still needed no fee leaves the server, and the code never
 * does. The venue is told where staff have named one; the room is on the letter.
 */
export function presentSession(session: FoundSession, reader: Reader): SessionEntity {
  const { catalogue, language } = reader;
  const product = catalogue.products.get(session.product_id) ?? refuse('NOT_FOUND');
  const city = catalogue.cities.get(session.city_id) ?? refuse('NOT_FOUND');
  const office = catalogue.offices.get(session.office_id) ?? refuse('NOT_FOUND');
  const venue = session.venue_id === null ? undefined : catalogue.venues.get(session.venue_id);
  const isPriced = !session.is_exclusive || session.hasTicket;
  const availability = listedAvailability(session);
  const freeSeats = session.seat - session.registered;
  return {
    id: session.id,
    product: {
      id: product.id,
      productName: nameIn(language, product),
      nameCn: product.name_zh,
      nameEn: product.name_en,
      code: product.code,
    },
    officeName: nameIn(language, office),
    examDate: session.exam_date,
    startTime: session.start_time,
    endTime: session.end_time,
    seat: session.seat,
    registered: session.registered,
    publishStartTime: session.publish_start_at,
    publishEndTime: session.publish_end_at,
    canSend: session.can_send,
    isExclusiveSession: session.is_exclusive,
    pin: null,
    notice: textIn(language, session.notice_en, session.notice_zh),
    createBy: null,
    status: availability,
    secondStatus: secondReading(availability),
    isSendEmail: session.is_send_email,
    venue: venue && isPriced ? presentVenue(venue, catalogue, language) : null,
    city: presentCity(city, catalogue, language),
    cityName: nameIn(language, city),
    ...presentPrices(session, isPriced, reader),
    sessionSubjects: session.papers.map((paper) => presentPaper(paper, isPriced, reader)),
    freeSeats,
    isFewLeft: availability === 'Available' && fewSeatsLeft(freeSeats, session.seat),
    isInvitationVerified: session.hasTicket,
    specialNotice: textIn(language, product.special_notice_en, product.special_notice_zh),
  };
}

/** The same for whoever is registered in it: one that no list shows any more has expired. */
export function presentOwnSession(session: FoundSession, reader: Reader): SessionEntity {
  const { availability } = session;
  return presentSession({ ...session, availability: availability === 'NotListed' ? 'Expired' : availability }, reader);
}

type Prices = Pick<SessionEntity, 'totalFee' | 'dateSlotPriceList' | 'feeMatrixSubjectList' | 'lateEntryChargeNow'>;

/** The read-only projections of the papers. A combined set is one line with one price. */
function presentPrices(session: FoundSession, isPriced: boolean, reader: Reader): Prices {
  const lines = isPriced ? linesOf(session.papers) : [];
  const totals = lines.map((line) => line.total);
  if (totals.length === 0) {
    return { totalFee: null, dateSlotPriceList: [], feeMatrixSubjectList: [], lateEntryChargeNow: null };
  }
  const minimum = Math.min(...totals);
  const charges = lines.map((line) => lateChargeOf(line, reader.now));
  const charge = Math.max(...charges);
  return {
    totalFee: minimum,
    dateSlotPriceList: [{ date: session.exam_date, minimum, maximum: Math.max(...totals) }],
    feeMatrixSubjectList: lines.map((line) => ({
      subjectId: line.papers[0]?.subjectId ?? '',
      subjectName: line.papers.map((paper) => subjectNameOf(paper, reader)).join(' + '),
      total: line.total,
    })),
    lateEntryChargeNow: charge > 0 ? charge : null,
  };
}

function lateChargeOf(line: PaperLine, now: string): number {
  return line.papers.reduce(
    (sum, paper) => sum + (paper.isLateEntryCharge ? lateEntryAt(paper.lateEntryCharges, now).fee : 0),
    0,
  );
}

function presentPaper(paper: Paper, isPriced: boolean, { catalogue, language }: Reader): SessionSubject {
  const subject = catalogue.subjects.get(paper.subjectId) ?? refuse('NOT_FOUND');
  return {
    id: paper.sessionSubjectId,
    subjectId: paper.subjectId,
    subject: presentSubject(subject, language),
    localFee: isPriced ? paper.localFee : null,
    boardFee: isPriced ? paper.boardFee : null,
    vat: isPriced ? paper.vat : null,
    total: isPriced ? paper.total : null,
    startTime: paper.startTime,
    endTime: paper.endTime,
    isTier: paper.isTier,
    isLateEntryCharge: paper.isLateEntryCharge,
    sessionSubjectTierFees: isPriced ? paper.tierFees : [],
    sessionSubjectLateEntryCharges: isPriced ? paper.lateEntryCharges : [],
  };
}

function subjectNameOf(paper: Paper, { catalogue, language }: Reader): string {
  const subject = catalogue.subjects.get(paper.subjectId);
  return subject ? nameIn(language, subject) : paper.subjectCode;
}

/** Lists leave out what is not listed (9.7), so what is found always has an availability. */
function listedAvailability(session: FoundSession): Availability {
  return session.availability === 'NotListed' ? refuse('NOT_FOUND') : session.availability;
}
