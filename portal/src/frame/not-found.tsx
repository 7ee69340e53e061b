import { useMessages } from '@exam/ui/i18n';
import { LinkButton } from '@exam/ui/parts';
import { frameWords } from '../messages/frame.ts';

/** The page of an address that does not exist. */
export function NotFound() {
  const { notFound } = useMessages(frameWords);
  return (
    <div className="page-width py-16">
      <p className="text-4xl font-bold tabular-nums text-seal">404</p>
      <h1 className="mt-2 text-3xl">{notFound.title}</h1>
      <p className="mt-2 text-ink-2">{notFound.text}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        <LinkButton href="/">{notFound.home}</LinkButton>
        <LinkButton href="/exam-all" variant="secondary">
          {notFound.exams}
        </LinkButton>
      </p>
    </div>
  );
}
