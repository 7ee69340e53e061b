import { useMessages } from '@exam/ui/i18n';
import { Button, showToast } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api.ts';
import { cancellationWords } from '../../messages/cancellation.ts';
import { endChanged } from './cancellation-data.ts';
import { DocumentsField } from './documents-field.tsx';
import { useDocuments } from './use-documents.ts';

/** More documents for an undecided request. @param props.present how many it holds already */
export function AddDocuments(props: { applicationId: string; present: number }) {
  const words = useMessages(cancellationWords);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {words.request.add}
        </Button>
      </p>
    );
  }
  return <Adding {...props} onClose={() => setOpen(false)} />;
}

function Adding(props: { applicationId: string; present: number; onClose: () => void }) {
  const { request, upload, ask } = useMessages(cancellationWords);
  const documents = useDocuments(props.present);
  const [isEarly, setEarly] = useState(false);
  const add = useMutation({
    mutationFn: () =>
      api('application.addCancellationDocuments', {
        params: { id: props.applicationId },
        body: { documentIds: documents.files.map(({ id }) => id) },
      }),
    onSuccess: () => {
      void showToast(request.filesSent, 'success');
      props.onClose();
    },
    onSettled: () => endChanged(),
  });
  const press = () => {
    setEarly(documents.sending.length > 0);
    if (documents.sending.length === 0) add.mutate();
  };
  const error = isEarly && documents.sending.length > 0 ? { error: ask.waitForFiles } : {};
  return (
    <div>
      <DocumentsField documents={documents} hint={upload.kinds} {...error} />
      {documents.files.length > 0 && (
        <Button busy={add.isPending} onClick={press}>
          {request.sendFiles(documents.files.length)}
        </Button>
      )}
    </div>
  );
}
