import type { HeldData, KeptClass } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Link, Table, Tag } from '@exam/ui/parts';
import { ownDataWords } from '../../messages/own-data.ts';
import { Section } from '../account/section.tsx';
import { Loaded } from './loaded.tsx';
import { useHeld } from './queries.ts';

/** What is held of the account and of each candidate, why, and until when (S-18). */
export function Held() {
  const words = useMessages(ownDataWords).held;
  const query = useHeld();
  return (
    <Section id="held" title={words.title}>
      <Loaded query={query}>
        {({ account, candidates }) => (
          <>
            <h3 className="mb-1 text-lg">{words.account}</h3>
            <p className="mb-3 text-ink-2">{words.accountText}</p>
            <Kept caption={words.account} kept={account} />
            {candidates.map((candidate) => (
              <Candidate key={candidate.id} candidate={candidate} />
            ))}
          </>
        )}
      </Loaded>
      <p className="mt-4 text-ink-2">
        {words.notice} <Link href="/help/privacy">{words.noticeLink}</Link>
      </p>
    </Section>
  );
}

function Candidate({ candidate }: { candidate: HeldData['candidates'][number] }) {
  const words = useMessages(ownDataWords);
  const { name, idNoMasked, state, kept } = candidate;
  return (
    <section className="mt-6">
      <h3 className="mb-1 flex flex-wrap items-center gap-2 text-lg">
        <span translate="no">{name}</span>
        <span className="text-base text-ink-2" translate="no">
          {idNoMasked}
        </span>
        {state !== 'Saved' && <Tag tone={state === 'Restricted' ? 'amber' : 'plain'}>{words.states[state]}</Tag>}
      </h3>
      {state === 'Restricted' && <p className="mb-3 text-ink-2">{words.held.restricted}</p>}
      <Kept caption={name} kept={kept} />
    </section>
  );
}

function Kept({ caption, kept }: { caption: string; kept: readonly KeptClass[] }) {
  const words = useMessages(ownDataWords);
  const { instant } = useFormats();
  if (kept.length === 0) return <p>{words.held.nothing}</p>;
  return (
    <Table
      caption={caption}
      rows={kept}
      rowKey={(row) => row.class}
      columns={[
        { key: 'what', header: words.held.what, cell: (row) => words.classes[row.class] },
        { key: 'count', header: words.held.count, end: true, cell: (row) => row.count },
        { key: 'why', header: words.held.why, cell: (row) => words.whys[row.class] },
        {
          key: 'until',
          header: words.held.until,
          cell: (row) => (row.until === null ? words.held.open : instant(row.until)),
        },
      ]}
    />
  );
}
