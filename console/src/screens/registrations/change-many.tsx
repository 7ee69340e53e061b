import { letterStates, seatedStates } from '@exam/contract/machines';
import type { Permission, RegistrationItem } from '@exam/contract/staff';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import type { BulkAction, BulkDialogProps } from '../../list/bulk-bar.tsx';
import { ChangeMany, quietly, type Many } from '../../list/change-many.tsx';
import type { RegistrationMessages } from '../../messages/en/registrations.ts';
import { manyWords } from '../../messages/many.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { CircularFields, useCircular } from '../../page/index.ts';
import { NewSession, oneOfEach, type Target } from './new-session.tsx';

/** What may be done with several registrations by somebody who may do it with one. */
export function actsOnMany(words: RegistrationMessages, may: (permission: Permission) => boolean): BulkAction[] {
  const acts = [];
  if (may('applications:write')) acts.push({ key: 'move', label: words.move, dialog: Move });
  if (may('messages:send')) acts.push({ key: 'write', label: words.many.write, dialog: Write });
  return acts;
}

async function readRows(ids: readonly string[], signal: AbortSignal): Promise<RegistrationItem[]> {
  const body = { ids: [...ids], pageSize: ids.length };
  return (await staffApi('applications.search', { body }, { signal, isQuiet: true })).list;
}

const isMovable = ({ status }: RegistrationItem) => letterStates.some((state) => state === status);

/** `isAlike`: of the exam and the papers of the first that can be moved, so that it goes to the same sessions. */
type Movable = RegistrationItem & { isAlike: boolean };

async function readMovable(ids: readonly string[], signal: AbortSignal): Promise<Movable[]> {
  const rows = await readRows(ids, signal);
  const examOf = ({ productNameEn, subjectNameEn }: RegistrationItem) => `${productNameEn}, ${subjectNameEn}`;
  const first = rows.find(isMovable);
  return rows.map((row) => ({ ...row, isAlike: first !== undefined && examOf(row) === examOf(first) }));
}

/** Each goes to the same other session, by the call that moves one. */
function Move(props: BulkDialogProps) {
  const words = useMessages(registrationWords);
  const { notNow } = useMessages(manyWords);
  const exam = useExam();
  const [target, setTarget] = useState<Target | null>(null);
  const many: Many<Movable> = {
    key: 'movedRegistrations',
    read: readMovable,
    nameOf: ({ candidateName, code }) => `${candidateName}, ${code}`,
    noteOf: exam,
    touched: (rows) => words.many.people(rows.length),
    done: words.many.moved,
  };
  return (
    <ChangeMany
      {...props}
      many={many}
      title={words.moveTitle}
      confirmLabel={words.many.move}
      reason="needed"
      isReady={target !== null}
      notNow={(row) => (!isMovable(row) ? notNow : row.isAlike ? null : words.many.otherExam)}
      leftOut={(row) => (row.sessionId === target?.sessionId ? words.many.already : null)}
      change={({ id, version }, reason) =>
        staffApi(
          'applications.move',
          { params: { id }, body: { version, sessionId: target?.sessionId ?? '', reason } },
          quietly(),
        )
      }
      fields={(rows, all) => (
        <>
          <NewSession
            ids={oneOfEach(all.filter((row) => isMovable(row) && row.isAlike))}
            target={target}
            onChange={setTarget}
          />
          {target !== null && target.free < rows.length && (
            <Notice tone="warning">{words.many.tooFew({ free: target.free, people: rows.length })}</Notice>
          )}
        </>
      )}
    />
  );
}

/** Those of one session among the chosen, who are written to by one message. */
type Addressed = { id: string; first: RegistrationItem; ids: readonly string[]; others: number };

async function readAddressed(ids: readonly string[], signal: AbortSignal): Promise<Addressed[]> {
  const sessions = new Map<string, RegistrationItem[]>();
  for (const row of await readRows(ids, signal))
    sessions.set(row.sessionId, [...(sessions.get(row.sessionId) ?? []), row]);
  return [...sessions].flatMap(([id, rows]) => {
    const told = rows.filter(({ status }) => seatedStates.some((state) => state === status));
    const [first] = rows;
    return first === undefined
      ? []
      : [{ id, first, ids: told.map((row) => row.id), others: rows.length - told.length }];
  });
}

/** One message to all of them who are registered, told by session as one to everybody of it is. */
function Write({ onDone, ...props }: BulkDialogProps) {
  const words = useMessages(registrationWords).many;
  const { notNow } = useMessages(manyWords);
  const exam = useExam();
  const { circular, write, isReady } = useCircular();
  const [chosen, setChosen] = useState<readonly Addressed[]>([]);
  const many: Many<Addressed> = {
    key: 'addressedRegistrations',
    read: async (ids, signal) => {
      const read = await readAddressed(ids, signal);
      setChosen(read);
      return read;
    },
    nameOf: ({ first }) => exam(first),
    noteOf: ({ ids, others }) => (others === 0 ? words.people(ids.length) : words.some({ people: ids.length, others })),
    touched: (sessions) => words.people(sessions.reduce((sum, { ids }) => sum + ids.length, 0)),
    done: words.written,
  };
  return (
    <ChangeMany
      {...props}
      // Registrations are ticked, and sessions are told: their people are ticked no longer.
      onDone={(sessions) => onDone(chosen.flatMap(({ id, ids }) => (sessions.includes(id) ? ids : [])))}
      many={many}
      title={words.writeTitle}
      confirmLabel={words.send}
      isReady={isReady}
      notNow={({ ids }) => (ids.length === 0 ? notNow : null)}
      change={({ id, ids }) =>
        staffApi(
          'sessionNotices.send',
          { params: { id }, body: { ...circular, applicationIds: [...ids], isDryRun: false } },
          quietly(),
        )
      }
      fields={() => (
        <>
          <p className="mb-3">{words.writeText}</p>
          <CircularFields circular={circular} write={write} />
        </>
      )}
    />
  );
}

/** A registration by its exam, day, time and city. */
function useExam(): (row: RegistrationItem) => string {
  const formats = useFormats();
  const isChinese = useLanguage().language === 'zh';
  return (row) =>
    [
      isChinese ? row.productNameZh : row.productNameEn,
      `${formats.date(row.examDate)} ${row.startTime}`,
      isChinese ? row.cityNameZh : row.cityNameEn,
    ].join(', ');
}
