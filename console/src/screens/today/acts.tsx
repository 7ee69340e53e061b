import { SelectField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, showToast } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient, staffApi } from '../../app/api.ts';
import { useMe } from '../../app/session.ts';
import { todayWords } from '../../messages/today.ts';
import { ActionDialog } from '../../page/index.ts';
import type { Item } from './types.ts';

/** What can be done with an item of the board: take or give back, hand over, put to sleep or wake. */
export function Acts({ item }: { item: Item }) {
  const words = useMessages(todayWords);
  const me = useMe();
  const [open, setOpen] = useState<'handOver' | 'snooze' | null>(null);
  const isMine = item.assignedTo?.id === me.id;
  const close = () => setOpen(null);
  return (
    <span className="flex flex-wrap justify-end gap-2 md:flex-nowrap md:justify-start">
      {(item.assignedTo === null || isMine) && <TakeButton item={item} isMine={isMine} />}
      <Button variant="quiet" small onClick={() => setOpen('handOver')}>
        {words.handOver}
      </Button>
      {item.snoozedUntil === null ? (
        <Button variant="quiet" small onClick={() => setOpen('snooze')}>
          {words.snooze}
        </Button>
      ) : (
        <WakeButton item={item} />
      )}
      {open === 'handOver' && <HandOver item={item} onClose={close} />}
      {open === 'snooze' && <Snooze item={item} onClose={close} />}
    </span>
  );
}

const request = (item: Item) => ({ params: { id: item.id }, body: { version: item.version } });

function TakeButton({ item, isMine }: { item: Item; isMine: boolean }) {
  const words = useMessages(todayWords);
  const act = useMutation({
    mutationFn: () => (isMine ? staffApi('today.release', request(item)) : staffApi('today.take', request(item))),
    onSuccess: () => void showToast(isMine ? words.released : words.taken, 'success'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['list'] }),
  });
  return (
    <Button variant="secondary" small busy={act.isPending} onClick={() => act.mutate()}>
      {isMine ? words.release : words.take}
    </Button>
  );
}

function WakeButton({ item }: { item: Item }) {
  const words = useMessages(todayWords);
  const act = useMutation({
    mutationFn: () => staffApi('today.wake', request(item)),
    onSuccess: () => void showToast(words.woken, 'success'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['list'] }),
  });
  return (
    <Button variant="quiet" small busy={act.isPending} onClick={() => act.mutate()}>
      {words.wake}
    </Button>
  );
}

type DialogProps = { item: Item; onClose: () => void };

function HandOver({ item, onClose }: DialogProps) {
  const words = useMessages(todayWords);
  const [staffId, setStaffId] = useState('');
  const { data } = useQuery({
    queryKey: ['colleagues', item.id],
    queryFn: ({ signal }) => staffApi('today.colleagues', { params: { id: item.id } }, { signal, isQuiet: true }),
  });
  return (
    <ActionDialog
      title={words.handOver}
      call="today.reassign"
      request={() => ({ params: { id: item.id }, body: { version: item.version, staffId } })}
      confirmLabel={words.handOver}
      isReady={staffId !== ''}
      done={words.handedOver}
      onClose={onClose}
    >
      {data?.list.length === 0 ? (
        <p>{words.noColleague}</p>
      ) : (
        <SelectField
          label={words.colleague}
          value={staffId}
          placeholder={words.choose}
          options={data?.list.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          onChange={({ target }) => setStaffId(target.value)}
        />
      )}
    </ActionDialog>
  );
}

const hours = [2, 24, 72, 168];
const inHours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();

function Snooze({ item, onClose }: DialogProps) {
  const words = useMessages(todayWords);
  const formats = useFormats();
  const [options] = useState(() => hours.map((count) => ({ value: String(count), until: inHours(count) })));
  const [chosen, setChosen] = useState(options[1]?.value ?? '');
  const until = options.find(({ value }) => value === chosen)?.until ?? '';
  return (
    <ActionDialog
      title={words.snooze}
      call="today.snooze"
      request={(reason) => ({ params: { id: item.id }, body: { version: item.version, until, reason } })}
      reason="needed"
      confirmLabel={words.snooze}
      done={words.asleep}
      onClose={onClose}
    >
      <SelectField
        label={words.until}
        value={chosen}
        options={options.map(({ value, until: at }) => ({ value, label: formats.instant(at) }))}
        onChange={({ target }) => setChosen(target.value)}
      />
    </ActionDialog>
  );
}
