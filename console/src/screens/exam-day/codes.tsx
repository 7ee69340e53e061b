import type { InvitationCodeItem } from '@exam/contract/staff';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, CopyCode, Dialog, InstantText, Notice, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { examDayWords } from '../../messages/exam-day.ts';
import { ActionButton, Loaded, objectKey, typed } from '../../page/index.ts';

/** The invitation codes of a session: to whom, how many may, who did. */
export function Codes({ sessionId }: { sessionId: string }) {
  const words = useMessages(examDayWords);
  const may = useMay();
  const [made, setMade] = useState<string | null>(null);
  const query = useQuery({
    queryKey: objectKey('examDay', sessionId, 'codes'),
    queryFn: ({ signal }) => staffApi('invitations.list', { params: { id: sessionId } }, { signal, isQuiet: true }),
  });
  return (
    <Loaded query={query}>
      {({ isExclusive, list }) => (
        <>
          <p className="mb-4">{isExclusive ? words.codesText : words.codesOpen}</p>
          {isExclusive && may('groups:write') && <MakeCode sessionId={sessionId} onMade={setMade} />}
          {list.length > 0 && (
            <Table
              caption={words.tabs.codes}
              rows={list}
              rowKey={({ id }) => id}
              columns={[
                { key: 'label', header: words.codeLabel, cell: (row) => typed(row.label) ?? words.codeFirst },
                { key: 'uses', header: words.codeUses, cell: (row) => words.codeUsesOf(row.uses, row.useLimit) },
                { key: 'made', header: words.codeMade, cell: (row) => <InstantText at={row.madeAt} /> },
                { key: 'state', header: words.codeState, cell: (row) => <State code={row} /> },
                { key: 'acts', header: words.acts, cell: (row) => <CodeActs code={row} onMade={setMade} /> },
              ]}
            />
          )}
          {made !== null && (
            <Dialog
              open
              title={words.newCode}
              onClose={() => setMade(null)}
              actions={<Button onClick={() => setMade(null)}>{words.close}</Button>}
            >
              <Notice tone="warning">{words.newCodeText}</Notice>
              <p className="text-xl">
                <CopyCode code={made} label={words.newCode} />
              </p>
            </Dialog>
          )}
        </>
      )}
    </Loaded>
  );
}

function State({ code: { endedAt, isReplaced } }: { code: InvitationCodeItem }) {
  const words = useMessages(examDayWords);
  if (endedAt === null) return <>{words.codeLive}</>;
  return <>{isReplaced ? words.codeReplaced : words.codeEnded}</>;
}

type Made = (code: string) => void;

function limitOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed);
}

const isLimit = (typed: string) => typed.trim() === '' || /^[1-9]\d{0,4}$/.test(typed.trim());

function MakeCode({ sessionId, onMade }: { sessionId: string; onMade: Made }) {
  const words = useMessages(examDayWords);
  const [label, setLabel] = useState('');
  const [limit, setLimit] = useState('');
  return (
    <div className="mb-4">
      <ActionButton
        label={words.makeCode}
        variant="primary"
        call="invitations.make"
        request={() => ({ params: { id: sessionId }, body: { label: label.trim(), useLimit: limitOf(limit) } })}
        confirmLabel={words.makeCode}
        isReady={label.trim() !== '' && isLimit(limit)}
        onDone={({ code }) => onMade(code)}
      >
        <TextField
          label={words.codeLabel}
          maxLength={80}
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <LimitField value={limit} onChange={setLimit} />
      </ActionButton>
    </div>
  );
}

function LimitField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const words = useMessages(examDayWords);
  return (
    <TextField
      label={words.codeLimit}
      hint={words.codeLimitHint}
      inputMode="numeric"
      optional
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function CodeActs({ code, onMade }: { code: InvitationCodeItem; onMade: Made }) {
  const words = useMessages(examDayWords);
  const may = useMay();
  const [limit, setLimit] = useState(code.useLimit === null ? '' : String(code.useLimit));
  const { id, version } = code;
  const request = (reason: string) => ({ params: { id }, body: { version, reason } });
  return (
    <div className="flex flex-wrap gap-2">
      <Uses id={id} />
      {may('groups:write') && code.endedAt === null && (
        <>
          <ActionButton
            label={words.limitCode}
            call="invitations.limit"
            request={(reason) => ({ params: { id }, body: { version, useLimit: limitOf(limit), reason } })}
            reason="needed"
            confirmLabel={words.limitCode}
            isReady={isLimit(limit)}
            done={words.limitChanged}
          >
            <LimitField value={limit} onChange={setLimit} />
          </ActionButton>
          <ActionButton
            label={words.replaceCode}
            call="invitations.replace"
            request={request}
            reason="needed"
            confirmLabel={words.replaceCode}
            onDone={(reply) => onMade(reply.code)}
          >
            <p className="mb-4">{words.replaceText}</p>
          </ActionButton>
          <ActionButton
            label={words.endCode}
            call="invitations.end"
            request={request}
            reason="needed"
            confirmLabel={words.endCode}
            isDangerous
            done={words.codeEndedNow}
          >
            <p className="mb-4">{words.endText}</p>
          </ActionButton>
        </>
      )}
    </div>
  );
}

function Uses({ id }: { id: string }) {
  const words = useMessages(examDayWords);
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: objectKey('invitationCode', id, 'uses'),
    queryFn: ({ signal }) => staffApi('invitations.uses', { params: { id } }, { signal, isQuiet: true }),
    enabled: isOpen,
  });
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        {words.whoUsed}
      </Button>
      {isOpen && (
        <Dialog
          open
          title={words.whoUsed}
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setOpen(false)}>{words.close}</Button>}
        >
          <Loaded query={query}>
            {({ list }) =>
              list.length === 0 ? (
                <p>{words.nobodyUsed}</p>
              ) : (
                <Table
                  caption={words.whoUsed}
                  rows={list}
                  rowKey={({ accountId }) => accountId}
                  columns={[
                    { key: 'account', header: words.account, cell: (row) => row.phone },
                    { key: 'first', header: words.firstUse, cell: (row) => <InstantText at={row.firstAt} /> },
                    { key: 'count', header: words.registrations, end: true, cell: (row) => row.registrations },
                  ]}
                />
              )
            }
          </Loaded>
        </Dialog>
      )}
    </>
  );
}
