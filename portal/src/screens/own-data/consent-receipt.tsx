import type { ConsentReceipt } from '@exam/contract/entities';
import { useParams } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, DescriptionList, Link, Tag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { ownDataWords } from '../../messages/own-data.ts';
import { accountKey } from '../account/user-changed.ts';
import { StatementText } from '../../page/statement-box.tsx';
import { Loaded } from './loaded.tsx';

/** The printable receipt of what was ticked: the words, and whether they still give the recorded checksum (3-domain 6.1). */
export function ConsentReceiptPage() {
  const words = useMessages(ownDataWords);
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: [...accountKey, 'ownData', 'receipt', id],
    queryFn: ({ signal }) => api('consent.receipt', { params: { id } }, { signal }),
    staleTime: 0,
  });
  return (
    <div className="page-width py-8">
      <p className="no-print mb-2">
        <Link href="/candidate/account/privacy">{words.backToData}</Link>
      </p>
      <h1 className="mb-2 text-3xl">{words.receipt.title}</h1>
      <p className="mb-6 text-ink-2">{words.receipt.intro}</p>
      <Loaded query={query}>{(receipt) => <Receipt receipt={receipt} />}</Loaded>
    </div>
  );
}

/** Where whoever holds the paper has it checked. */
const checkPath = ({ receiptCode }: ConsentReceipt) => `/verify/consent/${receiptCode}`;

function Receipt({ receipt }: { receipt: ConsentReceipt }) {
  const { receipt: words, consents } = useMessages(ownDataWords);
  const { instant } = useFormats();
  const guardians: Readonly<Record<string, string>> = words.guardians;
  const typed = (text: string) => <span translate="no">{text}</span>;
  const facts = [
    { term: words.code, detail: <span className="font-mono break-all">{receipt.receiptCode}</span> },
    { term: words.of, detail: typed(`${consents.ofs[receipt.of]} ${receipt.code}`) },
    ...(receipt.candidateName === '' ? [] : [{ term: words.candidate, detail: typed(receipt.candidateName) }]),
    ...(receipt.guardianRelation === null
      ? []
      : [{ term: words.guardian, detail: guardians[receipt.guardianRelation] ?? receipt.guardianRelation }]),
    { term: words.given, detail: instant(receipt.givenAt) },
    { term: words.version, detail: receipt.version },
    { term: words.language, detail: words.languages[receipt.language] },
    { term: words.device, detail: typed(receipt.device) },
    { term: words.network, detail: typed(receipt.network) },
  ];
  return (
    <div className="card max-w-4xl p-5">
      <DescriptionList items={facts} />
      <ol className="mt-5 grid gap-5">
        {receipt.statements.map((statement) => (
          <li key={statement.id} className="border-t border-line pt-4">
            <p className="mb-2" lang={receipt.language === 'zh' ? 'zh-CN' : 'en-GB'}>
              <StatementText text={statement.text} />
            </p>
            {statement.withdrawnAt !== null && (
              <p className="mb-2">
                <Tag tone="amber">{consents.withdrawn(instant(statement.withdrawnAt))}</Tag>
              </p>
            )}
            <p className="text-sm">{statement.isVerified ? words.verified : words.notVerified}</p>
            <p className="text-sm break-all text-ink-2">
              {words.hash}: <code translate="no">{statement.hash}</code>
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-5">
        {words.check}: <Link href={checkPath(receipt)}>{`${window.location.host}${checkPath(receipt)}`}</Link>
      </p>
      <Button variant="secondary" className="no-print mt-5" onClick={() => window.print()}>
        {words.print}
      </Button>
    </div>
  );
}
