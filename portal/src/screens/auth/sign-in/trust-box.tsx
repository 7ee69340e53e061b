import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { authWords } from '../../../messages/auth.ts';
import { fieldId } from '../use-auth-form.ts';

/** No second step on this device for 30 days. */
export function TrustBox({ checked, onChange }: { checked: boolean; onChange: (isTrusted: boolean) => void }) {
  const words = useMessages(authWords).secondFactor;
  return (
    <CheckboxField
      id={fieldId('isDeviceTrusted')}
      name="isDeviceTrusted"
      label={
        <>
          {words.trust}
          <span className="block text-ink-2">{words.trustHint}</span>
        </>
      }
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
