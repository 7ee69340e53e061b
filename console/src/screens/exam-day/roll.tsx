import type { examDaySheets, RollEntry } from '@exam/contract/staff';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Notice, StatusTag, Table, Tag, type Column, type Tone } from '@exam/ui/parts';
import { useState } from 'react';
import { download } from '../../app/download.ts';
import { useMay } from '../../app/session.ts';
import type { ExamDayMessages } from '../../messages/en/exam-day.ts';
import { examDayWords } from '../../messages/exam-day.ts';
import { ActionButton, FileDialog, typed, useStaffAction } from '../../page/index.ts';
import { FindInRoll, isFound } from './find-in-roll.tsx';
import type { Day } from './types.ts';

type Sheet = (typeof examDaySheets)[number];
type Props = { day: Day; sheet: Sheet };

const tones: Readonly<Record<RollEntry['attendance'], Tone>> = {
  Expected: 'plain',
  Present: 'jade',
  Late: 'amber',
  Absent: 'seal',
};

const standsOn: Readonly<Record<Sheet, (entry: RollEntry) => boolean>> = {
  attendance: () => true,
  door: () => true,
  leave: ({ isMinor }) => isMinor,
  arrangements: ({ hasArrangement }) => hasArrangement,
};

/** One list of the exam day: on screen, printed as shown, or as a file. */
export function Roll({ day, sheet }: Props) {
  const words = useMessages(examDayWords);
  const isChinese = useLanguage().language === 'zh';
  const may = useMay();
  const [sought, setSought] = useState('');
  const listed = day.roll.filter(standsOn[sheet]);
  const rows = listed.filter((entry) => isFound(entry, sought));
  const [readAt] = useState(() => new Date().toISOString());
  const canMark = may('examDay:write') && day.isDay;
  return (
    <div className="roll">
      <p className="mb-2 hidden print:block">
        {words.tabs[sheet]} · <InstantText at={readAt} />
      </p>
      <Tools day={day} sheet={sheet} />
      {sheet === 'attendance' && may('examDay:write') && !day.isDay && <Notice tone="info">{words.notYet}</Notice>}
      {listed.length > 0 && (
        <FindInRoll
          sessionId={day.session.sessionId}
          sought={sought}
          onSeek={setSought}
          only={canMark && sheet === 'attendance' ? onlyExpected(rows, sought) : null}
        />
      )}
      {rows.length === 0 ? (
        <p className="text-ink-2">{listed.length === 0 ? words.nobody : words.nobodyFound}</p>
      ) : (
        <Table
          caption={words.tabs[sheet]}
          rows={rows}
          rowKey={({ id }) => id}
          columns={columnsOf(sheet, { words, isChinese, canMark, day })}
        />
      )}
    </div>
  );
}

const onlyExpected = (rows: readonly RollEntry[], sought: string) => {
  const [only] = rows;
  return sought.trim() !== '' && rows.length === 1 && only?.attendance === 'Expected' ? only : null;
};

type Context = { words: ExamDayMessages; isChinese: boolean; canMark: boolean; day: Day };

function columnsOf(sheet: Sheet, { words, isChinese, canMark, day }: Context): Column<RollEntry>[] {
  const papers = ({ papers: all }: RollEntry) =>
    all.map(({ startTime, nameEn, nameZh }) => `${startTime} ${isChinese ? nameZh : nameEn}`).join('; ');
  const name: Column<RollEntry> = { key: 'name', header: words.name, cell: (row) => nameIn(row, words) };
  const code: Column<RollEntry> = { key: 'code', header: words.code, cell: (row) => row.code };
  const document: Column<RollEntry> = { key: 'document', header: words.document, cell: (row) => row.idEnd };
  const sits: Column<RollEntry> = { key: 'papers', header: words.papers, cell: papers };
  if (sheet === 'door') return [name, code, document, sits];
  if (sheet === 'leave') return [name, code, ...leaveColumns(words, day.leaveListAt)];
  if (sheet === 'arrangements') {
    return [
      name,
      code,
      sits,
      {
        key: 'granted',
        header: words.granted,
        cell: (row) => typed(row.conditions) ?? words.undecided,
      },
    ];
  }
  return [
    name,
    code,
    document,
    sits,
    {
      key: 'attendance',
      header: words.attendance,
      cell: (row) => (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusTag tone={tones[row.attendance]}>{words.attendances[row.attendance]}</StatusTag>
          {canMark && <Marks entry={row} sessionId={day.session.sessionId} />}
        </div>
      ),
    },
  ];
}

/** As on the document, and below it in Chinese characters, which are what an ID card shows; marked where there is no letter. */
function nameIn({ candidateName, candidateNameZh, isWaitedFor }: RollEntry, words: ExamDayMessages) {
  return (
    <>
      {typed(candidateName)}
      {candidateNameZh !== null && <span className="block">{typed(candidateNameZh)}</span>}
      {isWaitedFor && (
        <>
          {' '}
          <Tag tone="amber">{words.waitedFor}</Tag>
        </>
      )}
    </>
  );
}

function leaveColumns(words: ExamDayMessages, listAt: string | null): Column<RollEntry>[] {
  return [
    {
      key: 'leave',
      header: words.leaving,
      cell: ({ leaveChoice, isLeavingDoubted }) =>
        isLeavingDoubted ? <strong>{words.leavingDoubted}</strong> : words.leaves[leaveChoice],
    },
    {
      key: 'pickup',
      header: words.pickup,
      cell: ({ pickups }) =>
        pickups.length === 0
          ? '–'
          : pickups.map(({ name: who, idEnd, mobile }) => (
              <div key={`${who} ${idEnd} ${mobile}`}>{words.pickupOf(who, idEnd, mobile)}</div>
            )),
    },
    {
      key: 'changed',
      header: words.leaveChanged,
      cell: (entry) => <LeaveChanged entry={entry} listAt={listAt} />,
    },
    ...[words.time, words.signature].map((header) => ({ key: header, header, cell: () => null, isForPaper: true })),
  ];
}

/** When a way of leaving was changed; and whether that is not on the list that was last taken out. */
function LeaveChanged({ entry, listAt }: { entry: RollEntry; listAt: string | null }) {
  const words = useMessages(examDayWords);
  const isAfterList = (instant: string | null) => listAt !== null && instant !== null && listAt < instant;
  const isNew = isAfterList(entry.registeredAt);
  const at = isNew ? entry.registeredAt : entry.leaveChangedAt;
  if (at === null) return '–';
  return (
    <div className="grid gap-1">
      <InstantText at={at} />
      {isAfterList(at) && <StatusTag tone="amber">{isNew ? words.registeredAfter : words.afterList}</StatusTag>}
    </div>
  );
}

/** The marks that somebody's attendance may now get. */
function Marks({ entry, sessionId }: { entry: RollEntry; sessionId: string }) {
  const words = useMessages(examDayWords);
  const { act, isBusy } = useStaffAction('examDay.mark');
  const all = [
    { mark: 'Present', label: words.present, when: ['Expected', 'Absent'] },
    { mark: 'Late', label: words.late, when: ['Expected', 'Absent'] },
    { mark: 'Absent', label: words.markAbsent, when: ['Expected'] },
    { mark: 'Undo', label: words.undo, when: ['Present', 'Late', 'Absent'] },
  ] as const;
  return (
    <div className="roll-marks">
      {all
        .filter(({ when }) => when.some((status) => status === entry.attendance))
        .map(({ mark, label }) => (
          <Button
            key={mark}
            variant={mark === 'Undo' ? 'quiet' : 'secondary'}
            small
            busy={isBusy}
            aria-label={words.mark(label, entry.candidateName)}
            onClick={() =>
              act({ params: { id: sessionId, applicationId: entry.id }, body: { mark, version: entry.version } })
            }
          >
            {label}
          </Button>
        ))}
    </div>
  );
}

function Tools({ day, sheet }: Props) {
  const words = useMessages(examDayWords);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const id = day.session.sessionId;
  const open = day.roll.filter(({ attendance }) => attendance === 'Expected').length;
  return (
    <div className="mb-4 flex flex-wrap gap-2 print:hidden">
      <Button variant="secondary" small onClick={() => globalThis.print()}>
        {words.print}
      </Button>
      {may('examDay:export') && (
        <Button variant="secondary" small onClick={() => setOpen(true)}>
          {words.xlsx}
        </Button>
      )}
      {sheet === 'attendance' && may('examDay:write') && day.isDay && open > 0 && (
        <ActionButton
          label={words.closeRoll}
          call="examDay.closeRoll"
          request={(reason) => ({ params: { id }, body: { isDryRun: false, reason } })}
          reason="needed"
          confirmLabel={words.closeRoll}
          done={({ absent }) => words.closed(absent)}
        >
          <p className="mb-4">{words.closeRollText(open)}</p>
        </ActionButton>
      )}
      {isOpen && (
        <FileDialog
          title={words.xlsxTitle}
          text={words.xlsxText}
          onClose={() => setOpen(false)}
          start={(reason) =>
            download(
              'examDay.sheet',
              { params: { id }, body: { sheet, reason } },
              `${sheet}-${day.session.examDate}.xlsx`,
            )
          }
        />
      )}
    </div>
  );
}
