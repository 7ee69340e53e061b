import type { SessionDetail } from '@exam/contract/staff';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionDialog } from '../../page/index.ts';
import { fenOf, yuanOf } from './choices.ts';

type Typed = { localFee: string; boardFee: string; vat: string };
type Name = keyof Typed;

const names: readonly Name[] = ['localFee', 'boardFee', 'vat'];

/** Proposes other fees for the papers of a session; tiers and stages of late entry stay (S-16). */
export function ChangeFees({ session, onClose }: { session: SessionDetail; onClose: () => void }) {
  const words = useMessages(sessionsWords);
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const of = (paper: SessionDetail['papers'][number]): Typed =>
    typed[paper.sessionSubjectId] ?? {
      localFee: yuanOf(paper.localFee),
      boardFee: yuanOf(paper.boardFee),
      vat: yuanOf(paper.vat),
    };
  const papers = session.papers.flatMap((paper) => {
    const fees = of(paper);
    const [localFee, boardFee, vat] = [fenOf(fees.localFee), fenOf(fees.boardFee), fenOf(fees.vat)];
    if (localFee === null || boardFee === null || vat === null) return [];
    const { sessionSubjectId, tierFees, lateCharges } = paper;
    return [{ sessionSubjectId, localFee, boardFee, vat, tierFees, lateCharges }];
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
            <fieldset key={paper.sessionSubjectId} className="mb-3">
              <legend className="font-semibold">
                {paper.subjectCode} {paper.subjectName}
              </legend>
              {names.map((name) => (
                <TextField
                  key={name}
                  label={words[name]}
                  hint={words.yuan}
                  inputMode="decimal"
                  value={of(paper)[name]}
                  error={errors(`papers.${at}.tierFees`) ?? errors(`papers.${at}.${name}`)}
                  onChange={(event) =>
                    setTyped({ ...typed, [paper.sessionSubjectId]: { ...of(paper), [name]: event.target.value } })
                  }
                />
              ))}
            </fieldset>
          ))}
        </>
      )}
    </ActionDialog>
  );
}
