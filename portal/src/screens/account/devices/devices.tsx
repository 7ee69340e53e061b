import type { Reply } from '@exam/contract/client';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, Notice, showToast, Skeleton, Tag } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../../app/api.ts';
import { accountWords } from '../../../messages/account.ts';
import { Section } from '../section.tsx';
import { useDeviceName } from './use-device-name.ts';
import { accountKey } from '../user-changed.ts';

type Device = Reply<'user.sessions'>[number];

const devicesKey = [...accountKey, 'sessions'];
const devicesChanged = () => queryClient.invalidateQueries({ queryKey: devicesKey });

/** Where the account is signed in, and ending that. */
export function Devices() {
  const words = useMessages(accountWords);
  const { data, isError, refetch } = useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }) => api('user.sessions', {}, { signal }),
    // Another device may have come or gone a moment ago.
    staleTime: 0,
  });
  return (
    <Section id="devices" title={words.devices.title}>
      <p className="mb-4 text-ink-2">{words.devices.intro}</p>
      {data === undefined && !isError && <Skeleton count={3} />}
      {data === undefined && isError && (
        <Notice tone="error" live title={words.failedTitle}>
          <p className="mb-3">{words.failedText}</p>
          <Button variant="secondary" onClick={() => void refetch()}>
            {words.again}
          </Button>
        </Notice>
      )}
      {data !== undefined && (
        <>
          <ul>
            {data.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
          {data.length > 1 && <EndOthers />}
        </>
      )}
    </Section>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const words = useMessages(accountWords).devices;
  const formats = useFormats();
  const name = useDeviceName()(device);
  const end = useMutation({
    mutationFn: () => api('user.endSession', { params: { id: device.id }, body: {} }),
    onSuccess: async () => {
      void showToast(words.ended, 'success');
      await devicesChanged();
      document.querySelector<HTMLElement>('#devices-title')?.focus();
    },
    // It may have ended by itself: the list then shows so.
    onError: devicesChanged,
  });
  return (
    <li className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <strong>{name}</strong>
          {device.isCurrent && <Tag tone="jade">{words.current}</Tag>}
        </p>
        <p className="text-ink-2 tabular-nums">
          <span className="block">{words.lastSeen(formats.instant(device.lastSeenAt))}</span>
          <span className="block">{words.since(formats.instant(device.createdAt))}</span>
          {device.network !== '' && <span className="block wrap-anywhere">{words.network(device.network)}</span>}
        </p>
      </div>
      {!device.isCurrent && (
        <Button variant="secondary" busy={end.isPending} aria-label={words.endWhat(name)} onClick={() => end.mutate()}>
          {words.end}
        </Button>
      )}
    </li>
  );
}

function EndOthers() {
  const words = useMessages(accountWords).devices;
  const [isAsking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: () => api('user.endOtherSessions', { body: {} }),
    onSuccess: async () => {
      setAsking(false);
      void showToast(words.othersEnded, 'success');
      await devicesChanged();
    },
  });
  return (
    <>
      <Button variant="secondary" className="mt-4" onClick={() => setAsking(true)}>
        {words.endOthers}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.endOthersQuestion}
        confirmLabel={words.endOthers}
        busy={end.isPending}
        onConfirm={() => end.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>{words.endOthersText}</p>
      </ConfirmDialog>
    </>
  );
}
