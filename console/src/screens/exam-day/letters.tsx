import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { refusalOf } from '../../app/refusal.ts';
import { examDayWords } from '../../messages/exam-day.ts';
import { ActionButton, objectKey } from '../../page/index.ts';

/** Sends all letters of a session; what would be sent is counted first. */
export function Letters({ sessionId }: { sessionId: string }) {
  const words = useMessages(examDayWords);
  const [isAgain, setAgain] = useState(false);
  const { data, error } = useQuery({
    queryKey: [...objectKey('examDay', sessionId, 'letters'), isAgain],
    queryFn: ({ signal }) =>
      staffApi(
        'applications.sendLetters',
        { params: { sessionId }, body: { isDryRun: true, isAgain, reason: words.lettersFind } },
        { signal, isQuiet: true },
      ),
  });
  return (
    <>
      <p className="mb-4">{words.lettersText}</p>
      <CheckboxField
        label={words.lettersAgain}
        checked={isAgain}
        onChange={(event) => setAgain(event.target.checked)}
      />
      {error !== null && <Notice tone="warning">{refusalOf(error, words.letterCannot)}</Notice>}
      {data !== undefined && (
        <>
          <p className="my-4">{words.lettersCount(data.toSend, data.registrations, data.withoutAddress)}</p>
          {data.toSend > 0 && (
            <ActionButton
              label={words.lettersSend}
              variant="primary"
              call="applications.sendLetters"
              request={(reason) => ({ params: { sessionId }, body: { isDryRun: false, isAgain, reason } })}
              reason="needed"
              confirmLabel={words.lettersSend}
              done={({ toSend }) => words.lettersSent(toSend)}
            >
              <p className="mb-4">{words.lettersCount(data.toSend, data.registrations, data.withoutAddress)}</p>
            </ActionButton>
          )}
        </>
      )}
    </>
  );
}
