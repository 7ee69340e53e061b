import { useMessages } from '@exam/ui/i18n';
import { LinkButton } from '@exam/ui/parts';
import { accountWords } from '../../messages/account.ts';
import { Section } from './section.tsx';

/** The way to one's own data (PIPL 44-47). */
export function OwnDataLink() {
  const words = useMessages(accountWords).ownData;
  return (
    <Section id="own-data" title={words.title}>
      <p className="mb-4 text-ink-2">{words.text}</p>
      <LinkButton href="/candidate/account/privacy" variant="secondary">
        {words.open}
      </LinkButton>
    </Section>
  );
}
