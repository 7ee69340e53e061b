import type { SessionDetail } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionDialog } from '../../page/index.ts';
import { PriceFields, pricesOf, typedPrices, type TypedPrices } from './price-fields.tsx';

/** Proposes other fees, tiers and stages of late entry for the papers of a session (S-16). */
export function ChangeFees({ session, onClose }: { session: SessionDetail; onClose: () => void }) {
  const words = useMessages(sessionsWords);
  const [typed, setTyped] = useState<Readonly<Record<string, TypedPrices>>>({});
  const of = (paper: SessionDetail['papers'][number]) => typed[paper.sessionSubjectId] ?? typedPrices(paper);
  const papers = session.papers.flatMap((paper) => {
    const prices = pricesOf(of(paper));
    return prices === null ? [] : [{ sessionSubjectId: paper.sessionSubjectId, ...prices }];
  });
  return (
    <ActionDialog
      onClose={onClose}
      title={words.changeFees}
      call="sessions.proposeFees"
      request={(reason) => ({ params: { id: session.id }, body: { version: session.version, papers, reason } })}
      reason="needed"
      confirmLabel={words.propose}
      done={words.proposed}
      isReady={papers.length === session.papers.length}
    >
      {(errors) => (
        <>
          <p className="mb-3">{words.feesText}</p>
          {session.papers.map((paper, at) => (
            <fieldset key={paper.sessionSubjectId} className="mb-4">
              <legend className="font-semibold">
                {paper.subjectCode} {paper.subjectName}
              </legend>
              <PriceFields
                typed={of(paper)}
                set={(prices) => setTyped({ ...typed, [paper.sessionSubjectId]: prices })}
                errors={errors}
                path={`papers.${at}`}
              />
            </fieldset>
          ))}
        </>
      )}
    </ActionDialog>
  );
}
