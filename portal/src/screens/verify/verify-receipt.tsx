import { useParams } from '@exam/ui/app';
import type { Reply } from '@exam/contract/client';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Card, DescriptionList, Notice, Tag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { verifyWords } from '../../messages/verify.ts';
import { Loaded } from '../../page/loaded.tsx';
import { StatementText } from '../../page/statement-box.tsx';

type Checked = Reply<'consent.verify'>;

/** Whether a printed receipt of consents still agrees with the record, by its code; for everybody who holds it (3-domain 6.1). */
export function VerifyReceipt() {
  const { code = '' } = useParams();
  const words = useMessages(verifyWords);
  const query = useQuery({
    queryKey: ['consentReceipt', code],
    queryFn: ({ signal }) => api('consent.verify', { params: { code } }, { signal }),
    staleTime: 0,
  });
  return (
    <div className="page-width max-w-form py-8">
      <h1 className="mb-4 text-3xl">{words.receipt.title}</h1>
      <Loaded query={query} shape={2} gone={null}>
        {(receipt) => (
          <div className="grid gap-4">
            <Verdict receipt={receipt} />
            {receipt.isUnchanged && <Facts receipt={receipt} />}
          </div>
        )}
      </Loaded>
      <p className="mt-4 text-sm break-all text-ink-2">{words.code(code)}</p>
    </div>
  );
}

/** A record that was changed is told apart from a code that nobody knows. */
function Verdict({ receipt: { isKnown, isUnchanged, statements } }: { receipt: Checked }) {
  const words = useMessages(verifyWords).receipt;
  if (isUnchanged && statements.every(({ isVerified }) => isVerified))
    return (
      <Notice tone="success" title={words.good} live>
        <p>{words.goodText}</p>
      </Notice>
    );
  return (
    <Notice tone="error" title={isKnown ? words.changed : words.unknown} live>
      <p>{isKnown ? words.changedText : words.unknownText}</p>
    </Notice>
  );
}

function Facts({ receipt }: { receipt: Checked }) {
  const words = useMessages(verifyWords).receipt;
  const { instant } = useFormats();
  return (
    <Card>
      <DescriptionList
        items={[
          ...(receipt.code === null ? [] : [{ term: words.of, detail: receipt.code }]),
          { term: words.given, detail: receipt.givenAt !== null && instant(receipt.givenAt) },
          { term: words.version, detail: receipt.version },
        ]}
      />
      <ol className="mt-4 grid gap-4">
        {receipt.statements.map((statement) => (
          <li key={statement.id} className="border-t border-line pt-3">
            <p lang={statement.language === 'zh' ? 'zh-CN' : 'en-GB'}>
              <StatementText text={statement.text} />
            </p>
            {statement.withdrawnAt !== null && (
              <p className="mt-2">
                <Tag tone="amber">{words.withdrawn(instant(statement.withdrawnAt))}</Tag>
              </p>
            )}
            <p className="mt-2 text-sm">{statement.isVerified ? words.text : words.noText}</p>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-sm text-ink-2">{words.nobody}</p>
    </Card>
  );
}
