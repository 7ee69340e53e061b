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

/** What is typed, before it is a pattern. */
type Typed = {
  productId: string;
  subjectIds: readonly string[];
  from: string;
  to: string;
  weekdays: readonly number[];
  venueIds: readonly string[];
  skipsHolidays: boolean;
  startTime: string;
  endTime: string;
  seat: string;
  opensDays: string;
  opensAt: string;
  closesDays: string;
  closesAt: string;
  localFee: string;
  boardFee: string;
  vat: string;
  lateDays: string;
  lateFee: string;
  noticeEn: string;
  noticeZh: string;
};

const blank: Typed = {
  productId: '',
  subjectIds: [],
  from: '',
  to: '',
  weekdays: [6],
  venueIds: [],
  skipsHolidays: true,
  startTime: '09:00',
  endTime: '12:00',
  seat: '20',
  opensDays: '60',
  opensAt: '09:00',
  closesDays: '10',
  closesAt: '17:00',
  localFee: '',
  boardFee: '0.00',
  vat: '0.00',
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
      <Price typed={typed} set={set} />
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

function What({ typed, set, choices }: Part & { choices: Choices }) {
  const words = useMessages(sessionsWords);
  const subjects = choices.products.find(({ id }) => id === typed.productId)?.subjects ?? [];
  const pick = (subjectIds: string[]) => {
    const fees = subjects.find(({ id }) => id === subjectIds[0])?.fees;
    const known = fees && {
      localFee: yuanOf(fees.localFee),
      boardFee: yuanOf(fees.boardFee),
      vat: yuanOf(fees.vat),
      ...lateEntryOf(fees),
    };
    set({ subjectIds, ...(known && typed.localFee === '' ? known : {}) });
  };
  return (
    <Section title={words.papers}>
      <SelectField
        label={words.product}
        value={typed.productId}
        options={optionsOf(choices.products)}
        onChange={(event) => set({ productId: event.target.value, subjectIds: [] })}
      />
      {subjects.length > 0 && (
        <Several
          label={words.papers}
          options={subjects.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          chosen={typed.subjectIds}
          onChange={pick}
        />
      )}
      <div className="plan-fields">
        <TimeField label={words.startTime} value={typed.startTime} onChange={(startTime) => set({ startTime })} />
        <TimeField label={words.endTime} value={typed.endTime} onChange={(endTime) => set({ endTime })} />
        <Numeric label={words.seats} value={typed.seat} onChange={(seat) => set({ seat })} />
      </div>
    </Section>
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

function Price({ typed, set }: Part) {
  const words = useMessages(sessionsWords);
  const money = (name: 'localFee' | 'boardFee' | 'vat' | 'lateFee') => (
    <TextField
      label={words[name]}
      hint={words.yuan}
      inputMode="decimal"
      optional={name === 'lateFee'}
      value={typed[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <Section title={words.total}>
      <div className="plan-fields">
        {money('localFee')}
        {money('boardFee')}
        {money('vat')}
        {money('lateFee')}
        <Numeric label={words.lateDays} optional value={typed.lateDays} onChange={(lateDays) => set({ lateDays })} />
        <TextField
          label={words.noticeEn}
          optional
          maxLength={1000}
          value={typed.noticeEn}
          onChange={(event) => set({ noticeEn: event.target.value })}
        />
        <TextField
          label={words.noticeZh}
          optional
          maxLength={1000}
          value={typed.noticeZh}
          onChange={(event) => set({ noticeZh: event.target.value })}
        />
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

type Listed = { productId: string; subjectId: string; localFee: number };

/** What the list has for groups, where the fee is the list's. */
function tiersOf(products: Choices['products'], { productId, subjectId, localFee }: Listed) {
  const subjects = products.find(({ id }) => id === productId)?.subjects ?? [];
  const listed = subjects.find(({ id }) => id === subjectId)?.fees;
  return listed?.localFee === localFee ? listed.tierFees : [];
}

/** What was typed as the call takes it, groups at the price that the list has for them; null while something is missing. */
function patternOf(typed: Typed, { products }: Choices): Pattern | null {
  const fees = { localFee: fenOf(typed.localFee), boardFee: fenOf(typed.boardFee), vat: fenOf(typed.vat) };
  const [opens, closes, seat] = [countOf(typed.opensDays), countOf(typed.closesDays), countOf(typed.seat)];
  const { localFee, boardFee, vat } = fees;
  if (localFee === null || boardFee === null || vat === null || opens === null || closes === null || seat === null)
    return null;
  const texts = [typed.productId, typed.from, typed.to, typed.startTime, typed.endTime, typed.opensAt, typed.closesAt];
  const lists = [typed.subjectIds, typed.weekdays, typed.venueIds];
  if (texts.includes('') || lists.some(({ length }) => length === 0)) return null;
  const times = { startTime: typed.startTime, endTime: typed.endTime };
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
    papers: typed.subjectIds.map((subjectId) => ({
      subjectId,
      ...times,
      localFee,
      boardFee,
      vat,
      tierFees: tiersOf(products, { ...typed, subjectId, localFee }),
    })),
    seat,
    noticeEn: typed.noticeEn || null,
    noticeZh: typed.noticeZh || null,
  };
}

function lateOf({ lateDays, lateFee }: Typed): { daysBefore: number; fee: number } | null {
  const [daysBefore, fee] = [countOf(lateDays), fenOf(lateFee)];
  return daysBefore === null || fee === null ? null : { daysBefore, fee };
}

type Fees = NonNullable<Choices['products'][number]['subjects'][number]['fees']>;

/** The first dear stage of the catalogue: it begins when the stage before it ends. */
function lateEntryOf({ lateStages }: Fees): Partial<Typed> {
  const at = lateStages.findIndex(({ fee }) => fee > 0);
  const days = lateStages[at - 1]?.untilDaysBefore;
  const late = lateStages[at];
  return late === undefined || typeof days !== 'number' ? {} : { lateDays: String(days), lateFee: yuanOf(late.fee) };
}
