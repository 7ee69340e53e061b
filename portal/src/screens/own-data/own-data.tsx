import { useMessages } from '@exam/ui/i18n';
import { Link, LinkButton } from '@exam/ui/parts';
import { ownDataWords } from '../../messages/own-data.ts';
import { Proving } from '../account/proving.tsx';
import { Section } from '../account/section.tsx';
import { AskCorrection } from './ask-correction.tsx';
import { AskDeletion } from './ask-deletion.tsx';
import { Consents } from './consents.tsx';
import { Held } from './held.tsx';
import { Requests } from './requests.tsx';

/** One's own data: what is held, a copy, consents, what can be asked for and what was (PIPL 15, 44-47). */
export function OwnData() {
  const words = useMessages(ownDataWords);
  return (
    <Proving>
      <div className="page-width py-8">
        <p className="mb-2">
          <Link href="/candidate/account">{words.back}</Link>
        </p>
        <h1 className="mb-2 text-3xl">{words.title}</h1>
        <p className="mb-6 text-ink-2">{words.intro}</p>
        <div className="max-w-4xl">
          <Held />
          <Section id="copy" title={words.copy.title}>
            <p className="mb-4 text-ink-2">{words.copy.text}</p>
            <LinkButton href="/candidate/account/privacy/copy" variant="secondary">
              {words.copy.open}
            </LinkButton>
          </Section>
          <Consents />
          <Section id="ask" title={words.ask.title}>
            <p className="mb-4 text-ink-2">{words.ask.text}</p>
            <div className="flex flex-wrap gap-3">
              <AskCorrection />
              <AskDeletion />
            </div>
            <p className="mt-4 text-ink-2">
              {words.ask.close} <Link href="/candidate/account#close">{words.ask.closeLink}</Link>
            </p>
          </Section>
          <Requests />
        </div>
      </div>
    </Proving>
  );
}
