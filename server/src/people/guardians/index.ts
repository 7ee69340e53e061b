import * as z from 'zod/mini';
import type { Tasks } from '#platform/worker';
import { askAll } from './ask.ts';

/** Guardians of minors: who is asked about a registration, and what waits for their answer (PIPL 31, decision 0076). */
export {
  forgetLeaving,
  isWishAbout,
  noteAnswer,
  objectedAgain,
  objectionDecided,
  refusedAgain,
  takeAnswerBack,
  tellOfAnswer,
  wishesOf,
} from './answers.ts';
export { askGuardians } from './ask.ts';
export {
  carryCases,
  forgetCases,
  isMadeOlder,
  isOutOfReach,
  openCase,
  openCases,
  ownNumber,
  postTestSitting,
} from './cases.ts';
export { guardiansElsewhere } from './elsewhere.ts';
export { guardianTokenHash, holderOf, mustAgree, openLink, type OpenLink, thingsBehind } from './links.ts';
export { type OldNotice, oldNotices, takeOver } from './old-notices.ts';
export {
  answersOfOthers,
  objectionIn,
  type ObjectionSubject,
  objectionSubjects,
  refusedObjections,
  upheldObjections,
} from './objections.ts';
export { savedGuardian } from './saved.ts';
export { askAboutLeaving, numberToAsk, sendLinkAgain, takeLimitsOfLink, tellOfPickup } from './send-again.ts';
export { type Thing, thingOf } from './things.ts';
export {
  guardianEvents,
  guardianWaits,
  isAgreementMissing,
  isWaitedFor,
  leavingDoubted,
  objectionMovedAt,
  objectionsSince,
  unansweredFor,
} from './waits.ts';
export {
  endNumber,
  endObjector,
  type FormerGuardian,
  formerGuardians,
  reinstateNumber,
  wrongNumber,
  type WrongNumber,
  wrongNumbers,
} from './wrong-numbers.ts';

const asked = z.object({ objectIds: z.array(z.uuid()), caller: z.nullable(z.string()), isAnew: z.boolean() });

export const tasks: Tasks = {
  'guardians.ask': async (payload) => askAll(asked.parse(payload)),
};
