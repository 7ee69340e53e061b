import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { DescriptionList, Money } from '@exam/ui/parts';
import { cancellationLimits } from '@exam/contract/rules';
import { cancellationWords } from '../../messages/cancellation.ts';
import { untilText, type Quote } from './cancellation-data.ts';

/** What would be given back now, by which rule, until when, and what comes after. */
export function QuoteCard({ quote }: { quote: Quote }) {
  const all = useMessages(cancellationWords);
  const words = all.ask;
  const { language } = useLanguage();
  const left = cancellationLimits.rejections - (quote.attempt - 1);
  return (
    <section aria-labelledby="cancellation-quote" className="mb-6 rounded-card border border-line p-4">
      <h3 id="cancellation-quote" className="text-lg">
        {words.quote}
      </h3>
      <p className="mb-2 font-serif text-3xl tabular-nums" data-testid="quote-amount">
        <Money fen={quote.amount} />
      </p>
      <DescriptionList
        items={[
          { term: words.paid, detail: <Money fen={quote.paidAmount} /> },
          { term: words.rule, detail: <Rule quote={quote} /> },
          {
            term: words.documents,
            detail: quote.isDocumentRequired ? all.documentsNeeded : all.documentsNotNeeded,
          },
          {
            term: words.holdsUntil,
            detail: (
              <>
                <strong className="text-seal">
                  <time dateTime={quote.holdsUntil}>{untilText(quote.holdsUntil, all, language)}</time>
                </strong>{' '}
                <NextRule next={quote.next} />
              </>
            ),
          },
        ]}
      />
      {quote.lines.length > 1 && <Lines quote={quote} />}
      <p className="mt-3 text-sm text-ink-2">{words.decidedBy}</p>
      {quote.attempt > 1 && left > 0 && (
        <p className="mt-1 text-sm text-ink-2">{words.attempt({ attempt: quote.attempt, left })}</p>
      )}
    </section>
  );
}

function Rule({ quote }: { quote: Quote }) {
  const words = useMessages(cancellationWords);
  return (
    <>
      {words.rule[quote.policyRow](quote.workingDaysBefore)}{' '}
      {quote.amount === 0 ? words.shareNothing : words.share(quote)}
    </>
  );
}

function NextRule({ next }: Pick<Quote, 'next'>) {
  const words = useMessages(cancellationWords).ask;
  const formats = useFormats();
  if (next === null) return words.thenNothing;
  const terms = { amount: formats.money(next.amount), percent: next.percent };
  return next.isDocumentRequired ? words.thenDocuments(terms) : words.later(terms);
}

function Lines({ quote }: { quote: Quote }) {
  const words = useMessages(cancellationWords).ask;
  return (
    <>
      <h4 className="mt-3 font-bold">{words.perLine}</h4>
      <ul>
        {quote.lines.map((line) => (
          <li key={line.applicationId} className="flex justify-between gap-4">
            <span className="min-w-0">{line.subjectName}</span>
            <Money fen={line.amount} />
          </li>
        ))}
      </ul>
    </>
  );
}
