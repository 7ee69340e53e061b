import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { SelectField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { decisionsWords } from '../../messages/decisions.ts';
import { ActionButton, Facts, History, Loaded, objectKey, PageColumns, PageHead, Section } from '../../page/index.ts';
import { useOfficeName } from './session-minimums.tsx';

type Minimum = StaffReply<'sessionMinimums.get'>;

/** One paper under its minimum: it runs anyway, its people move, or they are withdrawn. */
export function SessionMinimum() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('sessionSubject', id),
    queryFn: ({ signal }) => staffApi('sessionMinimums.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(minimum) => <Shown minimum={minimum} />}</Loaded>;
}

function Shown({ minimum }: { minimum: Minimum }) {
  const { minimums: words, shared } = useMessages(decisionsWords);
  const formats = useFormats();
  const officeName = useOfficeName();
  const may = useMay();
  const { outcome, decidedAt } = minimum;
  return (
    <>
      <PageHead
        title={`${minimum.productCode.toUpperCase()} ${minimum.subjectCode}`}
        back={{ href: '/session-minimums', label: words.title }}
        status={{
          text: outcome === null ? words.undecided : words.outcomes[outcome],
          tone: outcome === null ? 'amber' : 'plain',
        }}
        actions={outcome === null && may('sessions:write') ? <Acts minimum={minimum} /> : undefined}
      />
      <PageColumns aside={<History kind="sessionSubject" id={minimum.id} />}>
        <Section title={shared.overview}>
          <Facts
            items={[
              { term: words.examDate, detail: formats.longDate(minimum.examDate) },
              { term: words.office, detail: officeName(minimum.officeId) },
              { term: words.registered, detail: String(minimum.registered) },
              { term: words.minimum, detail: String(minimum.minimum) },
              { term: words.found, detail: <InstantText at={minimum.foundAt} /> },
              { term: words.decideBy, detail: <InstantText at={minimum.decideBy} /> },
              { term: shared.decided, detail: decidedAt === null ? null : <InstantText at={decidedAt} /> },
            ]}
          />
        </Section>
      </PageColumns>
    </>
  );
}

function Acts({ minimum }: { minimum: Minimum }) {
  const words = useMessages(decisionsWords).minimums;
  const params = { id: minimum.id };
  return (
    <>
      <ActionButton
        label={words.run}
        variant="primary"
        call="sessionMinimums.runAnyway"
        request={(reason) => ({ params, body: { reason } })}
        reason="needed"
        confirmLabel={words.run}
        done={words.runDone}
      />
      <Move minimum={minimum} />
      <ActionButton
        label={words.withdraw}
        variant="danger"
        isDangerous
        call="sessionMinimums.withdraw"
        request={(reason) => ({ params, body: { reason } })}
        reason="needed"
        confirmLabel={words.withdraw}
        done={words.withdrawDone}
      >
        <p className="mb-4">{words.withdrawText}</p>
      </ActionButton>
    </>
  );
}

function Move({ minimum }: { minimum: Minimum }) {
  const words = useMessages(decisionsWords).minimums;
  const formats = useFormats();
  const officeName = useOfficeName();
  const [sessionId, setSession] = useState('');
  return (
    <ActionButton
      label={words.move}
      call="sessionMinimums.move"
      request={(reason) => ({ params: { id: minimum.id }, body: { sessionId, reason } })}
      isReady={sessionId !== ''}
      reason="needed"
      confirmLabel={words.move}
      done={({ moved }) => words.moveDone(moved)}
    >
      {minimum.moveTo.length === 0 ? (
        <p className="mb-4">{words.noSession}</p>
      ) : (
        <>
          <p className="mb-4">{words.moveText}</p>
          <SelectField
            label={words.moveTo}
            value={sessionId}
            options={minimum.moveTo.map((session) => ({
              value: session.sessionId,
              label: words.free(formats.date(session.examDate), officeName(session.officeId), session.free),
            }))}
            onChange={(event) => setSession(event.target.value)}
          />
        </>
      )}
    </ActionButton>
  );
}
