import { lengthSeen } from '@exam/contract/rules';
import type { SearchKind } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Link, Tag } from '@exam/ui/parts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { staffApi } from '../../app/api.ts';
import { settingsWords } from '../../messages/settings.ts';
import { MaskedNames, PageHead, Refusal } from '../../page/index.ts';
import { CallError } from '@exam/contract/client';

type Hit = StaffReply<'search.find'>['list'][number];

const places: Readonly<Record<SearchKind, string>> = {
  application: '/applications',
  booking: '/bookings',
  order: '/orders',
  refund: '/refunds',
  account: '/accounts',
  candidate: '/candidates',
  line: '/catalogue/line',
  product: '/catalogue/product',
  subject: '/catalogue/subject',
  body: '/catalogue/body',
};

/** One field for everything. What is typed stays out of the address: it may be a name or a number. */
export function Search() {
  const words = useMessages(settingsWords);
  const given: unknown = useLocation().state;
  const first = typeof given === 'string' ? given : '';
  const [text, setText] = useState(first);
  const find = useMutation({
    mutationFn: (sought: string) => staffApi('search.find', { body: { text: sought } }, { isQuiet: true }),
  });
  const { mutate } = find;
  const asked = useRef('');
  useEffect(() => {
    if (first.length < 2 || asked.current === first) return;
    asked.current = first;
    setText(first);
    mutate(first);
  }, [first, mutate]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (lengthSeen(text.trim()) >= 2) mutate(text.trim());
  };
  const hits = find.data?.list;
  return (
    <>
      <PageHead title={words.search} />
      <form onSubmit={submit} role="search" className="search-form">
        <div className="min-w-0 flex-1">
          <TextField
            label={words.searchLabel}
            type="search"
            value={text}
            maxLength={254}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button type="submit" busy={find.isPending}>
          {words.searchButton}
        </Button>
      </form>
      <Refusal problem={find.error instanceof CallError ? find.error.problem : null} />
      <output aria-live="polite" className="my-4 block min-h-6">
        {hits === undefined ? '' : words.found(hits.length)}
      </output>
      <MaskedNames rows={hits?.map(namedIn) ?? []} />
      <ul className="grid gap-2">
        {hits?.map((hit) => (
          <Found key={`${hit.kind}${hit.id}`} hit={hit} />
        ))}
      </ul>
    </>
  );
}

/** Whom a hit names: a candidate by its label, a registration or a booking beside its code. */
function namedIn({ kind, label, detail }: Hit): { candidateName: string | null } {
  if (kind === 'candidate') return { candidateName: label };
  return { candidateName: kind === 'application' || kind === 'booking' ? detail : null };
}

function Found({ hit }: { hit: Hit }) {
  const words = useMessages(settingsWords);
  return (
    <li className="flex flex-wrap items-center gap-3">
      <Tag>{words.kinds[hit.kind]}</Tag>
      <Link href={`${places[hit.kind]}/${hit.id}`} className="tabular-nums">
        {hit.label}
      </Link>
      {hit.detail !== null && <span className="text-ink-2">{hit.detail}</span>}
    </li>
  );
}
