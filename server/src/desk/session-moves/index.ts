import * as z from 'zod/mini';
import type { Cron, Tasks } from '#platform/worker';
import { closeChoices } from './choose.ts';
import { tellMove } from './notify.ts';

/** Sessions that move: who is told, and the choice of those whose exam is on another day (9.7). */
export { choiceOfMove, openMove } from './open-move.ts';
export { routes } from './routes.ts';

const ofMove = z.object({ moveId: z.uuid() });

export const tasks: Tasks = {
  'moves.tell': async (payload) => tellMove(ofMove.parse(payload)),
  'moves.close': closeChoices,
};

export const crons: Cron[] = [{ task: 'moves.close', match: '* * * * *' }];
