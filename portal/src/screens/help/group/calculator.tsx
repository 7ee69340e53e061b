import { groupPrice, maximumOrderLines, type GroupPrice } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { SelectField, TextField } from '@exam/ui/form';
import { Card, DescriptionList, Money } from '@exam/ui/parts';
import { useState } from 'react';
import { useHydrated } from '../../../app/hydrated.ts';
import { helpGroupWords } from '../../../messages/help-group.ts';
import { sampleExam, useGroupExams, type GroupExam } from './exams.ts';

/** How many at first: the discount shows. */
const firstCount = '10';

function countOf(typed: string): number | null {
  const count = Number(typed.normalize('NFKC').trim());
  return Number.isInteger(count) && count >= 1 && count <= maximumOrderLines ? count : null;
}

/** What a group pays, worked out by the function that prices the cart. */
export function GroupCalculator() {
  const words = useMessages(helpGroupWords).calculator;
  const isHydrated = useHydrated();
  const exams = useGroupExams();
  const [examId, setExamId] = useState(sampleExam.id);
  const [typed, setTyped] = useState(firstCount);
  const known: GroupExam[] = [{ ...sampleExam, name: words.sample }, ...(exams.data ?? [])];
  const exam = known.find((each) => each.id === examId) ?? known[0];
  const count = countOf(typed);
  return (
    <Card>
      <SelectField
        label={words.exam}
        hint={exams.isError ? words.failed : exams.isPending ? words.loading : undefined}
        options={known.map((each) => ({ value: each.id, label: each.name }))}
        placeholder={null}
        disabled={!isHydrated}
        value={exam?.id ?? ''}
        onChange={(event) => setExamId(event.target.value)}
      />
      <TextField
        label={words.count}
        hint={words.countHint(maximumOrderLines)}
        error={count === null ? words.countWrong(maximumOrderLines) : undefined}
        inputMode="numeric"
        maxLength={3}
        disabled={!isHydrated}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <output className="block min-h-72" aria-label={words.result}>
        {exam !== undefined && count !== null && <Result exam={exam} price={groupPrice(exam, count)} />}
      </output>
    </Card>
  );
}

function Result({ exam, price }: { exam: GroupExam; price: GroupPrice }) {
  const words = useMessages(helpGroupWords).calculator;
  const { money } = useFormats();
  const { next } = price;
  return (
    <>
      <DescriptionList
        items={[
          { term: words.each, detail: <Money fen={price.eachAmount} /> },
          { term: words.before, detail: <Money fen={price.originalAmount} /> },
          { term: words.saved, detail: <Money fen={-price.tierDiscountAmount} /> },
          { term: words.total, detail: <Money className="text-xl font-bold" fen={price.payAmount} /> },
        ]}
      />
      {next !== null && (
        <p className="mt-2 font-bold">{words.next({ more: next.more, each: money(next.eachAmount) })}</p>
      )}
      {exam.tierFees.length === 0 && <p className="mt-2">{words.noTier}</p>}
      <p className="mt-2 text-ink-2">
        {words.parts({ local: money(exam.localFee), board: money(exam.boardFee), vat: money(exam.vat) })} {words.late}
      </p>
    </>
  );
}
