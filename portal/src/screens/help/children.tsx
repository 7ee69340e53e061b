import { useMessages } from '@exam/ui/i18n';
import { helpChildrenWords } from '../../messages/help-children.ts';
import { DescriptionList } from '@exam/ui/parts';
import { ArticleText, InForce } from './article-text.tsx';
import { Mail, Telephone } from './contact/contact.tsx';
import { WithContacts } from './contact/contacts.tsx';
import { helpFacts } from '../../messages/help-facts.ts';
import { HelpPage } from './help-page.tsx';

/** The rules on children's personal information, and who is responsible for them (3-domain 6.1). */
export function Children() {
  const words = useMessages(helpChildrenWords);
  const article = words.article(helpFacts);
  const officer = (
    <WithContacts rows={3}>
      {({ operator }) => (
        <DescriptionList
          items={[
            { term: words.officer, detail: operator.childrenOfficer },
            { term: words.phone, detail: <Telephone number={operator.childrenPhone} /> },
            { term: words.email, detail: <Mail address={operator.privacyEmail} /> },
          ]}
        />
      )}
    </WithContacts>
  );
  return (
    <HelpPage lead={article.lead}>
      <InForce date={words.version} />
      <ArticleText article={article} after={{ [words.officerAfter]: officer }} />
    </HelpPage>
  );
}
