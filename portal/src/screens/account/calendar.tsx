import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, CopyCode, LinkButton, Notice, showToast, Skeleton } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../app/api.ts';
import { accountWords } from '../../messages/account.ts';
import { useWithProof, type WithProof } from './proving.tsx';
import { Section } from './section.tsx';
import { accountKey } from './user-changed.ts';

const calendarKey = [...accountKey, 'calendar'];
const calendarChanged = () => queryClient.invalidateQueries({ queryKey: calendarKey });

/** The private address at which a calendar app reads the dates of the account (decision 0092). */
export function Calendar() {
  const words = useMessages(accountWords);
  const { data, isError, refetch } = useQuery({
    queryKey: calendarKey,
    queryFn: ({ signal }) => api('calendar.state', {}, { signal }),
  });
  return (
    <Section id="calendar" title={words.calendar.title}>
      <p className="mb-2 text-ink-2">{words.calendar.intro}</p>
      <p className="mb-4 text-ink-2">{words.calendar.content}</p>
      {data === undefined && !isError && <Skeleton count={1} />}
      {data === undefined && isError && (
        <Notice tone="error" live title={words.failedTitle}>
          <p className="mb-3">{words.failedText}</p>
          <Button variant="secondary" onClick={() => void refetch()}>
            {words.again}
          </Button>
        </Notice>
      )}
      {data !== undefined && <Address createdAt={data.createdAt} />}
    </Section>
  );
}

type Asked = 'calendar.make' | 'calendar.show';

/** Fetches the address; null where the proof that it needs was not given. */
async function addressBy(name: Asked, withProof: WithProof): Promise<string | null> {
  const made = await withProof(() => api(name, { body: {} }, { isQuiet: true }));
  return made?.address ?? null;
}

function Address({ createdAt }: { createdAt: string | null }) {
  const words = useMessages(accountWords).calendar;
  const formats = useFormats();
  const withProof = useWithProof();
  const [address, setAddress] = useState<string | null>(null);
  const fetching = useMutation({
    mutationFn: (name: Asked) => addressBy(name, withProof),
    onSuccess: async (given, name) => {
      if (given === null) return;
      setAddress(given);
      if (name === 'calendar.make') await calendarChanged();
    },
    // Turned off in another window: the section says so.
    onError: calendarChanged,
  });
  if (createdAt === null)
    return (
      <Button variant="secondary" busy={fetching.isPending} onClick={() => fetching.mutate('calendar.make')}>
        {words.turnOn}
      </Button>
    );
  return (
    <>
      <p className="mb-3 tabular-nums">{words.since(formats.instant(createdAt))}</p>
      {address === null ? (
        <p className="mb-4">
          <Button variant="secondary" busy={fetching.isPending} onClick={() => fetching.mutate('calendar.show')}>
            {words.show}
          </Button>
        </p>
      ) : (
        <Shown address={address} />
      )}
      <Changes
        isMaking={fetching.isPending && fetching.variables === 'calendar.make'}
        onMake={() => fetching.mutate('calendar.make')}
        onEnd={() => setAddress(null)}
      />
    </>
  );
}

/** The same address by the scheme that calendar apps are registered for. */
const subscribing = (address: string) => address.replace(/^https?:/, 'webcal:');

function Shown({ address }: { address: string }) {
  const words = useMessages(accountWords).calendar;
  return (
    <div className="mb-4">
      <p className="mb-3 wrap-anywhere">
        <CopyCode code={address} label={words.address} />
      </p>
      <p className="mb-3">
        <LinkButton href={subscribing(address)} variant="secondary">
          {words.open}
        </LinkButton>
      </p>
      <ul className="list-disc ps-5 text-ink-2">
        {words.ways.map((way) => (
          <li key={way}>{way}</li>
        ))}
      </ul>
    </div>
  );
}

type ChangesProps = { isMaking: boolean; onMake: () => void; onEnd: () => void };

/** A new address, or none: either stops the one there is. */
function Changes({ isMaking, onMake, onEnd }: ChangesProps) {
  const words = useMessages(accountWords).calendar;
  const [asked, setAsked] = useState<'renew' | 'end' | null>(null);
  const end = useMutation({
    mutationFn: () => api('calendar.end', { body: {} }),
    onSuccess: async () => {
      onEnd();
      await calendarChanged();
      void showToast(words.ended, 'success');
    },
    onSettled: () => setAsked(null),
  });
  const isRenewal = asked === 'renew';
  const confirm = () => {
    if (!isRenewal) return end.mutate();
    setAsked(null);
    return onMake();
  };
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" busy={isMaking} onClick={() => setAsked('renew')}>
        {words.renew}
      </Button>
      <Button variant="secondary" onClick={() => setAsked('end')}>
        {words.end}
      </Button>
      {asked !== null && (
        <ConfirmDialog
          open
          title={isRenewal ? words.renewQuestion : words.endQuestion}
          confirmLabel={isRenewal ? words.renew : words.end}
          danger
          busy={end.isPending}
          onConfirm={confirm}
          onCancel={() => setAsked(null)}
        >
          <p>{words.stops}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
