import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { registrationWords } from '../../../messages/registration.ts';

/** The heading of a part of the confirmation with the way to change it. */
export function SectionHead({ title, onChange }: { title: string; onChange?: () => void }) {
  const words = useMessages(registrationWords).confirm;
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
      <h2 className="text-xl">{title}</h2>
      {onChange && (
        <Button variant="quiet" small aria-label={words.changeWhat(title)} onClick={onChange}>
          {words.change}
        </Button>
      )}
    </div>
  );
}
