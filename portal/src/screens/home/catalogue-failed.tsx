import { useMessages } from '@exam/ui/i18n';
import { Button, EmptyState } from '@exam/ui/parts';
import { homeWords } from '../../messages/home.ts';

/** The catalogue could not be fetched, with the way to try again. */
export function CatalogueFailed({ onAgain }: { onAgain: () => void }) {
  const { failed } = useMessages(homeWords);
  return (
    <div className="mt-5" role="alert">
      <EmptyState title={failed.title} action={<Button onClick={onAgain}>{failed.again}</Button>}>
        <p>{failed.text}</p>
      </EmptyState>
    </div>
  );
}
