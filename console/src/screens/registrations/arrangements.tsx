import { lengthSeen } from '@exam/contract/rules';
import type { ArrangementItem } from '@exam/contract/staff';
import { arrangementStates } from '@exam/contract/machines';
import { useParams } from '@exam/ui/app';
import { TextAreaField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, LinkButton, StatusTag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffReply } from '@exam/contract/staff/client';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type Page } from '../../list/staff-list.tsx';
import { registrationWords } from '../../messages/registrations.ts';
import { ActionButton, Facts, Loaded, objectKey, PageHead, Section, typed } from '../../page/index.ts';
import { arrangementTones } from './tones.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<ArrangementItem>> =>
  staffApi('arrangements.search', { body }, { signal, isQuiet: true });

/** Special arrangements that were asked for. */
export function Arrangements() {
  const words = useMessages(registrationWords);
  const isChinese = useLanguage().language === 'zh';
  return (
    <>
      <PageHead title={words.arrangementsTitle} lead={words.arrangementsIntro} />
      <StaffList
        name="arrangements.search"
        caption={words.arrangementsTitle}
        columns={[
          { key: 'candidateName', header: words.candidate, cell: (row) => typed(row.candidateName) },
          { key: 'product', header: words.exam, cell: (row) => (isChinese ? row.productNameZh : row.productNameEn) },
          { key: 'examDate', header: words.date, sort: 'examDate', cell: (row) => <DateText date={row.examDate} /> },
          { key: 'city', header: words.city, cell: (row) => (isChinese ? row.cityNameZh : row.cityNameEn) },
          {
            key: 'status',
            header: words.status,
            cell: (row) => <StatusTag tone={arrangementTones[row.status]}>{words.arrangements[row.status]}</StatusTag>,
          },
          { key: 'code', header: words.code, quiet: true, cell: (row) => row.code },
        ]}
        filters={[
          { name: 'search', label: words.find, kind: 'private' },
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            options: arrangementStates.map((value) => ({ value, label: words.arrangements[value] })),
          },
          { name: 'isUpcoming', label: words.upcoming, kind: 'flag' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.code}
        rowHref={(row) => `/special-arrangements/${row.id}`}
        empty={words.arrangementsEmpty}
      />
    </>
  );
}

/** One of them: what is asked for, and the decision. */
export function Arrangement() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('arrangement', id),
    queryFn: ({ signal }) => staffApi('arrangements.get', { params: { id } }, { signal, isQuiet: true }),
    // Every look is recorded: it is not asked again by itself.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <Loaded query={query}>{(arrangement) => <Detail arrangement={arrangement} />}</Loaded>;
}

type Found = StaffReply<'arrangements.get'>;

function Detail({ arrangement: own }: { arrangement: Found }) {
  const words = useMessages(registrationWords);
  const may = useMay();
  const isChinese = useLanguage().language === 'zh';
  return (
    <>
      <PageHead
        title={
          <>
            {own.code} · {typed(own.candidateName)}
          </>
        }
        back={{ href: '/special-arrangements', label: words.arrangementsTitle }}
        status={{ text: words.arrangements[own.status], tone: arrangementTones[own.status] }}
        actions={
          <>
            {may('arrangements:write') && <Decide arrangement={own} isGranted />}
            {may('arrangements:write') && own.status !== 'Refused' && <Decide arrangement={own} isGranted={false} />}
            {may('applications:read') && (
              <LinkButton variant="quiet" small href={`/applications/${own.id}`}>
                {words.backToRegistration}
              </LinkButton>
            )}
          </>
        }
      />
      <Facts
        items={[
          { term: words.exam, detail: isChinese ? own.productNameZh : own.productNameEn },
          {
            term: words.date,
            detail: (
              <>
                <DateText date={own.examDate} /> {own.startTime}
              </>
            ),
          },
          { term: words.city, detail: isChinese ? own.cityNameZh : own.cityNameEn },
          { term: words.decidedBy, detail: typed(own.decidedBy) },
          { term: words.decided, detail: own.decidedAt === null ? null : <InstantText at={own.decidedAt} /> },
        ]}
      />
      <Section title={words.request}>
        <p>{typed(own.request) ?? words.none}</p>
      </Section>
      {own.conditions !== null && (
        <Section title={words.conditions}>
          <p>{typed(own.conditions)}</p>
        </Section>
      )}
    </>
  );
}

function Decide({
  arrangement: { id, version, conditions: known },
  isGranted,
}: {
  arrangement: Found;
  isGranted: boolean;
}) {
  const words = useMessages(registrationWords);
  const [conditions, setConditions] = useState(known ?? '');
  const label = isGranted ? words.grant : words.refuse;
  return (
    <ActionButton
      label={label}
      variant={isGranted ? 'primary' : 'secondary'}
      call="arrangements.decide"
      request={() => ({ params: { id }, body: { version, isGranted, conditions: conditions.trim() } })}
      confirmLabel={label}
      isReady={lengthSeen(conditions.trim()) >= 5}
      done={isGranted ? words.granted : words.refused}
    >
      {(errors) => (
        <TextAreaField
          label={words.conditions}
          hint={words.conditionsHint}
          error={errors('conditions')}
          rows={6}
          maxLength={2000}
          value={conditions}
          onChange={(event) => setConditions(event.target.value)}
        />
      )}
    </ActionButton>
  );
}
