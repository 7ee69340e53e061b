import { seatedStates } from '@exam/contract/machines';
import { applicationStatusOf } from '@exam/contract/wire';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { newIdempotencyKey } from '@exam/ui/app';
import { Button, Card, ConfirmDialog, DescriptionList, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../app/api.ts';
import { examsWords } from '../../messages/exams.ts';
import type { Registration } from '../application/people.tsx';
import { endChanged } from '../cancellation/cancellation-data.ts';

type Move = NonNullable<Registration['move']>;
type Choice = 'Accept' | 'Refund';

/** What the office changed of the exam's day or time; while it may be chosen, the new day or everything back (9.7). */
export function MoveCard({ exam }: { exam: Registration }) {
  const words = useMessages(examsWords).move;
  const formats = useFormats();
  const { move } = exam;
  const status = applicationStatusOf(exam.status);
  if (move === null || !seatedStates.some((each) => each === status)) return null;
  const { examDate, startTime } = exam.examInfo;
  const at = (date: string, time: string) => words.at(formats.longDate(date), time);
  const isRetimed = move.previousDate !== examDate || move.previousStartTime !== startTime;
  return (
    <Card>
      <h2 className="mb-3 text-xl">{move.previousDate === examDate ? words.retimed : words.title}</h2>
      {isRetimed && (
        <DescriptionList
          items={[
            { term: words.was, detail: at(move.previousDate, move.previousStartTime) },
            { term: words.is, detail: <strong>{at(examDate, startTime)}</strong> },
          ]}
        />
      )}
      {move.canChoose ? <Choosing exam={exam} move={move} /> : <p className="mt-3">{outcomeOf(words, move)}</p>}
    </Card>
  );
}

function outcomeOf(words: { keptText: string; lapsedText: string; retimedText: string }, { choice }: Move): string {
  if (choice === 'Accepted') return words.keptText;
  return choice === 'Lapsed' ? words.lapsedText : words.retimedText;
}

function Choosing({ exam, move }: { exam: Registration; move: Move }) {
  const { move: words } = useMessages(examsWords);
  const formats = useFormats();
  const [asked, setAsked] = useState<Choice | null>(null);
  const choosing = useChoosing(exam.id, () => setAsked(null));
  const amount = formats.money(exam.amount);
  return (
    <>
      <p className="mt-3">{words.sorry}</p>
      {move.chooseBy !== null && <p className="mt-2 font-bold">{words.until(formats.deadline(move.chooseBy))}</p>}
      <p className="no-print mt-4 flex flex-wrap gap-3">
        <Button onClick={() => setAsked('Accept')}>{words.accept}</Button>
        <Button variant="secondary" onClick={() => setAsked('Refund')}>
          {words.refund(amount)}
        </Button>
      </p>
      <ConfirmDialog
        open={asked === 'Accept'}
        title={words.acceptTitle}
        confirmLabel={words.accept}
        busy={choosing.isPending}
        onConfirm={() => choosing.mutate('Accept')}
        onCancel={() => setAsked(null)}
      >
        <p>{words.acceptText(formats.longDate(exam.examInfo.examDate))}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'Refund'}
        title={words.refundTitle}
        confirmLabel={words.refund(amount)}
        busy={choosing.isPending}
        onConfirm={() => choosing.mutate('Refund')}
        onCancel={() => setAsked(null)}
      >
        <p>{words.refundText(amount)}</p>
      </ConfirmDialog>
    </>
  );
}

function useChoosing(id: string, close: () => void) {
  const words = useMessages(examsWords).move;
  // The key outlives a lost answer, so that pressing again is the same choice.
  const key = useRef<Partial<Record<Choice, string>>>({});
  return useMutation({
    mutationKey: ['veil'],
    mutationFn: (choice: Choice) => {
      const idempotencyKey = (key.current[choice] ??= newIdempotencyKey());
      return api('application.chooseAfterMove', { params: { id }, body: { choice } }, { idempotencyKey });
    },
    onSuccess: (_, choice) => void showToast(choice === 'Accept' ? words.accepted : words.refunded, 'success'),
    onSettled: async () => {
      close();
      await endChanged();
    },
  });
}
