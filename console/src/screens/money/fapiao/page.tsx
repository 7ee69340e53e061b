import { useParams } from '@exam/ui/app';
import { formatMoney } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Link, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../../app/api.ts';
import { download } from '../../../app/download.ts';
import { useMay } from '../../../app/session.ts';
import { fapiaoWords } from '../../../messages/fapiao.ts';
import {
  Facts,
  History,
  Loaded,
  Money,
  objectKey,
  PageColumns,
  PageHead,
  Reveal,
  Section,
  Timeline,
} from '../../../page/index.ts';
import { FapiaoActs } from './acts.tsx';
import { fapiaoTones } from './list.tsx';
import type { Fapiao } from '../types.ts';

/** One fapiao: what to issue, and what was issued (3-domain 7). */
export function FapiaoPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('fapiao', id),
    queryFn: ({ signal }) => staffApi('fapiao.page', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(fapiao) => <Shown fapiao={fapiao} />}</Loaded>;
}

function Shown({ fapiao }: { fapiao: Fapiao }) {
  const words = useMessages(fapiaoWords);
  return (
    <>
      <PageHead
        title={words.of(fapiao.orderCode)}
        back={{ href: '/fapiao', label: words.title }}
        status={{ text: words.statuses[fapiao.status], tone: fapiaoTones[fapiao.status] }}
        actions={<FapiaoActs fapiao={fapiao} />}
      />
      {fapiao.redDue > 0 && (
        <div className="mb-4">
          <Notice tone="warning">{words.redNotice(formatMoney(fapiao.redDue))}</Notice>
        </div>
      )}
      <PageColumns aside={<History kind="fapiao" id={fapiao.id} />}>
        <Details fapiao={fapiao} />
        <Section title={words.papers}>
          <Papers fapiao={fapiao} />
        </Section>
        <Section title={words.timeline}>
          <Timeline
            label={words.timeline}
            entries={fapiao.timeline.map(({ at, event }) => ({ at, text: words.events[event] ?? event }))}
          />
        </Section>
      </PageColumns>
    </>
  );
}

function Details({ fapiao }: { fapiao: Fapiao }) {
  const words = useMessages(fapiaoWords);
  const may = useMay();
  return (
    <Section title={words.details}>
      <Facts
        items={[
          { term: words.buyer, detail: words.buyers[fapiao.buyer] },
          { term: words.name, detail: fapiao.title },
          { term: words.taxNumber, detail: fapiao.taxNumber },
          { term: words.amount, detail: <Money fen={fapiao.amount} /> },
          {
            term: words.email,
            detail: (
              <Reveal
                masked={fapiao.email}
                label={words.email}
                call={may('fapiao:reveal') ? 'fapiao.reveal' : null}
                request={(reason) => ({ params: { id: fapiao.id }, body: { reason } })}
                value={({ email }) => email}
              />
            ),
          },
          { term: words.order, detail: <Link href={`/orders/${fapiao.orderId}`}>{fapiao.orderCode}</Link> },
          { term: words.paid, detail: <Money fen={fapiao.paidAmount} /> },
          { term: words.refunded, detail: <Money fen={fapiao.refundedAmount} /> },
          { term: words.requested, detail: <InstantText at={fapiao.requestedAt} /> },
          { term: words.refusal, detail: fapiao.refusal },
        ]}
      />
    </Section>
  );
}

function Papers({ fapiao }: { fapiao: Fapiao }) {
  const words = useMessages(fapiaoWords);
  if (fapiao.papers.length === 0) return <p className="text-ink-2">{words.noPapers}</p>;
  return (
    <ul className="grid gap-4">
      {fapiao.papers.map((paper) => (
        <li key={paper.id}>
          <h3>{paper.isRed ? words.red : words.blue}</h3>
          <Facts
            items={[
              { term: words.number, detail: paper.number },
              { term: words.amount, detail: <Money fen={paper.isRed ? -paper.amount : paper.amount} /> },
              { term: words.issued, detail: <InstantText at={paper.issuedAt} /> },
              paper.file === null ? null : { term: words.file, detail: <SavedFile id={fapiao.id} file={paper.file} /> },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

function SavedFile({ id, file }: { id: string; file: { id: string; fileName: string } }) {
  const words = useMessages(fapiaoWords);
  const save = () => void download('fapiao.paper', { params: { id, fileId: file.id } }, file.fileName);
  return (
    <Button variant="quiet" small onClick={save}>
      {words.save(file.fileName)}
    </Button>
  );
}
