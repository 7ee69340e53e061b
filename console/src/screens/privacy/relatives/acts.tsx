import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { download } from '../../../app/download.ts';
import { relativesWords } from '../../../messages/relatives.ts';
import { ActionButton, FileDialog } from '../../../page/index.ts';
import { type RelativeAsking, relativeKindOf } from './request.ts';

type Props = { request: RelativeAsking };

/** Whether staff may answer that it was done. */
export function mayAnswer({ kind, relative }: RelativeAsking): boolean {
  return relative.grantedAt !== null && (kind !== 'Copy' || relative.doneAt !== null);
}

/** Whether it may still be refused. */
export function mayRefuse({ relative }: RelativeAsking): boolean {
  return relative.doneAt === null && !relative.isProposed;
}

/** What is done with an open request of a relative besides taking, answering and refusing it. */
export function RelativeActs({ request }: Props) {
  const { relative, kind } = request;
  const isUndecided = relative.grantedAt === null && !relative.isProposed;
  const isGrantable =
    isUndecided &&
    relative.arrangedOtherwiseAt === null &&
    relative.isEvidenceComplete &&
    relative.blockers.length === 0;
  return (
    <>
      {isGrantable && <Propose request={request} />}
      {relative.grantedAt !== null && kind === 'Copy' && <HandOut request={request} />}
      {isUndecided && <Arrangement request={request} />}
    </>
  );
}

function Propose({ request }: Props) {
  const { id, version } = request;
  const words = useMessages(relativesWords);
  return (
    <ActionButton
      label={words.propose}
      variant="primary"
      call="rights.propose"
      request={(reason) => ({ params: { id }, body: { version, reason } })}
      reason="needed"
      confirmLabel={words.propose}
      done={words.proposed}
    >
      <p className="mb-4">{words.proposeText[relativeKindOf(request)]}</p>
    </ActionButton>
  );
}

function Arrangement({ request: { id, version, relative } }: Props) {
  const words = useMessages(relativesWords);
  const isArrangedOtherwise = relative.arrangedOtherwiseAt === null;
  const label = isArrangedOtherwise ? words.arrange : words.unarrange;
  return (
    <ActionButton
      label={label}
      call="rights.recordArrangement"
      request={(reason) => ({ params: { id }, body: { version, isArrangedOtherwise, reason } })}
      reason="needed"
      reasonLabel={words.arrangeReason}
      confirmLabel={label}
      done={words.recorded}
    >
      <p className="mb-4">{isArrangedOtherwise ? words.arrangeText : words.unarrangeText}</p>
    </ActionButton>
  );
}

const languages = ['zh', 'en'] as const;

function HandOut({ request: { id, code, version, relative } }: Props) {
  const words = useMessages(relativesWords);
  const [isOpen, setOpen] = useState(false);
  const [language, setLanguage] = useState<(typeof languages)[number]>('zh');
  const start = (reason: string) =>
    download('rights.handOut', { params: { id }, body: { version, language, reason } }, `${code}.html`);
  return (
    <>
      <Button variant={relative.doneAt === null ? 'primary' : 'secondary'} small onClick={() => setOpen(true)}>
        {words.handOut}
      </Button>
      {isOpen && (
        <FileDialog
          title={words.handOut}
          text={words.handOutText}
          reasonLabel={words.handOutReason}
          start={start}
          onClose={() => setOpen(false)}
        >
          <SelectField
            label={words.language}
            value={language}
            placeholder={null}
            options={languages.map((value) => ({ value, label: words.languages[value] }))}
            onChange={({ target }) => setLanguage(target.value === 'en' ? 'en' : 'zh')}
          />
        </FileDialog>
      )}
    </>
  );
}
