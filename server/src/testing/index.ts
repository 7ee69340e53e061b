export {
  ask,
  childConsents,
  givenAccount,
  givenSignedIn,
  moveClockTo,
  openTestServer,
  secondsTo,
  testPassword,
  trustBrowser,
  type Answer,
  type Browser,
  type SignedIn,
  type TestServer,
} from './browser.ts';
export { findReadableSecrets, sealedLengths } from './sealed.ts';
export { type Bank, type ChannelName, startBank } from './bank.ts';
export { givenWorkingCalendar } from './calendar.ts';
export { givenBirth, givenHolderBorn } from './birth.ts';
export { giveBody, givenBody } from './body.ts';
export { type ExamWishes, givenCartLine, givenExam, givenLetterCode, type TestExam } from './exam.ts';
export { openShop } from './shop.ts';
export { statementsOf } from './statements.ts';
export { type PostOffice, startPostOffice } from './post-office.ts';
export { expectExactly } from './expect-exactly.ts';
export { upload } from './upload.ts';
export { whilePoisoned } from './poison.ts';
export { givenVenue } from './venue.ts';
export {
  askStaff,
  codeOf,
  givenOffice,
  enterConsole,
  givenStaff,
  givenStaffAccount,
  openTestConsole,
  type SignedInStaff,
  type StaffAccount,
  staffPassword,
} from './staff.ts';
export { findMarks } from './marks.ts';
export { rounds } from './rounds.ts';
export { rowsOf } from './rows.ts';
