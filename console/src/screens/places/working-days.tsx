import { chinaDateOf } from '@exam/contract/rules';
import type { StaffReply } from '@exam/contract/staff/client';
import { useSearchParams } from '@exam/ui/app';
import { SelectField, TextAreaField, TextField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, DateText, Notice, StatusTag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayField } from '../../fields/index.ts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import type { PlacesMessages } from '../../messages/en/places.ts';
import { placesWords } from '../../messages/places.ts';
import { ActionButton, ActionDialog, Loaded, PageHead, Section } from '../../page/index.ts';
import { readYear, textOfYear } from './year-table.ts';

type Year = StaffReply<'calendar.year'>;
type Day = Year['days'][number];

/** The working-day calendar of a year as editable data (3-domain 5.2). */
export function WorkingDays() {
  const words = useMessages(placesWords);
  const [params, setParams] = useSearchParams();
  const [thisYear] = useState(() => chinaDateOf(new Date().toISOString()).slice(0, 4));
  const asked = params.get('year') ?? '';
  const year = /^20\d{2}$/.test(asked) ? asked : thisYear;
  const query = useQuery({
    queryKey: ['object', 'workingDays', year],
    queryFn: ({ signal }) => staffApi('calendar.year', { params: { year } }, { signal, isQuiet: true }),
  });
  const go = (by: number) => setParams({ year: String(Number(year) + by) });
  return (
    <>
      <PageHead title={words.calendar} lead={words.calendarIntro} />
      <div className="month-bar">
        <Button variant="secondary" small onClick={() => go(-1)}>
          {words.previousYear}
        </Button>
        <h2 aria-live="polite" className="text-xl">
          {year}
        </h2>
        <Button variant="secondary" small onClick={() => go(1)}>
          {words.nextYear}
        </Button>
      </div>
      <Loaded query={query}>{(data) => <YearDays year={year} data={data} />}</Loaded>
    </>
  );
}

function YearDays({ year, data }: { year: string; data: Year }) {
  const words = useMessages(placesWords);
  const may = useMay();
  const [open, setOpen] = useState<Day | 'new' | 'table' | null>(null);
  const canWrite = may('calendar:write');
  return (
    <Section
      title={year}
      actions={
        canWrite && (
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" small onClick={() => setOpen('new')}>
              {words.addDay}
            </Button>
            <Button variant="secondary" small onClick={() => setOpen('table')}>
              {words.pasteYear}
            </Button>
            {data.days.length > 0 && !data.isOfficial && (
              <ActionButton
                label={words.confirmYear}
                call="calendar.confirmYear"
                request={(reason) => ({ params: { year }, body: { reason } })}
                reason="needed"
                confirmLabel={words.confirmYear}
                done={words.yearConfirmed}
              >
                <p className="mb-3">{words.confirmText}</p>
              </ActionButton>
            )}
          </div>
        )
      }
    >
      {data.isOverdue && (
        <div className="mb-4">
          <Notice tone="warning">{words.overdue}</Notice>
        </div>
      )}
      {data.days.length === 0 ? <p>{words.noDays}</p> : <Days days={data.days} edit={canWrite ? setOpen : null} />}
      {open === 'table' && <TableDialog days={data.days} year={year} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'table' && (
        <DayDialog day={open === 'new' ? null : open} year={year} onClose={() => setOpen(null)} />
      )}
    </Section>
  );
}

function Days({ days, edit }: { days: readonly Day[]; edit: ((day: Day) => void) | null }) {
  const words = useMessages(placesWords);
  const { language } = useLanguage();
  return (
    <ul>
      {days.map((day) => (
        <li key={day.date} className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <DateText date={day.date} />
          <span>{language === 'zh' ? day.nameZh : day.nameEn}</span>
          <StatusTag tone={day.kind === 'Holiday' ? 'seal' : 'jade'}>{words.kinds[day.kind]}</StatusTag>
          <span className="text-ink-2">{day.source === 'Official' ? words.official : words.provisional}</span>
          {edit !== null && (
            <>
              <Button variant="quiet" small onClick={() => edit(day)} aria-label={`${words.changeDay} ${day.date}`}>
                {words.changeDay}
              </Button>
              <ActionButton
                label={words.removeDay}
                title={`${words.removeDay} ${day.date}`}
                variant="quiet"
                call="calendar.removeDay"
                request={(reason) => ({ params: { date: day.date }, body: { reason } })}
                reason="needed"
                confirmLabel={words.removeDay}
                done={words.dayRemoved}
              >
                <p className="mb-3">{words.removeText}</p>
              </ActionButton>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const sources = (words: PlacesMessages) => [
  { value: 'Official', label: words.official },
  { value: 'Provisional', label: words.provisional },
];

/** A whole year at once, as it is copied out of a spreadsheet; what is not in it is ordinary again. */
function TableDialog({ days, year, onClose }: { days: readonly Day[]; year: string; onClose: () => void }) {
  const words = useMessages(placesWords);
  const [text, setText] = useState(() => textOfYear(days, words.kinds));
  const [source, setSource] = useState<Day['source']>('Official');
  const read = readYear(text, { year, source });
  return (
    <ActionDialog
      title={words.pasteYear}
      call="calendar.setYear"
      request={(reason) => ({ params: { year }, body: { days: read.days, reason } })}
      reason="needed"
      confirmLabel={words.saveYear(read.days.length)}
      done={words.yearSaved}
      onClose={onClose}
      isReady={read.days.length > 0 && read.wrong.length === 0}
    >
      <p className="mb-3">{words.pasteText}</p>
      <TextAreaField
        label={words.table}
        rows={12}
        value={text}
        error={read.wrong.length > 0 ? words.wrongLines(read.wrong) : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <SelectField
        label={words.source}
        value={source}
        placeholder={null}
        options={sources(words)}
        onChange={(event) => setSource(event.target.value === 'Official' ? 'Official' : 'Provisional')}
      />
    </ActionDialog>
  );
}

function DayDialog({ day, year, onClose }: { day: Day | null; year: string; onClose: () => void }) {
  const words = useMessages(placesWords);
  const [typed, setTyped] = useState<Day>(
    day ?? { date: `${year}-01-01`, kind: 'Holiday', nameEn: '', nameZh: '', source: 'Official' },
  );
  const isReady = typed.date !== '' && typed.nameEn.trim() !== '' && typed.nameZh.trim() !== '';
  return (
    <ActionDialog
      title={day === null ? words.addDay : words.changeDay}
      call="calendar.setDay"
      request={(reason) => ({ body: { ...typed, reason } })}
      reason="needed"
      confirmLabel={day === null ? words.addDay : words.changeDay}
      done={words.daySaved}
      onClose={onClose}
      isReady={isReady}
    >
      {(errors) => (
        <>
          <DayField
            label={words.date}
            value={typed.date}
            readOnly={day !== null}
            error={errors('date')}
            onChange={(date) => setTyped({ ...typed, date })}
          />
          <SelectField
            label={words.kind}
            value={typed.kind}
            placeholder={null}
            options={(['Holiday', 'MakeupWorkday'] as const).map((value) => ({ value, label: words.kinds[value] }))}
            onChange={(event) =>
              setTyped({ ...typed, kind: event.target.value === 'Holiday' ? 'Holiday' : 'MakeupWorkday' })
            }
          />
          {(['nameEn', 'nameZh'] as const).map((name) => (
            <TextField
              key={name}
              label={words[name]}
              maxLength={80}
              value={typed[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          ))}
          <SelectField
            label={words.source}
            value={typed.source}
            placeholder={null}
            options={sources(words)}
            onChange={(event) =>
              setTyped({ ...typed, source: event.target.value === 'Official' ? 'Official' : 'Provisional' })
            }
          />
        </>
      )}
    </ActionDialog>
  );
}
