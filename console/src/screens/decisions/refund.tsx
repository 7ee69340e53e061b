import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { TextField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Link } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { download } from '../../app/download.ts';
import { useMay } from '../../app/session.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import {
  ActionButton,
  Facts,
  History,
  Loaded,
  Money,
  NotesPanel,
  objectKey,
  PageColumns,
  PageHead,
  Section,
  Timeline,
  UploadButton,
  typed,
  wordOf,
  ReasonText,
  MaskedNames,
  linked,
} from '../../page/index.ts';
import { refundTone } from './refunds.tsx';

type Refund = StaffReply<'refunds.get'>;

/** One refund: where its money is, and what to do when the channel refused it (9.5). */
export function RefundPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('refund', id),
    queryFn: ({ signal }) => staffApi('refunds.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(refund) => <Shown refund={refund} />}</Loaded>;
}

function Shown({ refund }: { refund: Refund }) {
  const { refunds: words, shared } = useMessages(decisionsWords);
  return (
    <>
      <PageHead
        title={refund.serialNumber}
        back={{ href: '/refunds', label: words.title }}
        status={{ text: words.statuses[refund.status], tone: refundTone(refund.status) }}
        lead={words.causes[refund.cause]}
        actions={refund.status === 'Failed' && refund.proposalId === null ? <Acts refund={refund} /> : undefined}
      />
      {refund.proposalId !== null && (
        <p className="mb-4">
          <Link href={`/approvals/${refund.proposalId}`}>{shared.toProposal}</Link>
        </p>
      )}
      <PageColumns
        aside={
          <>
            <NotesPanel kind="refund" id={refund.id} />
            <History kind="refund" id={refund.id} />
          </>
        }
      >
        <MaskedNames rows={[refund]} />
        <Overview refund={refund} />
        {refund.proofs.length > 0 && (
          <Section title={words.proof}>
            {refund.proofs.map((file) => (
              <SaveProof key={file.id} refundId={refund.id} file={file} />
            ))}
          </Section>
        )}
        <Section title={words.timeline}>
          <Timeline
            label={words.timeline}
            entries={refund.timeline.map(({ at, event }) => ({ at, text: wordOf(words.events, event) }))}
          />
        </Section>
      </PageColumns>
    </>
  );
}

function Overview({ refund }: { refund: Refund }) {
  const { refunds: words, shared } = useMessages(decisionsWords);
  const formats = useFormats();
  const dateOf = (date: string | null) => (date === null ? null : formats.date(date));
  const instantOf = (at: string | null) => (at === null ? null : <InstantText at={at} />);
  return (
    <Section title={shared.overview}>
      <Facts
        items={[
          { term: shared.amount, detail: <Money fen={refund.amount} /> },
          { term: words.paid, detail: refund.paidAmount === null ? null : <Money fen={refund.paidAmount} /> },
          { term: shared.order, detail: linked('order', refund.orderId, refund.orderCode) },
          { term: shared.registration, detail: linked('application', refund.applicationId, refund.applicationCode) },
          { term: shared.candidate, detail: typed(refund.candidateName) },
          {
            term: words.channel,
            detail: refund.channel === null ? null : wordOf(words.channels, refund.channel),
          },
          { term: words.tradeNo, detail: typed(refund.channelTradeNo) },
          { term: words.submitted, detail: instantOf(refund.submittedAt) },
          { term: words.approvedAt, detail: instantOf(refund.approvedAt) },
          { term: words.target, detail: dateOf(refund.targetDate) },
          { term: words.latest, detail: dateOf(refund.latestDate) },
          { term: words.completed, detail: instantOf(refund.completedAt) },
          { term: words.nextTry, detail: instantOf(refund.nextTryAt) },
          { term: words.lastError, detail: refund.lastError && <ChannelError code={refund.lastError} /> },
          { term: words.tries, detail: refund.refusals > 0 ? String(refund.refusals) : null },
          { term: words.voucher, detail: typed(refund.voucher) },
          { term: words.note, detail: refund.note && <ReasonText reason={refund.note} /> },
        ]}
      />
    </Section>
  );
}

/** A receipt of the bank, to be saved. */
export function SaveProof({ refundId: id, file }: { refundId: string; file: { id: string; fileName: string } }) {
  const save = () => void download('refunds.proof', { params: { id, fileId: file.id } }, file.fileName);
  return (
    <Button variant="quiet" small onClick={save}>
      {typed(file.fileName)}
    </Button>
  );
}

/** What the channel answered, in its own code; what we say in its place has words. */
function ChannelError({ code }: { code: string }) {
  const words = useMessages(decisionsWords).refunds;
  const ours = new Map(Object.entries(words.channelErrors)).get(code);
  return ours === undefined ? <code>{typed(code)}</code> : <>{ours}</>;
}

function Acts({ refund }: { refund: Refund }) {
  const words = useMessages(decisionsWords).refunds;
  const may = useMay();
  const { id, version } = refund;
  if (!may('refunds:write')) return null;
  return (
    <>
      <ActionButton
        label={words.retry}
        variant="primary"
        call="refunds.retry"
        request={(reason) => ({ params: { id }, body: { version, reason } })}
        reason="needed"
        confirmLabel={words.retry}
        done={words.retried}
      >
        <p className="mb-4">{words.retryText}</p>
      </ActionButton>
      <PayByHand refund={refund} />
    </>
  );
}

function PayByHand({ refund: { id, version } }: { refund: Refund }) {
  const words = useMessages(decisionsWords).refunds;
  const [voucher, setVoucher] = useState('');
  const [proof, setProof] = useState<{ id: string; fileName: string } | null>(null);
  const fileId = proof?.id ?? '';
  return (
    <ActionButton
      label={words.payByHand}
      call="refunds.proposeByHand"
      request={(reason) => ({ params: { id }, body: { version, reason, voucher: voucher.trim(), fileId } })}
      isReady={/^[A-Za-z0-9-]{4,60}$/.test(voucher.trim()) && proof !== null}
      reason="needed"
      confirmLabel={words.payByHand}
      done={words.proposed}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.payByHandText}</p>
          <TextField
            label={words.voucher}
            hint={words.voucherHint}
            maxLength={60}
            value={voucher}
            error={errors('voucher')}
            onChange={(event) => setVoucher(event.target.value)}
          />
          <div className="mb-4">
            {proof !== null && <p className="mb-2">{words.proofChosen(proof.fileName)}</p>}
            <UploadButton label={proof === null ? words.uploadProof : words.otherProof} onSent={setProof} />
          </div>
        </>
      )}
    </ActionButton>
  );
}
