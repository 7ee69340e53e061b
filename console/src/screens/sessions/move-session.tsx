import { fieldMessage } from '@exam/contract/messages';
import type { SessionDetail } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField } from '@exam/ui/form';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useState } from 'react';
import { DayField, TimeField } from '../../fields/index.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionDialog, MaskedNames, Refusal, typed, useStaffAction } from '../../page/index.ts';
import { useChoices } from './choices.ts';

type Preview = StaffReply<'sessions.previewMove'>;
type Times = { startTime: string; endTime: string };

const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Moves a published session to another day, time or venue: first the dry run, then the reason and the act (9.7). */
export function MoveSession({ session, onClose }: { session: SessionDetail; onClose: () => void }) {
  const words = useMessages(sessionsWords);
  const wish = useWish(session);
  const { language } = useLanguage();
  const [seen, setSeen] = useState<{ key: string; preview: Preview } | null>(null);
  const { act, isBusy, problem } = useStaffAction('sessions.previewMove', {
    isQuiet: true,
    onDone: (preview) => setSeen({ key: wish.key, preview }),
  });
  const shown = seen?.key === wish.key ? seen.preview : null;
  const fieldOf = (path: string) => {
    const code = problem?.fields?.[path];
    return code === undefined ? undefined : fieldMessage(language, code);
  };
  return (
    <ActionDialog
      onClose={onClose}
      title={words.move}
      call="sessions.move"
      request={(reason) => ({
        params: { id: session.id },
        body: { version: session.version, ...wish.body, reason },
      })}
      {...(shown === null ? {} : { reason: 'needed' as const })}
      confirmLabel={words.move}
      done={words.moved}
      isReady={shown !== null}
    >
      {(errors) => (
        <>
          <p className="mb-3">{words.moveText}</p>
          <Refusal problem={problem} />
          <WishFields session={session} wish={wish} errors={(path) => errors(path) ?? fieldOf(path)} />
          {shown === null ? (
            <Button
              variant="secondary"
              busy={isBusy}
              disabled={!wish.isFilled}
              onClick={() => act({ params: { id: session.id }, body: wish.body })}
            >
              {words.moveDryRun}
            </Button>
          ) : (
            <Effect preview={shown} />
          )}
        </>
      )}
    </ActionDialog>
  );
}

function useWish(session: SessionDetail) {
  const [examDate, setExamDate] = useState(session.examDate);
  const [venueId, setVenueId] = useState(session.venueId ?? '');
  const [typed, setTyped] = useState<Readonly<Record<string, Times>>>({});
  const timesOf = (paper: SessionDetail['papers'][number]): Times => typed[paper.sessionSubjectId] ?? paper;
  const papers = session.papers.map((paper) => ({
    sessionSubjectId: paper.sessionSubjectId,
    startTime: timesOf(paper).startTime,
    endTime: timesOf(paper).endTime,
  }));
  const body = { examDate, papers, ...(venueId === '' ? {} : { venueId }) };
  return {
    body,
    key: JSON.stringify(body),
    isFilled: examDate !== '' && papers.every(({ startTime, endTime }) => isTime(startTime) && isTime(endTime)),
    setExamDate,
    setVenueId,
    timesOf,
    setTimes: (id: string, times: Times) => setTyped({ ...typed, [id]: times }),
  };
}

type FieldsProps = {
  session: SessionDetail;
  wish: ReturnType<typeof useWish>;
  errors: (path: string) => string | undefined;
};

function WishFields({ session, wish, errors }: FieldsProps) {
  const words = useMessages(sessionsWords);
  const choices = useChoices();
  const venues = choices.venues.filter(({ cityId }) => cityId === session.cityId);
  return (
    <>
      <DayField label={words.date} value={wish.body.examDate} error={errors('examDate')} onChange={wish.setExamDate} />
      {session.papers.map((paper, at) => {
        const times = wish.timesOf(paper);
        const set = (change: Partial<Times>) => wish.setTimes(paper.sessionSubjectId, { ...times, ...change });
        return (
          <fieldset key={paper.sessionSubjectId} className="mb-3">
            <legend className="font-semibold">
              {paper.subjectCode} {paper.subjectName}
            </legend>
            <div className="grid grid-cols-2 gap-3">
              <TimeField label={words.startTime} value={times.startTime} onChange={(startTime) => set({ startTime })} />
              <TimeField
                label={words.endTime}
                value={times.endTime}
                error={errors(`papers.${at}.endTime`)}
                onChange={(endTime) => set({ endTime })}
              />
            </div>
          </fieldset>
        );
      })}
      <SelectField
        label={words.venue}
        value={wish.body.venueId ?? ''}
        error={errors('venueId')}
        options={venues.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => wish.setVenueId(event.target.value)}
      />
    </>
  );
}

/** What the dry run found. */
function Effect({ preview }: { preview: Preview }) {
  const words = useMessages(sessionsWords);
  const formats = useFormats();
  const { registrations, unpaid, chooseBy, refundTotal, clashes } = preview;
  const isNobody = registrations + unpaid === 0;
  return (
    <div className="mb-4">
      <Notice tone="warning" live>
        <p className="font-semibold">{isNobody ? words.moveNobody : words.moveConcerned(preview)}</p>
        {!isNobody && (
          <p>
            {chooseBy === null
              ? words.moveNoChoice
              : words.moveChoice(formats.instant(chooseBy), formats.money(refundTotal))}
          </p>
        )}
        {clashes.length > 0 && (
          <>
            <p className="mt-2">{words.moveClashes}</p>
            <MaskedNames rows={clashes} isInDialog />
            <ul className="max-h-40 list-disc overflow-auto pl-6">
              {clashes.map(({ applicationId, code, candidateName }) => (
                <li key={applicationId}>
                  {typed(candidateName)} · {code}
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </div>
  );
}
