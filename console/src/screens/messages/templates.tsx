import { useMessages } from '@exam/ui/i18n';
import { Link, Table, Tag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { messagesWords } from '../../messages/messages.ts';
import { Loaded, PageHead } from '../../page/index.ts';
import { kindWord } from './kind-word.ts';

/** Every kind of message, each with a way to its words in both languages. */
export function Templates() {
  const words = useMessages(messagesWords);
  const query = useQuery({
    queryKey: ['list', 'messages.templates'],
    queryFn: ({ signal }) => staffApi('messages.templates', {}, { signal, isQuiet: true }),
  });
  return (
    <>
      <PageHead title={words.templates} lead={words.templatesIntro} />
      <Loaded query={query}>
        {({ list }) => (
          <Table
            caption={words.templates}
            rows={list}
            rowKey={({ kind }) => kind}
            columns={[
              { key: 'kind', header: words.kind, cell: ({ kind }) => kindWord(words.kinds, kind) },
              {
                key: 'channel',
                header: words.channel,
                cell: (row) =>
                  [...(row.hasMail ? [words.hasMail] : []), ...(row.hasSms ? [words.hasSms] : [])].join(' · '),
              },
              {
                key: 'words',
                header: words.language,
                cell: ({ kind, isChanged }) => (
                  <span className="flex flex-wrap items-center gap-3">
                    <Link href={`/message-templates/${kind}/zh`}>{words.languages.zh}</Link>
                    <Link href={`/message-templates/${kind}/en`}>{words.languages.en}</Link>
                    {isChanged && <Tag tone="amber">{words.changed}</Tag>}
                  </span>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
