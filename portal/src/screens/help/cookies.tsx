import { useMessages } from '@exam/ui/i18n';
import { Table } from '@exam/ui/parts';
import { helpCookiesWords } from '../../messages/help-cookies.ts';
import { helpFacts } from '../../messages/help-facts.ts';
import { InForce, Versions } from './article-text.tsx';
import { HelpPage, HelpSection } from './help-page.tsx';

/** Every cookie and every entry in the browser's storage, by name. */
export function Cookies() {
  const words = useMessages(helpCookiesWords);
  return (
    <HelpPage lead={words.lead}>
      <InForce date={words.version} />
      <HelpSection id="cookies" title={words.cookies.title}>
        <p>{words.cookies.text}</p>
        <CookieTable />
        <p>
          {words.cookies.prefixBefore}
          <Name>__Host-</Name>
          {words.cookies.prefixAfter}
        </p>
      </HelpSection>
      <HelpSection id="storage" title={words.storage.title}>
        <p>{words.storage.text}</p>
        <StorageTable />
      </HelpSection>
      {[
        { id: 'others', ...words.others },
        { id: 'control', ...words.control },
      ].map((section) => (
        <HelpSection key={section.id} id={section.id} title={section.title}>
          <p>{section.text}</p>
        </HelpSection>
      ))}
      <Versions title={words.versions.title} list={words.versions.list} note={words.versions.later} />
    </HelpPage>
  );
}

/** A name that is in the browser as it is here. */
function Name({ children }: { children: string }) {
  return (
    <code lang="en" className="font-mono">
      {children}
    </code>
  );
}

function CookieTable() {
  const { cookies: words } = useMessages(helpCookiesWords);
  return (
    <Table
      caption={words.caption}
      rows={Object.entries(words.rows(helpFacts))}
      rowKey={([name]) => name}
      columns={[
        { key: 'name', header: words.name, cell: ([name]) => <Name>{name}</Name> },
        { key: 'purpose', header: words.purpose, cell: ([, row]) => row.purpose },
        { key: 'kept', header: words.kept, cell: ([, row]) => row.kept },
      ]}
    />
  );
}

function StorageTable() {
  const { cookies, storage: words } = useMessages(helpCookiesWords);
  return (
    <Table
      caption={words.caption}
      rows={Object.entries(words.rows(helpFacts))}
      rowKey={([name]) => name}
      columns={[
        { key: 'name', header: cookies.name, cell: ([name]) => <Name>{name}</Name> },
        { key: 'purpose', header: cookies.purpose, cell: ([, purpose]) => purpose },
      ]}
    />
  );
}
