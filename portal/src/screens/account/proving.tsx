import { CallError } from '@exam/contract/client';
import { createContext, use, useCallback, useState, type ReactNode } from 'react';
import { tellProblem } from '../../app/api.ts';
import { ProofDialog } from './proof-dialog.tsx';

/** Runs an act of quiet calls; asks for a fresh proof when the server wants one (403 REAUTH) and runs it again. */
export type WithProof = <T>(act: () => Promise<T>) => Promise<T | null>;

const ProvingContext = createContext<WithProof>((act) => act());

/**
 * Lets the acts inside ask who is there (R-22, ASVS 7.5.1).
 * An act that is refused otherwise throws its `CallError`, of which the person has been told; one for which no proof was given
 * is null.
 */
export function Proving({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<((isProven: boolean) => void) | null>(null);
  const withProof = useCallback<WithProof>(async (act) => {
    try {
      return await act();
    } catch (error) {
      if (!isProofWanted(error)) throw told(error);
    }
    const isProven = await new Promise<boolean>((resolve) => setAsked(() => resolve));
    setAsked(null);
    if (!isProven) return null;
    return await act().catch((error: unknown) => {
      throw told(error);
    });
  }, []);
  return (
    <ProvingContext value={withProof}>
      {children}
      {asked !== null && <ProofDialog onAnswer={asked} />}
    </ProvingContext>
  );
}

/** How an act of the account page is run that may need a fresh proof. */
export function useWithProof(): WithProof {
  return use(ProvingContext);
}

function isProofWanted(error: unknown): boolean {
  return error instanceof CallError && error.problem.code === 'REAUTH';
}

function told(error: unknown): unknown {
  if (error instanceof CallError) tellProblem(error.problem);
  return error;
}
