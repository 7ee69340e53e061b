import type { Cron, Tasks } from '#platform/worker';
import { lapseCarts } from './lapse.ts';

/** Applications: what one candidate registers for, from the cart to the exam. */
export { routes } from './routes.ts';
export {
  applicationsForOrder,
  markExpired,
  markRegistered,
  markSubmitted,
  reviveExpired,
  type ApplicationForOrder,
} from './for-order.ts';

export { countOpenApplications, emptyCart } from './closing.ts';
export { examNames, letterFacts, type LetterFacts } from './letter-facts.ts';
export { claimLetter, lettersToPlan, moveLetterMail } from './letter-mail.ts';

export const tasks: Tasks = { 'applications.lapse': lapseCarts };
export const crons: Cron[] = [{ task: 'applications.lapse', match: '*/10 * * * *' }];
