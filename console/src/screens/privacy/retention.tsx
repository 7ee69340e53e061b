import type { StaffReply } from '@exam/contract/staff/client';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Link, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { privacyWords } from '../../messages/privacy.ts';
import { ActionButton, Loaded, objectKey, PageHead, Section } from '../../page/index.ts';

type Preview = StaffReply<'retention.preview'>;

/** What the nightly run would forget now (S-18): the dry run, and the run itself. */
export function Retention() {
  const words = useMessages(privacyWords);
  const query = useQuery({
    queryKey: objectKey('retention', 'preview'),
    queryFn: ({ signal }) => staffApi('retention.preview', {}, { signal, isQuiet: true }),
  });
  return (
    <>
      <PageHead title={words.retention} lead={words.retentionIntro} actions={<Run />} />
      <Loaded query={query}>{(preview) => <Shown preview={preview} />}</Loaded>
      <p className="mt-4">
        <Link href="/deletion-records">{words.records}</Link>
      </p>
    </>
  );
}

function Shown({ preview }: { preview: Preview }) {
  const words = useMessages(privacyWords);
  const { instant } = useFormats();
  const shown = preview.classes.filter(({ due, held }) => due + held > 0);
  return (
    <Section title={words.asOf(instant(preview.at))}>
      {shown.length === 0 ? (
        <p>{words.nothingDue}</p>
      ) : (
        <Table
          caption={words.retention}
          columns={[
            { key: 'class', header: words.class, cell: (row) => words.classes[row.class] },
            { key: 'due', header: words.due, end: true, cell: (row) => row.due },
            { key: 'held', header: words.held, end: true, cell: (row) => row.held },
            { key: 'oldest', header: words.oldest, cell: (row) => row.oldest?.slice(0, 10) ?? '–' },
          ]}
          rows={shown}
          rowKey={(row) => row.class}
        />
      )}
    </Section>
  );
}

function Run() {
  const words = useMessages(privacyWords);
  const may = useMay();
  if (!may('privacy:write')) return null;
  return (
    <ActionButton
      label={words.run}
      call="retention.run"
      request={(reason) => ({ body: { reason } })}
      reason="needed"
      isDangerous
      confirmLabel={words.run}
      done={words.running}
    >
      <p className="mb-4">{words.runText}</p>
    </ActionButton>
  );
}
