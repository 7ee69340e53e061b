import { CallError, type Problem } from '@exam/contract/client';
import { recordKinds } from '@exam/contract/rules';
import { createQuestion } from './question.ts';

/** A code of the authenticator, for calls that need a fresh proof of identity. */
export const proofQuestion = createQuestion<Record<never, never>>();

/** Records of minors that open for a reason. */
export type ReasonFor = { recordKind: (typeof recordKinds)[number]; recordIds: string[] };

/** Why records of minors are opened under a standing approval. */
export const reasonQuestion = createQuestion<ReasonFor>();

/** A proof and a reason, and once more when two windows ask about two children. */
const mostQuestions = 3;

/** Makes a call, and again after each question of the server that the person has answered. */
export async function withAnswers<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let asked = 0; ; asked++) {
    try {
      return await send();
    } catch (error) {
      const isOver = !(error instanceof CallError) || asked === mostQuestions;
      if (isOver || !(await isAnswered(error.problem))) throw error;
    }
  }
}

async function isAnswered({ code, details }: Problem): Promise<boolean> {
  if (code === 'REAUTH') return await proofQuestion.ask({});
  const about = code === 'MINOR_REASON_NEEDED' ? reasonFor(details) : null;
  return about !== null && (await reasonQuestion.ask(about));
}

function reasonFor(details: object | undefined): ReasonFor | null {
  const given = new Map<string, unknown>(Object.entries(details ?? {}));
  const recordKind = recordKinds.find((kind) => kind === given.get('recordKind'));
  const ids = given.get('recordIds');
  if (recordKind === undefined || !Array.isArray(ids)) return null;
  return { recordKind, recordIds: ids.filter((id): id is string => typeof id === 'string') };
}
