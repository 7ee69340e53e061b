import { useFormats, useMessages } from '@exam/ui/i18n';
import { ConfirmDialog } from '@exam/ui/parts';
import { registrationWords } from '../../../messages/registration.ts';
import type { Warning } from './warnings.ts';

/** Repeat registrations and clashing times, which may be overruled. */
export function WarningDialog(props: { warnings: readonly Warning[]; onGoOn: () => void; onClose: () => void }) {
  const words = useMessages(registrationWords).warning;
  const formats = useFormats();
  const textOf = (warning: Warning) => {
    if (warning.kind === 'repeat') return words.repeat(warning.name);
    const { examDate, startTime, endTime } = warning.sitting;
    const times = `${formats.date(examDate)} ${formats.times(startTime, endTime)}`;
    return words.clash({ name: warning.name, exam: warning.exam, times });
  };
  return (
    <ConfirmDialog
      open={props.warnings.length > 0}
      title={words.title}
      confirmLabel={words.goOn}
      cancelLabel={words.change}
      onConfirm={props.onGoOn}
      onCancel={props.onClose}
    >
      <ul className="grid list-disc gap-2 pl-5">
        {props.warnings.map((warning) => (
          <li key={textOf(warning)}>{textOf(warning)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
