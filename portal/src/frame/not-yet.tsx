import { useMessages } from '@exam/ui/i18n';
import { EmptyState, LinkButton } from '@exam/ui/parts';
import { useRouteTitle } from '../app/title.ts';
import { frameWords } from '../messages/frame.ts';

/** The honest page of a capability that is not built yet. */
export function NotYet() {
  const { notYet } = useMessages(frameWords);
  return (
    <div className="page-width py-10">
      <h1 className="mb-6 text-3xl">{useRouteTitle()}</h1>
      <EmptyState title={notYet.title} action={<LinkButton href="/">{notYet.home}</LinkButton>}>
        <p>{notYet.text}</p>
      </EmptyState>
    </div>
  );
}
