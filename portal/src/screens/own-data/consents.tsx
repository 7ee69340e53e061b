import type { ConsentSet } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, Link, showToast, Tag } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { ownDataWords } from '../../messages/own-data.ts';
import { Section } from '../account/section.tsx';
import { StatementText } from '../../page/statement-box.tsx';
import { Loaded } from './loaded.tsx';
import { ownDataChanged, useConsents } from './queries.ts';

/** How many sets are shown at first. */
const shownFirst = 3;

type Statement = ConsentSet['statements'][number];

/** What was agreed to, with its receipt, and ending it (PIPL 15). */
export function Consents() {
  const words = useMessages(ownDataWords).consents;
  const query = useConsents();
  const [isAll, setAll] = useState(false);
  return (
    <Section id="consents" title={words.title}>
      <p className="mb-4 text-ink-2">{words.text}</p>
      <Loaded query={query}>
        {(sets) =>
          sets.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <>
              <ul className="grid gap-6">
                {sets.slice(0, isAll ? sets.length : shownFirst).map((set) => (
                  <SetOfConsents key={set.id} set={set} />
                ))}
              </ul>
              {!isAll && sets.length > shownFirst && (
                <Button variant="secondary" className="mt-4" onClick={() => setAll(true)}>
                  {words.more}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function SetOfConsents({ set }: { set: ConsentSet }) {
  const words = useMessages(ownDataWords).consents;
  const { instant } = useFormats();
  return (
    <li className="border-t border-line pt-4">
      <h3 className="text-lg">
        {words.ofs[set.of]} <span translate="no">{set.code}</span>
        {set.candidateName !== '' && (
          <>
            {' · '}
            <span translate="no">{set.candidateName}</span>
          </>
        )}
      </h3>
      <p className="mb-2 text-ink-2">
        {(set.isByGuardian ? words.guardianGave : words.given)(instant(set.givenAt))} ·{' '}
        <Link
          href={`/candidate/account/privacy/consents/${set.id}`}
          aria-label={words.receiptOf(`${words.ofs[set.of]} ${set.code}`.trim())}
        >
          {words.receipt}
        </Link>
      </p>
      {set.isByGuardian && <p className="mb-2 text-ink-2">{words.guardianText}</p>}
      <ul className="grid gap-3">
        {set.statements.map((statement) => (
          <li key={statement.id} className="flex flex-wrap items-start justify-between gap-2">
            <span className="min-w-0 flex-1 basis-80" lang={langOf(set)}>
              <StatementText text={statement.text} />
            </span>
            <StatementState statement={statement} lang={langOf(set)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

/** What is agreed to, without the facts about the recipient. */
const firstLineOf = ({ text }: Statement) => text.split('\n')[0] ?? '';

/** Statements are in the language in which they were shown. */
const langOf = ({ language }: ConsentSet) => (language === 'zh' ? 'zh-CN' : 'en-GB');

function StatementState({ statement, lang }: { statement: Statement; lang: string }) {
  const words = useMessages(ownDataWords).consents;
  const { instant } = useFormats();
  const [isAsking, setAsking] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => api('consent.withdraw', { params: { id: statement.id } }),
    onSuccess: async ({ code }) => {
      setAsking(false);
      void showToast(words.done(code), 'success', 6000);
      await ownDataChanged();
    },
  });
  if (statement.withdrawnAt !== null) return <Tag>{words.withdrawn(instant(statement.withdrawnAt))}</Tag>;
  if (!statement.canWithdraw) return null;
  return (
    <>
      <Button
        variant="secondary"
        small
        aria-label={words.withdrawWhat(firstLineOf(statement))}
        onClick={() => setAsking(true)}
      >
        {words.withdraw}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.question}
        confirmLabel={words.confirm}
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p className="mb-3" lang={lang}>
          <StatementText text={statement.text} />
        </p>
        <p>{words.questionText}</p>
      </ConfirmDialog>
    </>
  );
}
