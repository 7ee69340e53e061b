import { CallError } from '@exam/contract/client';
import type { MessageTemplate } from '@exam/contract/staff';
import { useParams } from '@exam/ui/app';
import { TextAreaField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Notice } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { messagesWords } from '../../messages/messages.ts';
import { ActionButton, Loaded, objectKey, PageHead, Refusal, Section } from '../../page/index.ts';
import { kindWord } from './kind-word.ts';

/** The words of one kind of message in one language. */
export function Template() {
  const { kind = '', language: given = '' } = useParams();
  const language = given === 'en' ? 'en' : 'zh';
  const query = useQuery({
    queryKey: objectKey('messageTemplate', `${kind}.${language}`),
    queryFn: ({ signal }) => staffApi('messages.template', { params: { kind, language } }, { signal, isQuiet: true }),
  });
  return (
    <Loaded query={query}>
      {(template) => <TemplatePage key={`${kind}${language}${template.version}`} template={template} />}
    </Loaded>
  );
}

const paragraphsIn = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

const tagOf = (language: MessageTemplate['language']) => (language === 'zh' ? 'zh-CN' : 'en-GB');

function TemplatePage({ template }: { template: MessageTemplate }) {
  const words = useMessages(messagesWords);
  const may = useMay();
  const { kind, language } = template;
  const [subject, setSubject] = useState(template.subject);
  const [text, setText] = useState(template.paragraphs.join('\n\n'));
  const canWrite = may('messages:write') && template.isEditable;
  const written = { subject: subject.trim(), paragraphs: paragraphsIn(text) };
  const shared = { readOnly: !canWrite, lang: tagOf(language) };
  return (
    <>
      <PageHead
        title={`${kindWord(words.kinds, kind)} · ${words.languages[language]}`}
        back={{ href: '/message-templates', label: words.templates }}
        status={template.changedBy === null ? null : { text: words.changedBy(template.changedBy), tone: 'amber' }}
        actions={canWrite ? <Acts template={template} written={written} /> : undefined}
      />
      {template.subject === '' ? (
        <Notice>{words.noMail}</Notice>
      ) : (
        <div className="max-w-3xl">
          {!template.isEditable && <Notice>{words.fixed}</Notice>}
          <TextField
            {...shared}
            label={words.subject}
            value={subject}
            maxLength={200}
            onChange={({ target }) => setSubject(target.value)}
          />
          <TextAreaField
            {...shared}
            label={words.paragraphs}
            hint={canWrite ? words.paragraphsHint : undefined}
            rows={8}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Slots slots={template.slots} />
          <Preview params={{ kind, language }} written={written} />
        </div>
      )}
      {template.sms !== null && (
        <Section title={words.smsText}>
          <p lang={tagOf(language)}>{template.sms}</p>
        </Section>
      )}
    </>
  );
}

type Written = { subject: string; paragraphs: string[] };

function Acts({ template, written }: { template: MessageTemplate; written: Written }) {
  const words = useMessages(messagesWords);
  const { kind, language, version } = template;
  const params = { kind, language };
  return (
    <>
      <ActionButton
        label={words.save}
        variant="primary"
        call="messages.saveTemplate"
        request={(reason) => ({ params, body: { version, ...written, reason } })}
        reason="needed"
        confirmLabel={words.save}
        done={words.saved}
      >
        <p className="mb-4">{words.saveText}</p>
      </ActionButton>
      {template.isChanged && (
        <ActionButton
          label={words.reset}
          call="messages.resetTemplate"
          request={(reason) => ({ params, body: { version, reason } })}
          reason="needed"
          confirmLabel={words.reset}
          done={words.wasReset}
        >
          <p className="mb-4">{words.resetText}</p>
        </ActionButton>
      )}
    </>
  );
}

function Slots({ slots }: { slots: readonly string[] }) {
  const words = useMessages(messagesWords);
  if (slots.length === 0) return <p className="my-3">{words.noSlots}</p>;
  return (
    <p className="my-3">
      {words.slots}:{' '}
      {slots.map((slot) => (
        <code key={slot} className="mr-2">
          {`{{${slot}}}`}
        </code>
      ))}
    </p>
  );
}

function Preview(props: { params: Pick<MessageTemplate, 'kind' | 'language'>; written: Written }) {
  const words = useMessages(messagesWords);
  const preview = useMutation({
    mutationFn: () => staffApi('messages.preview', { params: props.params, body: props.written }, { isQuiet: true }),
  });
  return (
    <>
      <Button variant="secondary" busy={preview.isPending} onClick={() => preview.mutate()}>
        {words.preview}
      </Button>
      <Refusal problem={preview.error instanceof CallError ? preview.error.problem : null} />
      {preview.data !== undefined && (
        <Section title={preview.data.subject}>
          <pre lang={tagOf(props.params.language)} className="font-sans whitespace-pre-wrap">
            {preview.data.text}
          </pre>
        </Section>
      )}
    </>
  );
}
