import { useFormats, useMessages } from '@exam/ui/i18n';
import { Card, DescriptionList } from '@exam/ui/parts';
import { useRouteTitle } from '../../app/title.ts';
import { licenceWords } from '../../messages/licence.ts';
import { Demonstration, WithContacts, type Contacts } from './contact/contacts.tsx';

/** The company's licence as registered. */
export function Licence() {
  const words = useMessages(licenceWords);
  const title = useRouteTitle();
  return (
    <div className="page-width py-10">
      <div className="mx-auto max-w-[46rem]">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-3 text-lg text-ink-2">{words.lead}</p>
        <Card className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-2">
          <WithContacts rows={8}>
            {({ operator }) => (
              <>
                <Demonstration operator={operator} />
                <Registered operator={operator} />
              </>
            )}
          </WithContacts>
        </Card>
        <p className="mt-6">
          {words.check}{' '}
          <a href="https://www.gsxt.gov.cn/" target="_blank" rel="noopener">
            {words.checkLink}
            <span className="sr-only"> {words.newWindow}</span>
          </a>
        </p>
        <p className="mt-2 text-ink-2">{words.filings}</p>
      </div>
    </div>
  );
}

function Registered({ operator }: { operator: Contacts['operator'] }) {
  const words = useMessages(licenceWords);
  const formats = useFormats();
  return (
    <DescriptionList
      items={[
        { term: words.name, detail: operator.name },
        { term: words.registeredNumber, detail: <span className="tabular-nums">{operator.registeredNumber}</span> },
        { term: words.legalRepresentative, detail: operator.legalRepresentative },
        { term: words.address, detail: operator.address },
        { term: words.established, detail: formats.date(operator.establishedOn) },
        { term: words.scope, detail: operator.scope },
        { term: words.registrar, detail: operator.registrar },
      ]}
    />
  );
}
