import { useMessages } from '@exam/ui/i18n';
import { helpProtectionWords } from '../../messages/help-protection.ts';
import { ArticleText, InForce } from './article-text.tsx';
import { helpFacts } from '../../messages/help-facts.ts';
import { HelpPage } from './help-page.tsx';

/** How minors are looked after. */
export function Protection() {
  const words = useMessages(helpProtectionWords);
  const article = words.article(helpFacts);
  return (
    <HelpPage lead={article.lead}>
      <InForce date={words.version} />
      <ArticleText article={article} />
    </HelpPage>
  );
}
