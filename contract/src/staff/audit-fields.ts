/**
 * How a value of the audit is to be read: `code` is one of `auditCodes`; `typed` is what a person wrote or a name that is theirs;
 * `sign` stands for itself (a human code, a mask, a number); `id` is a uuid; `raw` is for whoever reads the record itself (filters
 * of a list, a hash); `part` holds values of its own, or a list of them; `sums` is fen by a uuid.
 */
export type AuditFieldKind =
  | 'code'
  | 'typed'
  | 'sign'
  | 'instant'
  | 'date'
  | 'fen'
  | 'flag'
  | 'id'
  | 'raw'
  | 'part'
  | 'sums';

const aboutPeople = {
  lastName: 'typed',
  firstName: 'typed',
  idType: 'code',
  idNo: 'sign',
  gender: 'code',
  dob: 'date',
  email: 'sign',
  mobile: 'sign',
  phone: 'sign',
  leaveAlone: 'flag',
  guardian: 'typed',
  pickupPerson: 'typed',
  field: 'code',
  duplicateId: 'id',
  roles: 'code',
  handsOn: 'code',
  offices: 'raw',
  assignedTo: 'raw',
  proposedBy: 'typed',
} as const;

const aboutExams = {
  productId: 'id',
  sessionId: 'id',
  venueId: 'id',
  cityId: 'id',
  officeId: 'id',
  subjectId: 'id',
  sessionSubjectId: 'id',
  awardingBodyId: 'id',
  applicationIds: 'id',
  ids: 'id',
  examDate: 'date',
  publishStartAt: 'instant',
  publishEndAt: 'instant',
  startAt: 'instant',
  endAt: 'instant',
  startTime: 'sign',
  endTime: 'sign',
  testDate: 'date',
  papers: 'part',
  tierFees: 'part',
  lateCharges: 'part',
  stage: 'code',
  seat: 'sign',
  seatPer: 'code',
  isHot: 'flag',
  canSend: 'flag',
  noticeEn: 'typed',
  noticeZh: 'typed',
  attendance: 'code',
  absent: 'id',
  sheet: 'code',
  isGranted: 'flag',
  codeId: 'id',
  label: 'typed',
  useLimit: 'sign',
  arrangement: 'part',
  subject: 'typed',
  subjectName: 'typed',
  city: 'typed',
  venue: 'typed',
  place: 'typed',
  payEndDate: 'instant',
  fileId: 'id',
  date: 'date',
  provisional: 'date',
  source: 'code',
} as const;

const aboutMoney = {
  total: 'fen',
  amount: 'fen',
  fee: 'fen',
  localFee: 'fen',
  boardFee: 'fen',
  vat: 'fen',
  quoted: 'sums',
  approved: 'sums',
  refund: 'code',
  paidAt: 'instant',
  paymentEndAt: 'instant',
  documentsDueAt: 'instant',
  voucher: 'sign',
  orderCode: 'sign',
  tradeNo: 'sign',
  orderId: 'id',
  codes: 'sign',
  decision: 'code',
  lines: 'sign',
  differences: 'sign',
  explanation: 'typed',
  key: 'sign',
  hash: 'raw',
  overrides: 'sums',
} as const;

const aboutPlaces = {
  id: 'id',
  code: 'sign',
  name: 'typed',
  nameEn: 'typed',
  nameZh: 'typed',
  addressEn: 'typed',
  addressZh: 'typed',
  accessEn: 'typed',
  accessZh: 'typed',
  mapUrl: 'raw',
  rooms: 'part',
  capacity: 'sign',
  note: 'typed',
  fromDate: 'date',
  toDate: 'date',
  isOpen: 'flag',
  createdBy: 'typed',
  createdAt: 'instant',
} as const;

const aboutWork = {
  status: 'code',
  kind: 'code',
  outcome: 'code',
  objectId: 'id',
  claimId: 'id',
  moveId: 'id',
  scope: 'raw',
  class: 'raw',
  reviewOn: 'date',
  effectiveFrom: 'date',
  accountId: 'id',
  circularId: 'id',
  payload: 'part',
  snoozedUntil: 'instant',
  ended: 'sign',
  task: 'code',
  attempts: 'sign',
  rows: 'sign',
  format: 'sign',
  filters: 'raw',
  columns: 'raw',
  fields: 'raw',
  recipient: 'typed',
  country: 'sign',
  titleEn: 'typed',
  titleZh: 'typed',
  textEn: 'typed',
  textZh: 'typed',
  paragraphs: 'typed',
  registrations: 'sign',
  accounts: 'sign',
  byMail: 'sign',
  bySms: 'sign',
  toSend: 'sign',
  withoutAddress: 'sign',
  isAgain: 'flag',
  version: 'sign',
  from: 'sign',
  to: 'sign',
} as const;

/** Every field that an entry of the audit may keep of an act, and how its value is read. */
export const auditFields = {
  ...aboutPeople,
  ...aboutExams,
  ...aboutMoney,
  ...aboutPlaces,
  ...aboutWork,
} as const satisfies Record<string, AuditFieldKind>;
export type AuditField = keyof typeof auditFields;
