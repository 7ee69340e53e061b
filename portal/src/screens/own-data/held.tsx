import type { HeldData, KeptClass } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Link, Table, Tag } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { ownDataWords } from '../../messages/own-data.ts';
import { Section } from '../account/section.tsx';
import { Loaded } from './loaded.tsx';
import { useHeld } from './queries.ts';

/** What is held of the account and of each candidate, why, and until when (S-18). Each person opens by itself: with ten candidates the page stays short. */
export function Held() {
  const words = useMessages(ownDataWords).held;
  const query = useHeld();
  return (
    <Section id="held" title={words.title}>
      <Loaded query={query}>
        {({ account, candidates }) => (
          <>
            <Holding kept={account} title={words.account} text={words.accountText} />
            {candidates.map((candidate) => (
              <Candidate key={candidate.id} candidate={candidate} />
            ))}
          </>
        )}
      </Loaded>
      <p className="mt-4 text-ink-2">
        {words.looksNotice} <Link href="/candidate/account/access">{words.looksLink}</Link>
      </p>
      <p className="mt-2 text-ink-2">
        {words.notice} <Link href="/help/privacy">{words.noticeLink}</Link>
      </p>
    </Section>
  );
}

function Candidate({ candidate }: { candidate: HeldData['candidates'][number] }) {
  const words = useMessages(ownDataWords);
  const { id, name, idNo, isMinor, state, kept } = candidate;
  return (
    <Holding
      kept={kept}
      title={name}
      isName
      state={state}
      text={state === 'Restricted' ? words.held.restricted : undefined}
      end={
        isMinor &&
        state !== 'Restricted' && <Link href={`/candidate/account/access?child=${id}`}>{words.held.looks}</Link>
      }
    >
      <span className="wrap-anywhere" translate="no">
        {idNo}
      </span>
      {state !== 'Saved' && <Tag tone={state === 'Restricted' ? 'amber' : 'plain'}>{words.states[state]}</Tag>}
    </Holding>
  );
}

type State = HeldData['candidates'][number]['state'];

type Holding = {
  title: string;
  /** Whether the title is a person’s name, which nobody translates. */
  isName?: boolean;
  text?: string | undefined;
  /** Only for a candidate. */
  state?: State;
  kept: readonly KeptClass[];
  end?: ReactNode;
  children?: ReactNode;
};

function Holding({ title, isName = false, state, text, kept, end, children }: Holding) {
  const words = useMessages(ownDataWords).held;
  return (
    <details className="border-t border-line">
      <summary className="min-h-11 cursor-pointer py-3">
        <h3 className="inline text-lg" translate={isName ? 'no' : undefined}>
          {title}
        </h3>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pl-5 text-ink-2">
          {children}
          {words.kinds(kept.length)}
        </span>
      </summary>
      <div className="pb-4">
        {text !== undefined && <p className="mb-3 text-ink-2">{text}</p>}
        <Kept caption={title} kept={kept} state={state} />
        {end && <p className="mt-3">{end}</p>}
      </div>
    </details>
  );
}

type KeptProps = { caption: string; kept: readonly KeptClass[]; state?: State | undefined };

/** How much of each kind is kept, why, and until when. */
export function Kept({ caption, kept, state }: KeptProps) {
  const words = useMessages(ownDataWords);
  const { instant } = useFormats();
  if (kept.length === 0) return <p>{words.held.nothing}</p>;
  return (
    <Table
      caption={caption}
      rows={kept}
      rowKey={(row) => `${row.class} ${row.until}`}
      columns={[
        { key: 'what', header: words.held.what, cell: (row) => words.classes[row.class] },
        { key: 'count', header: words.held.count, end: true, cell: (row) => row.count },
        {
          key: 'why',
          header: words.held.why,
          cell: (row) => {
            if (row.isKeptByLaw) return words.held.lawfulWhy;
            return row.class === 'candidate' && state === 'Removed' ? words.held.namedWhy : words.whys[row.class];
          },
        },
        {
          key: 'until',
          header: words.held.until,
          cell: (row) =>
            row.until === null
              ? state === 'Restricted' || row.isKeptByLaw
                ? words.held.lawful
                : words.held.open
              : instant(row.until),
        },
      ]}
    />
  );
}
