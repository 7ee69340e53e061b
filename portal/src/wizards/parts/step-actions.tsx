import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { registrationWords } from '../../messages/registration.ts';

/** Back and on: the last thing of every step. `label` when going on does more than going on. */
export function StepActions(props: { back: (() => void) | null; label?: string; busy?: boolean }) {
  const words = useMessages(registrationWords);
  return (
    <div className="step-actions">
      {props.back !== null && (
        <Button variant="secondary" onClick={props.back}>
          {words.back}
        </Button>
      )}
      <Button type="submit" busy={props.busy}>
        {props.label ?? words.next}
      </Button>
    </div>
  );
}
