import { useMessages } from '@exam/ui/i18n';
import { Card, DescriptionList } from '@exam/ui/parts';
import { helpContactWords } from '../../../messages/help-contact.ts';
import { Demonstration, WithContacts, type Contacts } from './contacts.tsx';
import { HelpPage, HelpSection } from '../help-page.tsx';
import { Hours } from './hours.tsx';

/** How to reach whom, and whether somebody answers now. */
export function Contact() {
  const words = useMessages(helpContactWords);
  return (
    <HelpPage lead={words.lead}>
      <HelpSection id="hours" title={words.hours.title}>
        <p>{words.hours.text}</p>
        <WithContacts rows={4}>{(contacts) => <Hours key={contacts.now} contacts={contacts} />}</WithContacts>
      </HelpSection>
      <HelpSection id="offices" title={words.offices.title}>
        <p>{words.offices.text}</p>
        <WithContacts rows={12}>{({ offices }) => <Offices offices={offices} />}</WithContacts>
      </HelpSection>
      <HelpSection id="general" title={words.general.title}>
        <WithContacts rows={4}>
          {({ operator }) => (
            <>
              <Demonstration operator={operator} />
              <General operator={operator} />
            </>
          )}
        </WithContacts>
      </HelpSection>
      <HelpSection id="complaints" title={words.complaints.title}>
        {words.complaints.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </HelpSection>
      <HelpSection id="data" title={words.privacy.title}>
        <p>{words.privacy.text}</p>
        <WithContacts rows={3}>{({ operator }) => <DataContacts operator={operator} />}</WithContacts>
      </HelpSection>
    </HelpPage>
  );
}

/** A number to touch on a phone. */
export function Telephone({ number }: { number: string }) {
  return (
    <a className="whitespace-nowrap" href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>
      {number}
    </a>
  );
}

/** An address to write to. */
export function Mail({ address }: { address: string }) {
  return <a href={`mailto:${address}`}>{address}</a>;
}

function Offices({ offices }: { offices: Contacts['offices'] }) {
  const words = useMessages(helpContactWords).offices;
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2">
      {offices.map((office) => (
        <li key={office.id}>
          <Card className="h-full">
            <h3 className="text-lg">{office.name}</h3>
            <dl className="mt-2 grid gap-1.5">
              {[
                { term: words.phone, detail: <Telephone number={office.phone} /> },
                { term: words.email, detail: <Mail address={office.email} /> },
                { term: words.cities, detail: office.cities.join(' · ') },
              ].map(({ term, detail }) => (
                <div key={term}>
                  <dt className="text-ink-2">{term}</dt>
                  <dd>{detail}</dd>
                </div>
              ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
  );
}

function General({ operator }: { operator: Contacts['operator'] }) {
  const words = useMessages(helpContactWords).general;
  return (
    <DescriptionList
      items={[
        { term: words.company, detail: operator.name },
        { term: words.address, detail: operator.address },
        { term: words.phone, detail: <Telephone number={operator.phone} /> },
        { term: words.email, detail: <Mail address={operator.email} /> },
      ]}
    />
  );
}

function DataContacts({ operator }: { operator: Contacts['operator'] }) {
  const words = useMessages(helpContactWords);
  return (
    <DescriptionList
      items={[
        { term: words.general.email, detail: <Mail address={operator.privacyEmail} /> },
        { term: words.privacy.officer, detail: operator.childrenOfficer },
        { term: words.privacy.officerPhone, detail: <Telephone number={operator.childrenPhone} /> },
      ]}
    />
  );
}
