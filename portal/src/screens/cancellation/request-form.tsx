import { cancellationLimits, lengthSeen } from '@exam/contract/rules';
import { CheckboxField, TextAreaField } from '@exam/ui/form';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Notice, Skeleton } from '@exam/ui/parts';
import { CallError } from '@exam/contract/client';
import { useQuery } from '@tanstack/react-query';
import { cancellationWords } from '../../messages/cancellation.ts';
import type { Registration } from '../application/people.tsx';
import { quoteOf, type Quote } from './cancellation-data.ts';
import { DocumentsField } from './documents-field.tsx';
import { QuoteCard } from './quote-card.tsx';
import { useDocuments } from './use-documents.ts';
import { fieldIds, useRequest } from './use-request.ts';

type Acts = { exam: Registration; onClose: () => void };

/** The quote, then reason and documents: what a person needs to ask for a cancellation (9.1 #10). */
export function RequestForm(props: Acts) {
  const words = useMessages(cancellationWords).ask;
  const { language } = useLanguage();
  const query = useQuery(quoteOf(language, props.exam.id));
  if (query.data !== undefined) return <Answers {...props} quote={query.data} refetch={() => void query.refetch()} />;
  if (!query.isError) return <Skeleton shape="block" />;
  const { error } = query;
  return (
    <Notice tone="error" title={words.failed} live>
      {error instanceof CallError && <p>{error.problem.userMessage}</p>}
      <p className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {words.tryAgain}
        </Button>
        <Button variant="quiet" onClick={props.onClose}>
          {words.close}
        </Button>
      </p>
    </Notice>
  );
}

function Answers({ exam, onClose, quote, refetch }: Acts & { quote: Quote; refetch: () => void }) {
  const words = useMessages(cancellationWords).ask;
  const formats = useFormats();
  const documents = useDocuments(0);
  const form = useRequest({ applicationId: exam.id, quote, documents, refetch, onDone: onClose });
  const { max } = cancellationLimits.reason;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <p className="mb-4">{words.intro}</p>
      {quote.lines.length > 1 && <p className="mb-4 font-bold">{words.set(quote.lines.length)}</p>}
      <QuoteCard quote={quote} />
      {form.before !== null && (
        <div className="mb-6">
          <Notice tone="warning" title={words.changedTitle} live>
            <p>{words.changed({ before: formats.money(form.before), now: formats.money(quote.amount) })}</p>
          </Notice>
        </div>
      )}
      <TextAreaField
        id={fieldIds.reason}
        label={words.reason}
        hint={words.reasonHint}
        error={form.errorAt(fieldIds.reason)}
        rows={4}
        maxLength={max}
        value={form.reason}
        onChange={(event) => form.setReason(event.target.value)}
      />
      <p className="-mt-5 mb-6 text-sm text-ink-2">{words.reasonLength(lengthSeen(form.reason.trim()))}</p>
      <Files quote={quote} documents={documents} />
      {quote.amount === 0 && (
        <CheckboxField
          id={fieldIds.nothing}
          label={words.nothingBack}
          error={form.errorAt(fieldIds.nothing)}
          checked={form.isAware}
          onChange={(event) => form.setAware(event.target.checked)}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={form.isSending}>
          {quote.amount === 0 ? words.submitNothing : words.submit(formats.money(quote.amount))}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {words.close}
        </Button>
      </div>
    </form>
  );
}

function Files({ quote, documents }: { quote: Quote; documents: ReturnType<typeof useDocuments> }) {
  const { ask, upload } = useMessages(cancellationWords);
  const formats = useFormats();
  const hint = quote.isDocumentRequired
    ? ask.filesRequired({ kinds: upload.kinds, until: formats.longDate(quote.documentsDueDate) })
    : ask.filesOptional({ kinds: upload.kinds });
  return <DocumentsField documents={documents} hint={hint} optional={!quote.isDocumentRequired} />;
}
