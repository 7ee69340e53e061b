import { newIdempotencyKey } from '@exam/ui/app';
import type { PaymentType } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { RadioTiles } from '@exam/ui/form';
import { Button, EmptyState } from '@exam/ui/parts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../app/api.ts';
import { orderWords } from '../../messages/order.ts';
import { paymentWords } from '../../messages/payment.ts';
import { Loaded } from '../../page/loaded.tsx';
import { ordersChanged, type Order } from '../../page/order-data.ts';
import { keepWay, lastWay } from './last-way.ts';
import { WayMark } from './way-mark.tsx';
import { isInWechat, PayElsewhere } from './wechat-sheet.tsx';
import { leaveFor, payableUrl, paymentTypesOf, type PaymentOption, type Started } from './payment-data.ts';

const groups = ['Scan', 'Bank', 'Company', 'Other'] as const;
type Group = (typeof groups)[number];

/** The groups that are in sight, that of the way used last before the others, and those that unfold. */
function foldedBy(options: readonly PaymentOption[], last: PaymentType | null): { first: Group[]; more: Group[] } {
  const used = groups.filter((group) => options.some((option) => option.group === group));
  const own = options.find(({ paymentType }) => paymentType === last)?.group;
  const first = used.filter((group) => group === own || group === used[0]).sort((a) => (a === own ? -1 : 1));
  return { first, more: used.filter((group) => !first.includes(group)) };
}

/** The ways of paying by group, and the button that starts the one chosen. */
export function ChooseWay({ order, onStart }: { order: Order; onStart: (started: Started) => void }) {
  const words = useMessages(paymentWords);
  const types = useQuery(paymentTypesOf(order.id));
  return (
    <Loaded query={types} shape={1}>
      {(options) => {
        const isElsewhere = isInWechat() && !options.some(({ flow }) => flow === 'sheet');
        return (
          <>
            {isElsewhere && <PayElsewhere />}
            {options.length === 0 && !isElsewhere && (
              <EmptyState title={words.noTypes}>
                <p>{words.noTypesText}</p>
              </EmptyState>
            )}
            {options.length > 0 && <Ways order={order} options={options} onStart={onStart} />}
          </>
        );
      }}
    </Loaded>
  );
}

function Ways(props: { order: Order; options: readonly PaymentOption[]; onStart: (started: Started) => void }) {
  const { order, options } = props;
  const words = useMessages(paymentWords);
  const formats = useFormats();
  const only = options.length === 1 ? options[0]?.paymentType : undefined;
  const [chosen, setChosen] = useState<PaymentType | null>(only ?? (() => lastWay(options)));
  const [isMissing, setMissing] = useState(false);
  const start = useStart(order.id, props.onStart);
  const [isMoreOpen, setMoreOpen] = useState(false);
  const { first, more } = foldedBy(options, useState(chosen)[0]);
  const groupAt = (group: Group) => (
    <WaysOfGroup
      key={group}
      group={group}
      options={options.filter((option) => option.group === group)}
      chosen={chosen}
      onChoose={setChosen}
      error={isMissing && chosen === null && group === first[0] ? words.chooseFirst : undefined}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(chosen === null);
        if (chosen === null) document.getElementById(`way-${first[0] ?? ''}`)?.focus();
        else if (!start.isPending) {
          keepWay(chosen);
          start.mutate(chosen);
        }
      }}
    >
      <h2 className="mb-3 text-xl">{words.choose}</h2>
      {first.map(groupAt)}
      {more.length > 0 && (
        <details className="mb-5" open={isMoreOpen} onToggle={(event) => setMoreOpen(event.currentTarget.open)}>
          <summary className="min-h-11 cursor-pointer py-2">{words.more}</summary>
          {more.map(groupAt)}
        </details>
      )}
      <Button type="submit" className="w-full" busy={start.isPending}>
        {words.pay(formats.money(order.payAmount))}
      </Button>
    </form>
  );
}

function WaysOfGroup(props: {
  group: Group;
  options: readonly PaymentOption[];
  chosen: PaymentType | null;
  onChoose: (type: PaymentType) => void;
  error?: string | undefined;
}) {
  const words = useMessages(paymentWords);
  const names = useMessages(orderWords).paymentTypes;
  const flows = new Set(props.options.map(({ flow }) => flow));
  const [flow] = flows.size === 1 ? flows : [];
  return (
    <RadioTiles
      id={`way-${props.group}`}
      name="way"
      label={words.groups[props.group]}
      hint={flow && words.flows[flow]}
      error={props.error}
      options={props.options.map((option) => ({
        value: option.paymentType,
        label: names[option.paymentType],
        mark: <WayMark way={option.paymentType} />,
        hint: [flow ? '' : words.flows[option.flow], option.paymentType === 'B2B' ? words.transfer : '']
          .join(' ')
          .trim(),
      }))}
      value={props.chosen}
      onChange={(event) => {
        const type = props.options.find((option) => option.paymentType === event.target.value)?.paymentType;
        if (type !== undefined) props.onChoose(type);
      }}
    />
  );
}

/** Starts or resumes the one live attempt (C24). On a phone the way leads out of this page; a code is shown in it. */
function useStart(orderId: string, onStart: (started: Started) => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationKey: ['veil'],
    mutationFn: (paymentType: PaymentType) =>
      api('payment.start', { body: { orderId, paymentType } }, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: async (start, paymentType) => {
      if (start.isNocharge) {
        await navigate(`/payment-success?orderId=${orderId}`, { replace: true });
        return;
      }
      onStart({ start, paymentType });
      const url = payableUrl(start.redirectUrl);
      // Where the channel takes a form, the next view posts it.
      if (start.qrCode === null && start.redirectFields === null && url !== null) leaveFor(url);
    },
    onError: () => void ordersChanged(),
  });
}
