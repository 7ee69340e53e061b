import { chinaDateOf } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Card, InstantText } from '@exam/ui/parts';
import { postTestsWords } from '../../messages/post-tests.ts';
import { StatementText } from '../../page/statement-box.tsx';
import type { PostTest } from './post-test-data.ts';

/** What has happened to the request, oldest first, and what was agreed to. */
export function Process({ request }: { request: PostTest }) {
  const words = useMessages(postTestsWords).process;
  const names: Readonly<Record<string, string>> = words.events;
  const entries = request.timeline.filter((entry) => names[entry.event] !== undefined);
  return (
    <Card>
      <h2 className="mb-3 text-xl">{words.title}</h2>
      <ol className="ml-1.5 border-l-2 border-line">
        {entries.map((entry) => (
          <li key={`${entry.event} ${entry.at}`} className="relative pb-4 pl-5 last:pb-0">
            <span className="absolute top-1.5 -left-1.75 size-3 rounded-full bg-jade" aria-hidden="true" />
            <p className="font-bold">{names[entry.event]}</p>
            <p className="text-sm text-ink-2">
              <InstantText at={entry.at} />
            </p>
            {entry.reason !== null && <p>{entry.reason}</p>}
          </li>
        ))}
      </ol>
      <Agreed request={request} />
    </Card>
  );
}

function Agreed({ request }: { request: PostTest }) {
  const words = useMessages(postTestsWords);
  const formats = useFormats();
  if (request.consents.length === 0) return null;
  return (
    <details className="mt-3 border-t border-line pt-2">
      <summary className="min-h-11 cursor-pointer py-2">{words.consents}</summary>
      <ul className="grid list-disc gap-1.5 pl-5">
        {request.consents.map(({ statementId, text, language, givenAt }) => (
          <li key={statementId}>
            <span lang={language === 'zh' ? 'zh-CN' : 'en-GB'}>
              <StatementText text={text} />
            </span>
            <span className="text-ink-2">({words.consentOn(formats.date(chinaDateOf(givenAt)))})</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
