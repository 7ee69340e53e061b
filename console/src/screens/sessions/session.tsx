import type { PreparedItem, SessionDetail } from '@exam/contract/staff';
import { useParams } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText, Link, Money } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import {
  Facts,
  History,
  Loaded,
  NotesPanel,
  objectKey,
  OpenProposals,
  PageColumns,
  PageHead,
  Section,
  Wide,
  typed,
  MaskedNames,
} from '../../page/index.ts';
import { Acts } from './acts.tsx';
import { Prepared, usePrepared } from './prepared.tsx';
import { SessionStatus } from './sessions.tsx';

/** One session with its live counters. */
export function Session() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('session', id),
    queryFn: ({ signal }) => staffApi('sessions.get', { params: { id } }, { signal, isQuiet: true }),
    refetchInterval: 10_000,
  });
  const prepared = usePrepared(id);
  return <Loaded query={query}>{(session) => <SessionPage session={session} prepared={prepared} />}</Loaded>;
}

function SessionPage({ session, prepared }: { session: SessionDetail; prepared: readonly PreparedItem[] }) {
  const words = useMessages(sessionsWords);
  const formats = useFormats();
  return (
    <>
      <PageHead
        title={`${session.productName} · ${formats.longDate(session.examDate)}`}
        back={{ href: '/sessions', label: words.back }}
        actions={<Acts session={session} />}
      />
      <p className="mb-4">
        <SessionStatus row={session} />
      </p>
      <PageColumns
        aside={
          <>
            <NotesPanel kind="session" id={session.id} />
            <History kind="session" id={session.id} />
          </>
        }
      >
        <OpenProposals proposals={session.openProposals} />
        <Section title={words.counters}>
          <Facts
            items={[
              { term: words.capacity, detail: String(session.seat) },
              { term: words.confirmed, detail: <Registered session={session} /> },
              { term: words.held, detail: String(session.held) },
              { term: words.free, detail: String(session.free) },
              { term: words.fill, detail: words.percent(session.fillPercent) },
            ]}
          />
        </Section>
        <Section title={words.registration}>
          <Facts
            items={[
              { term: words.opens, detail: <InstantText at={session.publishStartAt} /> },
              { term: words.closes, detail: <InstantText at={session.publishEndAt} /> },
              { term: words.times, detail: `${session.startTime}–${session.endTime}` },
              { term: words.venue, detail: session.venueName },
              { term: words.city, detail: session.cityName },
              { term: words.office, detail: session.officeName },
              session.isExclusive ? { term: words.codeOnly, detail: '✓' } : null,
              session.isHot ? { term: words.hot, detail: '✓' } : null,
              { term: words.noticeEn, detail: typed(session.noticeEn) },
              { term: words.noticeZh, detail: typed(session.noticeZh) },
            ]}
          />
        </Section>
        <Papers session={session} />
        <Prepared waiting={prepared} />
        <Holds id={session.id} />
      </PageColumns>
    </>
  );
}

/** How many are registered, and the way to them. */
function Registered({ session: { id, confirmed } }: { session: SessionDetail }) {
  const words = useMessages(sessionsWords);
  const may = useMay();
  if (confirmed === 0 || !may('applications:read')) return confirmed;
  return <Link href={`/applications?sessionId=${id}`}>{words.people(confirmed)}</Link>;
}

function Papers({ session }: { session: SessionDetail }) {
  const words = useMessages(sessionsWords);
  const formats = useFormats();
  return (
    <Section title={words.papers}>
      <Wide label={words.papers}>
        <table className="list-table">
          <caption className="sr-only">{words.papers}</caption>
          <thead>
            <tr>
              <th scope="col">{words.subject}</th>
              <th scope="col">{words.times}</th>
              <th scope="col" className="cell-end">
                {words.total}
              </th>
              <th scope="col">{words.tiers}</th>
              <th scope="col">{words.late}</th>
              <th scope="col" className="cell-end">
                {words.registered}
              </th>
            </tr>
          </thead>
          <tbody>
            {session.papers.map((paper) => (
              <tr key={paper.sessionSubjectId}>
                <td data-label={words.subject}>
                  {paper.subjectCode} {paper.subjectName}
                </td>
                <td data-label={words.times}>
                  {paper.startTime}–{paper.endTime}
                </td>
                <td data-label={words.total} className="cell-end">
                  <Money fen={paper.total} />
                </td>
                <td data-label={words.tiers}>
                  {paper.tierFees.map(({ from, to, localFee }) => (
                    <span key={from} className="block">
                      {words.tier(from, to, formats.money(localFee))}
                    </span>
                  ))}
                </td>
                <td data-label={words.late}>
                  {paper.lateCharges.map(({ stage, fee, endAt }) => (
                    <span key={stage} className="block">
                      {words.stages[stage]} {formats.money(fee)} – {formats.instant(endAt)}
                    </span>
                  ))}
                </td>
                <td data-label={words.registered} className="cell-end">
                  {paper.registered}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </Section>
  );
}

function Holds({ id }: { id: string }) {
  const words = useMessages(sessionsWords);
  const { data } = useQuery({
    queryKey: objectKey('session', id, 'holds'),
    queryFn: ({ signal }) =>
      staffApi('sessions.holds', { params: { id }, body: { pageSize: 100 } }, { signal, isQuiet: true }),
  });
  return (
    <Section title={words.holds}>
      {data?.list.length === 0 && <p>{words.noHolds}</p>}
      <MaskedNames rows={data?.list ?? []} />
      <ul>
        {data?.list.map((hold) => (
          <li key={hold.id} className="mb-2">
            {typed(hold.candidateName)} · {hold.subjectCode} · {words.order} {hold.orderCode}
            {hold.heldUntil !== null && (
              <>
                {' · '}
                {words.heldUntil} <InstantText at={hold.heldUntil} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
