import { useMessages } from '@exam/ui/i18n';
import { LinkButton } from '@exam/ui/parts';
import { accountWords } from '../../messages/account.ts';
import { Section } from './section.tsx';

/** The way to the list of those who looked at the data of the account's children. */
export function ChildrensData() {
  const words = useMessages(accountWords).childrensData;
  return (
    <Section id="childrens-data" title={words.title}>
      <p className="mb-4 text-ink-2">{words.text}</p>
      <LinkButton variant="secondary" href="/candidate/account/access">
        {words.open}
      </LinkButton>
    </Section>
  );
}
