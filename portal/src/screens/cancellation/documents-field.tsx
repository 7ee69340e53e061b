import { FileField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import type { ReactNode } from 'react';
import { cancellationWords } from '../../messages/cancellation.ts';
import type { Documents } from './use-documents.ts';

/** The field's id, for links of an error summary. */
export const documentsFieldId = 'cancellation-documents';

/** Documents of a request: what is allowed said before, each file's way and its refusal in words. */
export function DocumentsField(props: { documents: Documents; hint: ReactNode; optional?: boolean; error?: string }) {
  const { documents, error } = props;
  const words = useMessages(cancellationWords);
  return (
    <FileField
      id={documentsFieldId}
      label={words.ask.files}
      hint={props.hint}
      error={error}
      optional={props.optional}
      photos
      files={documents.files}
      sending={documents.sending}
      failed={documents.failed}
      max={documents.max}
      onAdd={documents.add}
      onRemove={documents.remove}
      onStop={documents.stop}
      onRetry={documents.retry}
      onDismiss={documents.dismiss}
    />
  );
}
