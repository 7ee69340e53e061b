import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { registrationWords } from '../../../messages/registration.ts';

/** Back, save for later, on. */
export function InfoActions(props: {
  back: (() => void) | null;
  isSaving: boolean;
  onPutAside: () => void;
  label?: string;
}) {
  const words = useMessages(registrationWords);
  const { save } = useMessages(postTestWizardWords).info;
  return (
    <div className="step-actions">
      {props.back !== null && (
        <Button variant="secondary" onClick={props.back}>
          {words.back}
        </Button>
      )}
      <Button variant="secondary" disabled={props.isSaving} onClick={props.onPutAside}>
        {save}
      </Button>
      <Button type="submit" busy={props.isSaving}>
        {props.label ?? words.next}
      </Button>
    </div>
  );
}
