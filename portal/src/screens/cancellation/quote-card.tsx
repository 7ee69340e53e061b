import { useFormats, useMessages } from '@exam/ui/i18n';
import { Deadline, DescriptionList, Money } from '@exam/ui/parts';
import { cancellationWords } from '../../messages/cancellation.ts';
import type { Quote } from './cancellation-data.ts';

/** What would be given back now, by which rule, until when, and what comes after. */
export function QuoteCard({ quote }: { quote: Quote }) {
  const all = useMessages(cancellationWords);
  const words = all.ask;
  return (
    <section aria-labelledby="cancellation-quote" className="mb-6 rounded-card border border-line p-4">
      <h3 id="cancellation-quote" className="text-lg">
        {words.quote}
      </h3>
      <p className="mb-2 font-serif text-3xl tabular-nums">
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
            // Nothing cannot become less.
            detail: quote.amount > 0 && (
              <>
                <strong className="text-seal">
                  <Deadline at={quote.holdsUntil} />
                </strong>
                {quote.isProvisional && <span className="block text-ink-2">{words.provisional}</span>}
                <span className="block">
                  <NextRule next={quote.next} />
                </span>
              </>
            ),
          },
        ].filter((item) => item.detail !== false)}
      />
      {quote.lines.length > 1 && <Lines quote={quote} />}
      <p className="mt-3 text-sm text-ink-2">{words.decidedBy}</p>
      {quote.attempt > 1 && (
        <p className="mt-1 text-sm text-ink-2">
          {words.attempt({ attempt: quote.attempt, left: quote.rejectionsLeft })}
        </p>
      )}
    </section>
  );
}

function Rule({ quote }: { quote: Quote }) {
  const words = useMessages(cancellationWords);
  return (
    <>
      {words.rule[quote.policyRow](quote.workingDaysBefore)}
      <span className="block">{quote.amount === 0 ? words.shareNothing : words.share(quote)}</span>
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
