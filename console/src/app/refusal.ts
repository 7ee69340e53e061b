import { CallError } from '@exam/contract/client';

/** The sentence of a refused call; undefined when nothing was refused. */
export function refusalOf(error: unknown, otherwise: string): string | undefined {
  if (error === null || error === undefined) return undefined;
  return error instanceof CallError && error.problem.userMessage !== '' ? error.problem.userMessage : otherwise;
}
