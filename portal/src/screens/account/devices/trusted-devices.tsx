import { tellTabs } from '@exam/ui/app';
import type { Reply } from '@exam/contract/client';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, showToast, Tag } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, queryClient } from '../../../app/api.ts';
import { useLeave } from '../../../frame/guard.tsx';
import { accountWords } from '../../../messages/account.ts';
import { Section } from '../section.tsx';
import { useDeviceName } from './use-device-name.ts';
import { accountKey } from '../user-changed.ts';

type Device = Reply<'user.devices'>[number];

/** Devices where signing in asks for no second step, until when, and taking that back. */
export function TrustedDevices() {
  const words = useMessages(accountWords).trusted;
  const { data } = useQuery({
    queryKey: [...accountKey, 'devices'],
    queryFn: ({ signal }) => api('user.devices', {}, { signal }),
    staleTime: 0,
  });
  const trusted = data?.filter(({ trustedUntil }) => trustedUntil !== null) ?? [];
  return (
    <Section id="trusted" title={words.title}>
      <p className="mb-4 text-ink-2">{words.intro}</p>
      {data !== undefined && trusted.length === 0 && <p>{words.none}</p>}
      <ul>
        {trusted.map((device) => (
          <TrustedDevice key={device.id} device={device} />
        ))}
      </ul>
    </Section>
  );
}

/** Forgetting the device that asks signs it out: the page is left. */
function useForgetting({ id, isCurrent }: Device) {
  const words = useMessages(accountWords).trusted;
  const leave = useLeave();
  const changed = () => queryClient.invalidateQueries({ queryKey: accountKey });
  return useMutation({
    mutationFn: () => api('user.forgetDevice', { params: { id }, body: {} }),
    onSuccess: async () => {
      void showToast(words.forgotten, 'success');
      if (isCurrent) {
        await leave();
        tellTabs('signedOut');
        return;
      }
      await changed();
      document.querySelector<HTMLElement>('#trusted-title')?.focus();
    },
    // It may have been forgotten elsewhere: the list then shows so.
    onError: changed,
  });
}

function TrustedDevice({ device }: { device: Device }) {
  const all = useMessages(accountWords);
  const words = all.trusted;
  const formats = useFormats();
  const name = useDeviceName()(device);
  const [isAsking, setAsking] = useState(false);
  const forget = useForgetting(device);
  return (
    <li className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <strong>{name}</strong>
          {device.isCurrent && <Tag tone="jade">{all.devices.current}</Tag>}
        </p>
        <p className="text-ink-2 tabular-nums">
          <span className="block">{words.until(formats.instant(device.trustedUntil ?? device.lastSeenAt))}</span>
          <span className="block">{all.devices.lastSeen(formats.instant(device.lastSeenAt))}</span>
        </p>
      </div>
      <Button variant="secondary" aria-label={words.forgetWhat(name)} onClick={() => setAsking(true)}>
        {words.forget}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={words.question(name)}
        confirmLabel={words.forget}
        busy={forget.isPending}
        onConfirm={() => forget.mutate(undefined, { onSettled: () => setAsking(false) })}
        onCancel={() => setAsking(false)}
      >
        <p>{device.isCurrent ? words.textHere : words.text}</p>
      </ConfirmDialog>
    </li>
  );
}
