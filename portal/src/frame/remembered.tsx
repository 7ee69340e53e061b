import { useFormats, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useRememberedSince } from '../app/remembered.ts';
import { frameWords } from '../messages/frame.ts';

/** Says of what moment the page is, while the server can only give what it remembers. */
export function Remembered() {
  const words = useMessages(frameWords);
  const formats = useFormats();
  const since = useRememberedSince();
  if (since === null) return null;
  return (
    <div className="page-width py-4">
      <Notice tone="warning" live>
        {words.remembered(formats.time(since))}
      </Notice>
    </div>
  );
}
