import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { examDayWords } from '../../messages/exam-day.ts';
import {
  ActionDialog,
  CircularFields,
  Loaded,
  objectKey,
  Refusal,
  Section,
  useCircular,
  useStaffAction,
} from '../../page/index.ts';

/** A message to everybody of a session: written in both languages, counted, then sent. */
export function Messages({ sessionId }: { sessionId: string }) {
  const words = useMessages(examDayWords);
  const may = useMay();
  const isChinese = useLanguage().language === 'zh';
  const query = useQuery({
    queryKey: objectKey('examDay', sessionId, 'messages'),
    queryFn: ({ signal }) => staffApi('sessionNotices.list', { params: { id: sessionId } }, { signal, isQuiet: true }),
  });
  return (
    <>
      {may('messages:send') && <Write sessionId={sessionId} />}
      <Section title={words.messagesSent}>
        <Loaded query={query}>
          {({ list }) =>
            list.length === 0 ? (
              <p className="text-ink-2">{words.noMessages}</p>
            ) : (
              <ol className="grid gap-4">
                {list.map((sent) => (
                  <li key={sent.id}>
                    <p className="text-ink-2">
                      <InstantText at={sent.sentAt} /> · {sent.sentBy} · {words.recipients(sent.recipients)}
                    </p>
                    <h3 className="text-lg">{isChinese ? sent.titleZh : sent.titleEn}</h3>
                    <p className="whitespace-pre-line">{isChinese ? sent.textZh : sent.textEn}</p>
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </Section>
    </>
  );
}

function Write({ sessionId }: { sessionId: string }) {
  const words = useMessages(examDayWords);
  const { circular, write, isReady, empty } = useCircular();
  const [isAsking, setAsking] = useState(false);
  const [counted, setCounted] = useState('');
  const count = useStaffAction('sessionNotices.send', {
    isQuiet: true,
    onDone: (reply) => {
      setCounted(words.messageCount(reply.accounts, reply.registrations, reply.byMail, reply.bySms));
      setAsking(true);
    },
  });
  const request = (isDryRun: boolean) => ({ params: { id: sessionId }, body: { ...circular, isDryRun } });
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) count.act(request(true));
        }}
      >
        <Notice tone="info">{words.messageText}</Notice>
        <CircularFields circular={circular} write={write} />
        <Refusal problem={count.problem} />
        <Button type="submit" busy={count.isBusy} disabled={!isReady}>
          {words.messageFind}
        </Button>
      </form>
      {isAsking && (
        <ActionDialog
          title={words.messageSend}
          call="sessionNotices.send"
          request={() => request(false)}
          confirmLabel={words.messageSend}
          done={({ accounts }) => words.messageSent(accounts)}
          onDone={empty}
          onClose={() => setAsking(false)}
        >
          <p>{counted}</p>
        </ActionDialog>
      )}
    </>
  );
}
