import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { accountWords } from '../../messages/account.ts';

/** Saves the form around it, or closes it. */
export function FormActions({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  const words = useMessages(accountWords);
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={isBusy}>
        {words.save}
      </Button>
      <Button variant="secondary" onClick={onCancel}>
        {words.cancel}
      </Button>
    </div>
  );
}
