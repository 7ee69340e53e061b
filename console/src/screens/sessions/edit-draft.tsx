import type { SessionDetail, SessionPlanInput } from '@exam/contract/staff';
import { CheckboxField, SelectField, TextAreaField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { DayField, MomentField, TimeField } from '../../fields/index.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionDialog, type FieldErrors } from '../../page/index.ts';
import { type Choices, optionsOf, useChoices } from './choices.ts';
import { instantOfLocal, localOf, PriceFields, pricesOf, typedPrices, type TypedPrices } from './price-fields.tsx';

type TypedPaper = { subjectId: string; label: string; startTime: string; endTime: string; prices: TypedPrices };

type Typed = {
  venueId: string;
  examDate: string;
  opens: string;
  closes: string;
  seat: string;
  seatPer: SessionPlanInput['seatPer'];
  isHot: boolean;
  noticeEn: string;
  noticeZh: string;
  papers: readonly TypedPaper[];
};

function typedOf(session: SessionDetail): Typed {
  return {
    venueId: session.venueId ?? '',
    examDate: session.examDate,
    opens: localOf(session.publishStartAt),
    closes: localOf(session.publishEndAt),
    seat: String(session.seat),
    seatPer: session.seatPer,
    isHot: session.isHot,
    noticeEn: session.noticeEn ?? '',
    noticeZh: session.noticeZh ?? '',
    papers: session.papers.map((paper) => ({
      subjectId: paper.subjectId,
      label: `${paper.subjectCode} ${paper.subjectName}`,
      startTime: paper.startTime,
      endTime: paper.endTime,
      prices: typedPrices(paper),
    })),
  };
}

/** The plan that was typed; null while something is missing. */
function planOf({ productId }: SessionDetail, typed: Typed): SessionPlanInput | null {
  const [publishStartAt, publishEndAt] = [instantOfLocal(typed.opens), instantOfLocal(typed.closes)];
  const papers = typed.papers.flatMap(({ subjectId, startTime, endTime, prices }) => {
    const read = pricesOf(prices);
    return read === null || startTime === '' || endTime === '' ? [] : [{ subjectId, startTime, endTime, ...read }];
  });
  const isWhole = papers.length === typed.papers.length && papers.length > 0 && /^\d{1,5}$/.test(typed.seat);
  if (publishStartAt === null || publishEndAt === null || typed.examDate === '' || !isWhole) return null;
  const { venueId, examDate, seatPer, isHot, noticeEn, noticeZh } = typed;
  const about = { seat: Number(typed.seat), seatPer, isHot, noticeEn: noticeEn || null, noticeZh: noticeZh || null };
  return { productId, venueId, examDate, publishStartAt, publishEndAt, papers, ...about };
}

/** Every field of a draft: where and when, registration, places, papers with their prices, notices (9.7). */
export function EditDraft({ session, onClose }: { session: SessionDetail; onClose: () => void }) {
  const words = useMessages(sessionsWords);
  const choices = useChoices();
  const [typed, setTyped] = useState(() => typedOf(session));
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const plan = planOf(session, typed);
  return (
    <ActionDialog
      onClose={onClose}
      title={words.editDraft}
      call="sessions.edit"
      request={() => ({
        params: { id: session.id },
        body: { version: session.version, ...(plan === null ? {} : { plan }) },
      })}
      confirmLabel={words.save}
      done={words.edited}
      isReady={plan !== null}
    >
      {(errors) => (
        <>
          <Frame typed={typed} set={set} errors={errors} choices={choices} />
          <Papers session={session} typed={typed} set={set} errors={errors} choices={choices} />
          <Notices typed={typed} set={set} />
        </>
      )}
    </ActionDialog>
  );
}

type Part = { typed: Typed; set: (change: Partial<Typed>) => void };
type Checked = Part & { errors: FieldErrors; choices: Choices };

function Frame({ typed, set, errors, choices }: Checked) {
  const words = useMessages(sessionsWords);
  return (
    <div className="grid gap-x-3 sm:grid-cols-2">
      <DayField
        label={words.date}
        value={typed.examDate}
        error={errors('examDate')}
        onChange={(examDate) => set({ examDate })}
      />
      <SelectField
        label={words.venue}
        value={typed.venueId}
        error={errors('venueId')}
        options={optionsOf(choices.venues)}
        onChange={(event) => set({ venueId: event.target.value })}
      />
      <MomentField
        label={words.opens}
        value={typed.opens}
        error={errors('publishStartAt')}
        onChange={(opens) => set({ opens })}
      />
      <MomentField
        label={words.closes}
        value={typed.closes}
        error={errors('publishEndAt')}
        onChange={(closes) => set({ closes })}
      />
      <TextField
        label={words.capacity}
        inputMode="numeric"
        maxLength={5}
        value={typed.seat}
        error={errors('seat')}
        onChange={(event) => set({ seat: event.target.value })}
      />
      <SelectField
        label={words.seatPer}
        value={typed.seatPer}
        options={(['Subject', 'Candidate'] as const).map((value) => ({ value, label: words.seatPers[value] }))}
        onChange={(event) => set({ seatPer: event.target.value === 'Candidate' ? 'Candidate' : 'Subject' })}
      />
      <CheckboxField
        label={words.hot}
        checked={typed.isHot}
        onChange={(event) => set({ isHot: event.target.checked })}
      />
    </div>
  );
}

function Papers({ session, typed, set, errors, choices }: Checked & { session: SessionDetail }) {
  const words = useMessages(sessionsWords);
  const { papers } = typed;
  const change = (at: number, paper: Partial<TypedPaper>) =>
    set({ papers: papers.map((each, index) => (index === at ? { ...each, ...paper } : each)) });
  const subjects = choices.products.find(({ id }) => id === session.productId)?.subjects ?? [];
  const free = subjects.filter(({ id }) => papers.every(({ subjectId }) => subjectId !== id));
  const add = (id: string) => {
    const subject = free.find((each) => each.id === id);
    if (subject) set({ papers: [...papers, newPaper(subject, papers.at(-1))] });
  };
  return (
    <>
      {papers.map((paper, at) => (
        <PaperFields
          key={paper.subjectId}
          paper={paper}
          change={(changed) => change(at, changed)}
          remove={papers.length > 1 ? () => set({ papers: papers.filter((_, index) => index !== at) }) : null}
          errors={errors}
          path={`papers.${at}`}
        />
      ))}
      {free.length > 0 && (
        <SelectField
          label={words.addPaper}
          optional
          value=""
          error={errors('papers')}
          options={free.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          onChange={(event) => add(event.target.value)}
        />
      )}
      {free.length === 0 && errors('papers') !== undefined && <p className="text-seal">{errors('papers')}</p>}
    </>
  );
}

type PaperProps = {
  paper: TypedPaper;
  change: (paper: Partial<TypedPaper>) => void;
  /** Null for the only paper. */
  remove: (() => void) | null;
  errors: FieldErrors;
  path: string;
};

function PaperFields({ paper, change, remove, errors, path }: PaperProps) {
  const words = useMessages(sessionsWords);
  return (
    <fieldset className="mb-4">
      <legend className="font-semibold">{paper.label}</legend>
      <div className="grid items-end gap-3 sm:grid-cols-3">
        <TimeField label={words.startTime} value={paper.startTime} onChange={(startTime) => change({ startTime })} />
        <TimeField
          label={words.endTime}
          value={paper.endTime}
          error={errors(`${path}.endTime`) ?? errors(`${path}.subjectId`)}
          onChange={(endTime) => change({ endTime })}
        />
        {remove !== null && (
          <span>
            <Button variant="quiet" small aria-label={words.removePaper(paper.label)} onClick={remove}>
              {words.remove}
            </Button>
          </span>
        )}
      </div>
      <PriceFields typed={paper.prices} set={(prices) => change({ prices })} errors={errors} path={path} />
    </fieldset>
  );
}

type Subject = Choices['products'][number]['subjects'][number];

/** A paper begins with what its subject cost last, and the times of the paper before it. */
function newPaper({ id, code, name, fees }: Subject, last: TypedPaper | undefined): TypedPaper {
  const known = fees ?? { localFee: 0, boardFee: 0, vat: 0, tierFees: [] };
  return {
    subjectId: id,
    label: `${code} ${name}`,
    startTime: last?.startTime ?? '09:00',
    endTime: last?.endTime ?? '12:00',
    prices: typedPrices({ ...known, lateCharges: [] }),
  };
}

function Notices({ typed, set }: Part) {
  const words = useMessages(sessionsWords);
  return (
    <>
      <TextAreaField
        label={words.noticeEn}
        optional
        rows={2}
        maxLength={1000}
        value={typed.noticeEn}
        onChange={(event) => set({ noticeEn: event.target.value })}
      />
      <TextAreaField
        label={words.noticeZh}
        optional
        rows={2}
        maxLength={1000}
        value={typed.noticeZh}
        onChange={(event) => set({ noticeZh: event.target.value })}
      />
    </>
  );
}
