import { retentionClasses, type RetentionClass } from '@exam/contract/rules';
import { type CoveredItem, type HoldItem, holdScopes, type ListedHold } from '@exam/contract/staff';
import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, Link, StatusTag } from '@exam/ui/parts';
import { useState } from 'react';
import { DayField } from '../../fields/index.ts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import type { PrivacyMessages } from '../../messages/en/privacy.ts';
import { privacyWords } from '../../messages/privacy.ts';
import { ActionButton, type FieldErrors, PageHead, typed } from '../../page/index.ts';
import { coveredHref } from './records.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<ListedHold>> =>
  staffApi('holds.search', { body }, { signal, isQuiet: true });

/** What may not be deleted. */
export function Holds() {
  const words = useMessages(privacyWords);
  const may = useMay();
  const columns = useColumns(may('privacy:write'));
  return (
    <>
      <PageHead title={words.holds} lead={words.holdsIntro} actions={may('privacy:write') && <Propose />} />
      <StaffList
        name="holds.search"
        caption={words.holds}
        columns={columns}
        filters={[
          { name: 'isOpen', label: words.isOpen, kind: 'flag' },
          {
            name: 'scope',
            label: words.scope,
            kind: 'choice',
            options: holdScopes.map((value) => ({ value, label: words.scopes[value] })),
          },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.reason || words.reasonLost}
        rowHref={(row) => `/holds/${row.id}`}
        empty={words.noHolds}
      />
    </>
  );
}

function useColumns(canWrite: boolean): ListColumn<ListedHold>[] {
  const may = useMay();
  const words = useMessages(privacyWords);
  return [
    {
      key: 'scope',
      header: words.scope,
      cell: (row) => heldName(words, row),
    },
    {
      key: 'on',
      header: words.covers,
      cell: ({ on }) => (on === null ? '–' : <On item={on} href={coveredHref(on, may)} />),
    },
    {
      key: 'state',
      header: words.state,
      cell: (row) => {
        const { text, tone } = holdState(words, row);
        return <StatusTag tone={tone}>{text}</StatusTag>;
      },
    },
    { key: 'reason', header: words.reason, cell: (row) => row.reason || words.reasonLost },
    { key: 'reviewOn', header: words.reviewOn, sort: 'reviewOn', cell: (row) => <DateText date={row.reviewOn} /> },
    {
      key: 'openedBy',
      header: words.openedBy,
      cell: (row) => [row.openedBy, row.approvedBy].filter(Boolean).join(', ') || '–',
    },
    { key: 'openedAt', header: words.openedAt, sort: 'openedAt', cell: (row) => <InstantText at={row.openedAt} /> },
    ...(canWrite
      ? [
          {
            key: 'act',
            header: words.release,
            cell: (row: HoldItem) => (row.releasedAt === null ? <Release hold={row} /> : null),
          },
        ]
      : []),
  ];
}

/** What a hold was opened on, by name or number. */
export function On({ item, href }: { item: CoveredItem; href: string | null }) {
  const words = useMessages(privacyWords);
  const text = item.isOutOfUse ? words.outOfUse : (item.candidateName ?? item.code ?? '–');
  return href === null ? typed(text) : <Link href={href}>{typed(text)}</Link>;
}

/** What a hold is on: the class where it is a whole one. */
export function heldName(words: PrivacyMessages, { scope, class: of }: Pick<HoldItem, 'scope' | 'class'>): string {
  return of === null ? words.scopes[scope] : words.classes[of];
}

/** Whether a hold is open, as its tag says it. */
export function holdState(words: PrivacyMessages, { releasedAt }: Pick<HoldItem, 'releasedAt'>) {
  return releasedAt === null
    ? ({ text: words.open, tone: 'amber' } as const)
    : ({ text: words.released, tone: 'plain' } as const);
}

/** Asks a colleague to release a hold. */
export function Release({ hold }: { hold: HoldItem }) {
  const words = useMessages(privacyWords);
  return (
    <ActionButton
      label={words.release}
      call="holds.proposeRelease"
      request={(reason) => ({ params: { id: hold.id }, body: { reason } })}
      reason="needed"
      confirmLabel={words.release}
      done={words.proposed}
    >
      <p className="mb-4">{words.releaseText}</p>
    </ActionButton>
  );
}

const proposable = ['person', 'order', 'session', 'class'] as const;
type Typed = { scope: (typeof proposable)[number]; code: string; class: RetentionClass; reviewOn: string };

function Propose() {
  const words = useMessages(privacyWords);
  const [typed, setTyped] = useState<Typed>({ scope: 'person', code: '', class: 'examRecord', reviewOn: '' });
  const isClass = typed.scope === 'class';
  const { scope, reviewOn } = typed;
  return (
    <ActionButton
      label={words.propose}
      variant="primary"
      call="holds.propose"
      request={(reason) => {
        const held = isClass ? { class: typed.class } : { code: typed.code.trim() };
        return { body: { scope, reviewOn, reason, ...held } };
      }}
      isReady={reviewOn !== '' && (isClass || typed.code.trim() !== '')}
      reason="needed"
      confirmLabel={words.propose}
      done={words.proposed}
    >
      {(errors) => <ProposedHold typed={typed} errors={errors} set={(changes) => setTyped({ ...typed, ...changes })} />}
    </ActionButton>
  );
}

type ProposedHoldProps = { typed: Typed; errors: FieldErrors; set: (changes: Partial<Typed>) => void };

function ProposedHold({ typed, errors, set }: ProposedHoldProps) {
  const words = useMessages(privacyWords);
  return (
    <>
      <p className="mb-4">{words.proposeText}</p>
      <SelectField
        label={words.scope}
        value={typed.scope}
        placeholder={null}
        options={proposable.map((value) => ({ value, label: words.scopes[value] }))}
        onChange={({ target }) => set({ scope: proposable.find((each) => each === target.value) ?? typed.scope })}
      />
      {typed.scope === 'class' ? (
        <SelectField
          label={words.class}
          value={typed.class}
          placeholder={null}
          options={retentionClasses.map((value) => ({ value, label: words.classes[value] }))}
          onChange={({ target }) =>
            set({ class: retentionClasses.find((each) => each === target.value) ?? typed.class })
          }
        />
      ) : (
        <TextField
          label={words.code}
          hint={words.codeHint}
          maxLength={40}
          value={typed.code}
          error={errors('code')}
          onChange={({ target }) => set({ code: target.value })}
        />
      )}
      <DayField
        label={words.reviewOn}
        hint={words.reviewHint}
        value={typed.reviewOn}
        error={errors('reviewOn')}
        onChange={(reviewOn) => set({ reviewOn })}
      />
    </>
  );
}
