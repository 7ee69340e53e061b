import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Card, DescriptionList, InstantText, Money, Notice, Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFile } from '../../app/files/save-file.ts';
import { KeptForm } from '../../page/kept-form.tsx';
import { fapiaoWords } from '../../messages/fapiao.ts';
import { fapiaoOf, type Fapiao, type FapiaoRequest } from './fapiao-data.ts';
import { FapiaoForm } from './fapiao-form.tsx';

/** The fapiao of a paid order: asking for it, how far it is, and having it (3-domain 7). */
export function FapiaoCard({ orderId }: { orderId: string }) {
  const words = useMessages(fapiaoWords);
  const { language } = useLanguage();
  const query = useQuery(fapiaoOf(language, orderId));
  return (
    <Card className="no-print">
      <h2 className="mb-2 text-xl">{words.title}</h2>
      {query.data !== undefined && <Shown orderId={orderId} fapiao={query.data} />}
      {query.data === undefined && !query.isError && <Skeleton shape="block" />}
      {query.data === undefined && query.isError && (
        <Notice tone="warning">
          <p>{words.failed}</p>
          <Button className="mt-3" variant="secondary" small onClick={() => void query.refetch()}>
            {words.tryAgain}
          </Button>
        </Notice>
      )}
    </Card>
  );
}

function Shown({ orderId, fapiao }: { orderId: string; fapiao: Fapiao }) {
  const words = useMessages(fapiaoWords);
  const [isOpen, setOpen] = useState(false);
  const { request, canRequest } = fapiao;
  if (isOpen && canRequest)
    return (
      <KeptForm>
        <FapiaoForm orderId={orderId} before={request} onClose={() => setOpen(false)} />
      </KeptForm>
    );
  return (
    <>
      {request === null ? <Invitation fapiao={fapiao} /> : <Asked request={request} />}
      {canRequest && (
        <Button className="mt-4" variant="secondary" onClick={() => setOpen(true)}>
          {request === null ? words.ask : words.correct}
        </Button>
      )}
    </>
  );
}

function Invitation({ fapiao: { canRequest, amount, until } }: { fapiao: Fapiao }) {
  const words = useMessages(fapiaoWords);
  const formats = useFormats();
  if (!canRequest) return <p>{amount === 0 ? words.nothing : words.gone}</p>;
  return <p>{words.intro({ amount: formats.money(amount), until: until === null ? '' : formats.longDate(until) })}</p>;
}

function Asked({ request }: { request: FapiaoRequest }) {
  const words = useMessages(fapiaoWords);
  return (
    <>
      {request.status === 'Refused' && (
        <Notice tone="warning" title={words.refusedTitle}>
          <p className="whitespace-pre-line">{request.refusal}</p>
        </Notice>
      )}
      {request.status === 'Requested' && <p className="mb-2">{words.waiting}</p>}
      <DescriptionList
        items={[
          { term: words.status, detail: <strong>{words.statuses[request.status]}</strong> },
          { term: words.buyer, detail: words.buyers[request.buyer] },
          { term: words.name, detail: request.title },
          { term: words.taxNumber, detail: request.taxNumber ?? false },
          { term: words.email, detail: <span className="wrap-anywhere">{request.email}</span> },
          { term: words.requested, detail: <InstantText at={request.requestedAt} /> },
        ].filter((item) => item.detail !== false)}
      />
      <ul className="mt-3 grid gap-4">
        {request.papers.map((paper) => (
          <li key={paper.id} className="border-t border-line pt-3">
            <Paper paper={paper} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Paper({ paper }: { paper: FapiaoRequest['papers'][number] }) {
  const words = useMessages(fapiaoWords);
  const { file, isRed } = paper;
  return (
    <>
      <h3 className="text-lg">{isRed ? words.red : words.blue}</h3>
      {isRed && <p className="text-sm text-ink-2">{words.redText}</p>}
      <DescriptionList
        items={[
          { term: words.number, detail: <span className="font-mono wrap-anywhere">{paper.number}</span> },
          { term: words.amount, detail: <Money fen={isRed ? -paper.amount : paper.amount} /> },
          { term: words.issued, detail: <InstantText at={paper.issuedAt} /> },
        ]}
      />
      {file !== null && <SaveButton {...file} />}
    </>
  );
}

function SaveButton({ id, fileName }: { id: string; fileName: string }) {
  const words = useMessages(fapiaoWords);
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    void saveFile({ name: 'formAttachment.get', params: { id } }, fileName).finally(() => setBusy(false));
  };
  return (
    <Button className="mt-2 wrap-anywhere" variant="secondary" small busy={isBusy} onClick={press}>
      {words.download(fileName)}
    </Button>
  );
}
