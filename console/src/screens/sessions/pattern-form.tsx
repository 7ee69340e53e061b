import type { StaffReply, StaffRequest } from '@exam/contract/staff/client';
import { fenOf, yuanOf } from '@exam/contract/rules';
import { CheckboxField, SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { DayField, TimeField, unreadIn } from '../../fields/index.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { Loaded, Refusal, Section, useStaffAction } from '../../page/index.ts';
import { choicesQuery, optionsOf, type Choices } from './choices.ts';

type Pattern = StaffRequest<'sessions.previewPattern'>['body'];

type Subject = Choices['products'][number]['subjects'][number];

/** When a paper is sat, and what it costs; money in yuan. */
type TypedPaper = { startTime: string; endTime: string; localFee: string; boardFee: string; vat: string };

/** What is typed, before it is a pattern. */
type Typed = {
  productId: string;
  /** Those that are ticked, by the id of their subject. */
  papers: Readonly<Record<string, TypedPaper>>;
  from: string;
  to: string;
  weekdays: readonly number[];
  venueIds: readonly string[];
  skipsHolidays: boolean;
  seat: string;
  opensDays: string;
  opensAt: string;
  closesDays: string;
  closesAt: string;
  lateDays: string;
  lateFee: string;
  noticeEn: string;
  noticeZh: string;
};

const blank: Typed = {
  productId: '',
  papers: {},
  from: '',
  to: '',
  weekdays: [6],
  venueIds: [],
  skipsHolidays: true,
  seat: '20',
  opensDays: '60',
  opensAt: '09:00',
  closesDays: '10',
  closesAt: '17:00',
  lateDays: '',
  lateFee: '',
  noticeEn: '',
  noticeZh: '',
};

type Given = { onPreview: (preview: StaffReply<'sessions.previewPattern'>) => void };

/** The pattern of sessions: days, venues, papers, window and price; a single day makes a single session a venue. */
export function PatternForm(props: Given) {
  return <Loaded query={useQuery(choicesQuery)}>{(choices) => <Form {...props} choices={choices} />}</Loaded>;
}

function Form({ onPreview, choices }: Given & { choices: Choices }) {
  const words = useMessages(sessionsWords);
  const [typed, setTyped] = useState(blank);
  const [isUnfinished, setUnfinished] = useState(false);
  const { act, isBusy, problem } = useStaffAction('sessions.previewPattern', { isQuiet: true, onDone: onPreview });
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const unread = unreadIn(event.currentTarget);
    if (unread !== null) return unread.focus();
    const pattern = patternOf(typed, choices);
    setUnfinished(pattern === null);
    if (pattern !== null) act({ body: pattern });
  };
  return (
    <form onSubmit={submit} noValidate>
      <What typed={typed} set={set} choices={choices} />
      <When typed={typed} set={set} />
      <Where typed={typed} set={set} choices={choices} />
      <Rest typed={typed} set={set} />
      {isUnfinished && (
        <Notice tone="error" live>
          {words.choose}
        </Notice>
      )}
      <Refusal problem={problem} />
      <Button type="submit" busy={isBusy}>
        {words.preview}
      </Button>
    </form>
  );
}

type Part = { typed: Typed; set: (change: Partial<Typed>) => void };

const subjectsOf = (products: Choices['products'], productId: string): readonly Subject[] =>
  products.find(({ id }) => id === productId)?.subjects ?? [];

/** A paper as the session made last had it; the first morning of one that has none. */
function paperFrom({ times, fees, durationMinutes }: Subject): TypedPaper {
  const startTime = times?.startTime ?? '09:00';
  return {
    startTime,
    endTime: times?.endTime ?? laterBy(startTime, durationMinutes ?? 180),
    localFee: fees === null ? '' : yuanOf(fees.localFee),
    boardFee: yuanOf(fees?.boardFee ?? 0),
    vat: yuanOf(fees?.vat ?? 0),
  };
}

/** A time of day some minutes later; of one that cannot be read, or of a day that is over by then, nothing. */
function laterBy(time: string, minutes: number): string {
  const [hour, minute] = time.split(':').map(Number);
  const at = (hour ?? Number.NaN) * 60 + (minute ?? Number.NaN) + minutes;
  const two = (part: number) => String(part).padStart(2, '0');
  return at < 24 * 60 ? `${two(Math.floor(at / 60))}:${two(at % 60)}` : '';
}

function What({ typed, set, choices }: Part & { choices: Choices }) {
  const words = useMessages(sessionsWords);
  const subjects = subjectsOf(choices.products, typed.productId);
  const pick = (ids: string[]) => {
    const ticked = subjects.filter(({ id }) => ids.includes(id));
    const late = typed.lateDays === '' ? ticked.map(({ fees }) => fees && lateEntryOf(fees)).find((each) => each) : {};
    set({
      papers: Object.fromEntries(ticked.map((each) => [each.id, typed.papers[each.id] ?? paperFrom(each)])),
      ...late,
    });
  };
  return (
    <Section title={words.papers}>
      <SelectField
        label={words.product}
        value={typed.productId}
        options={optionsOf(choices.products)}
        onChange={(event) => set({ productId: event.target.value, papers: {} })}
      />
      {subjects.length > 0 && (
        <Several
          label={words.papers}
          options={subjects.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          chosen={Object.keys(typed.papers)}
          onChange={pick}
        />
      )}
      {subjects.map((subject) => {
        const paper = typed.papers[subject.id];
        const change = (part: Partial<TypedPaper>) =>
          paper && set({ papers: { ...typed.papers, [subject.id]: { ...paper, ...part } } });
        return paper && <PaperFields key={subject.id} subject={subject} paper={paper} change={change} />;
      })}
      <div className="plan-fields">
        <Numeric label={words.seats} value={typed.seat} onChange={(seat) => set({ seat })} />
      </div>
    </Section>
  );
}

/** When one paper is sat and what it costs; its end follows its beginning, as long as the paper takes. */
function PaperFields(props: { subject: Subject; paper: TypedPaper; change: (part: Partial<TypedPaper>) => void }) {
  const words = useMessages(sessionsWords);
  const { subject, paper, change } = props;
  const { durationMinutes: minutes } = subject;
  return (
    <fieldset className="mb-3">
      <legend className="mb-1 font-semibold">
        {subject.code} {subject.name}
      </legend>
      <div className="plan-fields">
        <TimeField
          label={words.startTime}
          value={paper.startTime}
          onChange={(startTime) =>
            change(
              startTime === '' || minutes === null
                ? { startTime }
                : { startTime, endTime: laterBy(startTime, minutes) },
            )
          }
        />
        <TimeField label={words.endTime} value={paper.endTime} onChange={(endTime) => change({ endTime })} />
        {(['localFee', 'boardFee', 'vat'] as const).map((name) => (
          <TextField
            key={name}
            label={words[name]}
            hint={words.yuan}
            inputMode="decimal"
            value={paper[name]}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function When({ typed, set }: Part) {
  const words = useMessages(sessionsWords);
  return (
    <Section title={words.date}>
      <div className="plan-fields">
        <DayField label={words.from} value={typed.from} onChange={(from) => set({ from })} />
        <DayField label={words.to} value={typed.to} onChange={(to) => set({ to })} />
      </div>
      <Several
        label={words.days}
        options={words.longWeekdays.map((label, day) => ({ value: String(day), label }))}
        chosen={typed.weekdays.map(String)}
        onChange={(days) => set({ weekdays: days.map(Number) })}
      />
      <CheckboxField
        label={words.skipHolidays}
        checked={typed.skipsHolidays}
        onChange={(event) => set({ skipsHolidays: event.target.checked })}
      />
      <div className="plan-fields">
        <Numeric label={words.opensDays} value={typed.opensDays} onChange={(opensDays) => set({ opensDays })} />
        <TimeField
          label={`${words.opens} ${words.opensAt}`}
          value={typed.opensAt}
          onChange={(opensAt) => set({ opensAt })}
        />
        <Numeric label={words.closesDays} value={typed.closesDays} onChange={(closesDays) => set({ closesDays })} />
        <TimeField
          label={`${words.closes} ${words.closesAt}`}
          value={typed.closesAt}
          onChange={(closesAt) => set({ closesAt })}
        />
      </div>
    </Section>
  );
}

function Where({ typed, set, choices }: Part & { choices: Choices }) {
  const words = useMessages(sessionsWords);
  return (
    <Section title={words.venues}>
      <Several
        label={words.venues}
        options={choices.venues.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        chosen={typed.venueIds}
        onChange={(venueIds) => set({ venueIds })}
      />
    </Section>
  );
}

/** What is the same for all papers: the charge of late entry, and what candidates read. */
function Rest({ typed, set }: Part) {
  const words = useMessages(sessionsWords);
  return (
    <Section title={words.rest}>
      <div className="plan-fields">
        <TextField
          label={words.lateFee}
          hint={words.yuan}
          inputMode="decimal"
          optional
          value={typed.lateFee}
          onChange={(event) => set({ lateFee: event.target.value })}
        />
        <Numeric label={words.lateDays} optional value={typed.lateDays} onChange={(lateDays) => set({ lateDays })} />
        {(['noticeEn', 'noticeZh'] as const).map((name) => (
          <TextField
            key={name}
            label={words[name]}
            optional
            maxLength={1000}
            value={typed[name]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ))}
      </div>
    </Section>
  );
}

function Numeric(props: { label: string; value: string; optional?: boolean; onChange: (value: string) => void }) {
  const { onChange, ...field } = props;
  return <TextField {...field} inputMode="numeric" maxLength={5} onChange={(event) => onChange(event.target.value)} />;
}

function Several(props: {
  label: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { options, chosen, onChange } = props;
  return (
    <fieldset className="my-3">
      <legend className="font-semibold">{props.label}</legend>
      <div className="plan-choices">
        {options.map(({ value, label }) => (
          <CheckboxField
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function countOf(text: string): number | null {
  return /^\d{1,5}$/.test(text.trim()) ? Number(text) : null;
}

/** A paper as the call takes it, groups at the price that the list has for them where the fee is the list's; null while something is missing. */
function paperOf({ id: subjectId, fees }: Subject, typed: TypedPaper): Pattern['papers'][number] | null {
  const { startTime, endTime } = typed;
  const [localFee, boardFee, vat] = [fenOf(typed.localFee), fenOf(typed.boardFee), fenOf(typed.vat)];
  if (startTime === '' || endTime === '' || localFee === null || boardFee === null || vat === null) return null;
  const tierFees = fees?.localFee === localFee ? fees.tierFees : [];
  return { subjectId, startTime, endTime, localFee, boardFee, vat, tierFees };
}

/** What was typed as the call takes it; null while something is missing. */
function patternOf(typed: Typed, { products }: Choices): Pattern | null {
  const ticked = subjectsOf(products, typed.productId).flatMap((subject) => {
    const paper = typed.papers[subject.id];
    return paper === undefined ? [] : [paperOf(subject, paper)];
  });
  const papers = ticked.flatMap((paper) => paper ?? []);
  const [opens, closes, seat] = [countOf(typed.opensDays), countOf(typed.closesDays), countOf(typed.seat)];
  if (papers.length < ticked.length || opens === null || closes === null || seat === null) return null;
  const texts = [typed.productId, typed.from, typed.to, typed.opensAt, typed.closesAt];
  if (texts.includes('') || [papers, typed.weekdays, typed.venueIds].some(({ length }) => length === 0)) return null;
  return {
    productId: typed.productId,
    from: typed.from,
    to: typed.to,
    weekdays: [...typed.weekdays],
    venueIds: [...typed.venueIds],
    skipsHolidays: typed.skipsHolidays,
    opensDaysBefore: opens,
    opensAt: typed.opensAt,
    closesDaysBefore: closes,
    closesAt: typed.closesAt,
    late: lateOf(typed),
    papers,
    seat,
    noticeEn: typed.noticeEn || null,
    noticeZh: typed.noticeZh || null,
  };
}

function lateOf({ lateDays, lateFee }: Typed): { daysBefore: number; fee: number } | null {
  const [daysBefore, fee] = [countOf(lateDays), fenOf(lateFee)];
  return daysBefore === null || fee === null ? null : { daysBefore, fee };
}

type Fees = NonNullable<Subject['fees']>;

/** The first dear stage of the catalogue: it begins when the stage before it ends. */
function lateEntryOf({ lateStages }: Fees): Partial<Typed> {
  const at = lateStages.findIndex(({ fee }) => fee > 0);
  const days = lateStages[at - 1]?.untilDaysBefore;
  const late = lateStages[at];
  return late === undefined || typeof days !== 'number' ? {} : { lateDays: String(days), lateFee: yuanOf(late.fee) };
}
