import type { StaffReply } from '@exam/contract/staff/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, DateText, Money, Notice, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { staffApi } from '../../app/api.ts';
import { download } from '../../app/download.ts';
import { refusalOf } from '../../app/refusal.ts';
import { sendFile } from '../../app/upload.ts';
import { frameWords } from '../../messages/frame.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { loadAgain, PageHead, Section, Wide } from '../../page/index.ts';
import { useChoices } from './choices.ts';
import { PatternForm } from './pattern-form.tsx';

type Preview = StaffReply<'sessions.previewPattern'>;

/** Making sessions: by a pattern or from a spreadsheet, with a dry run first. */
export function NewSessions() {
  const words = useMessages(sessionsWords);
  const [preview, setPreview] = useState<Preview | null>(null);
  return (
    <>
      <PageHead title={words.newTitle} lead={words.newIntro} back={{ href: '/sessions', label: words.back }} />
      <PatternForm onPreview={setPreview} />
      <FromFile onPreview={setPreview} />
      {preview !== null && <DryRun preview={preview} />}
    </>
  );
}

function FromFile({ onPreview }: { onPreview: (preview: Preview) => void }) {
  const words = useMessages(sessionsWords);
  const frame = useMessages(frameWords);
  const input = useRef<HTMLInputElement>(null);
  const sending = useMutation({
    mutationFn: (file: File) => sendFile('sessions.previewFile', file),
    onSuccess: onPreview,
  });
  const refusal = refusalOf(sending.error, frame.somethingWrong);
  return (
    <Section title={words.fromFile}>
      <p className="mb-2">{words.fromFileText}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.xls"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined) sending.mutate(file);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" small onClick={() => void download('sessions.template', {}, 'sessions.xlsx')}>
          {words.template}
        </Button>
        <Button variant="secondary" small busy={sending.isPending} onClick={() => input.current?.click()}>
          {words.chooseFile}
        </Button>
      </div>
      {refusal !== undefined && <Notice tone="error">{refusal}</Notice>}
    </Section>
  );
}

function DryRun({ preview }: { preview: Preview }) {
  const words = useMessages(sessionsWords);
  const navigate = useNavigate();
  const plans = preview.rows.flatMap(({ plan, problems }) => (plan !== null && problems.length === 0 ? plan : []));
  const make = useMutation({
    mutationFn: (isPublished: boolean) => staffApi('sessions.createMany', { body: { sessions: plans, isPublished } }),
    onSuccess: async ({ ids, offList }) => {
      void showToast(
        offList.length === 0 ? words.made(ids.length) : words.madeOffList(ids.length, offList.length),
        'success',
        8000,
      );
      await loadAgain();
      await navigate('/sessions');
    },
  });
  return (
    <Section title={words.dryRun}>
      <output className="mb-3 block" aria-live="polite">
        {words.good(preview.good)}
        {preview.faulty > 0 && <> · {words.faulty(preview.faulty)}</>}
      </output>
      <PreviewTable rows={preview.rows} />
      {plans.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button busy={make.isPending} onClick={() => make.mutate(true)}>
            {words.makeOpen(plans.length)}
          </Button>
          <Button variant="secondary" busy={make.isPending} onClick={() => make.mutate(false)}>
            {words.makeDrafts(plans.length)}
          </Button>
        </div>
      )}
    </Section>
  );
}

/** Each paper with its times and its price, and whether groups pay less. */
function Papers({ plan }: { plan: NonNullable<Preview['rows'][number]['plan']> }) {
  const words = useMessages(sessionsWords);
  const { products } = useChoices();
  const subjects = products.find(({ id }) => id === plan.productId)?.subjects ?? [];
  return plan.papers.map(({ subjectId, startTime, endTime, localFee, boardFee, vat, tierFees }) => (
    <span key={subjectId} className="block">
      {subjects.find(({ id }) => id === subjectId)?.code} {startTime}–{endTime}{' '}
      <Money fen={localFee + boardFee + vat} />
      {(tierFees ?? []).length > 0 && ` · ${words.tiers}`}
    </span>
  ));
}

function PreviewTable({ rows }: { rows: Preview['rows'] }) {
  const words = useMessages(sessionsWords);
  return (
    <Wide label={words.dryRun}>
      <table className="list-table">
        <caption className="sr-only">{words.dryRun}</caption>
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            <th scope="col">{words.date}</th>
            <th scope="col">{words.venue}</th>
            <th scope="col">{words.papers}</th>
            <th scope="col" className="cell-end">
              {words.seats}
            </th>
            <th scope="col">{words.problem}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td data-label={words.row}>{row.row}</td>
              <td data-label={words.date}>
                {row.plan === null ? row.examDate : <DateText date={row.plan.examDate} />}
              </td>
              <td data-label={words.venue}>{row.venueName}</td>
              <td data-label={words.papers}>{row.plan === null ? row.subjectCodes : <Papers plan={row.plan} />}</td>
              <td data-label={words.seats} className="cell-end">
                {row.plan?.seat}
              </td>
              <td data-label={words.problem}>
                {row.problems.length === 0
                  ? words.fine
                  : row.problems.map((problem) => (
                      <span key={`${problem.field} ${problem.code}`} className="block">
                        {problem.message}
                      </span>
                    ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Wide>
  );
}
