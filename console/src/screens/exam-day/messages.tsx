import { lengthSeen } from '@exam/contract/rules';
import { TextAreaField, TextField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, InstantText, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { examDayWords } from '../../messages/exam-day.ts';
import { ActionDialog, Loaded, objectKey, Refusal, Section, useStaffAction } from '../../page/index.ts';

const nothing = { titleEn: '', titleZh: '', textEn: '', textZh: '' };
type Written = typeof nothing;

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
  const [written, setWritten] = useState<Written>(nothing);
  const [isAsking, setAsking] = useState(false);
  const [counted, setCounted] = useState('');
  const count = useStaffAction('sessionNotices.send', {
    isQuiet: true,
    onDone: (reply) => {
      setCounted(words.messageCount(reply.accounts, reply.registrations, reply.byMail, reply.bySms));
      setAsking(true);
    },
  });
  const fieldOf = (name: keyof Written) => ({
    label: words[name],
    maxLength: name.startsWith('title') ? 100 : 2000,
    value: written[name],
    onChange: (event: { target: { value: string } }) => setWritten({ ...written, [name]: event.target.value }),
  });
  const isReady = Object.entries(written).every(
    ([name, value]) => lengthSeen(value.trim()) >= (name.startsWith('title') ? 3 : 10),
  );
  const request = (isDryRun: boolean) => ({ params: { id: sessionId }, body: { ...written, isDryRun } });
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
        <div className="grid gap-x-6 md:grid-cols-2">
          <TextField {...fieldOf('titleZh')} lang="zh-CN" />
          <TextField {...fieldOf('titleEn')} lang="en" />
          <TextAreaField {...fieldOf('textZh')} lang="zh-CN" rows={6} />
          <TextAreaField {...fieldOf('textEn')} lang="en" rows={6} />
        </div>
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
          onDone={() => setWritten(nothing)}
          onClose={() => setAsking(false)}
        >
          <p>{counted}</p>
        </ActionDialog>
      )}
    </>
  );
}
