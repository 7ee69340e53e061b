import { CallError } from '@exam/contract/client';
import type { RegistrationItem } from '@exam/contract/staff';
import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField } from '@exam/ui/form';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { registrationWords } from '../../messages/registrations.ts';
import { Money, objectKey } from '../../page/index.ts';

type Targets = StaffReply<'applications.moveTargets'>;
export type Target = Targets['list'][number];

/** Where a session is: two on one day differ by their venue. */
function placeOf({ cityNameEn, cityNameZh, venueNameEn, venueNameZh }: Target, isChinese: boolean): string {
  const parts = isChinese ? [cityNameZh, venueNameZh] : [cityNameEn, venueNameEn];
  return parts.filter(Boolean).join(' · ');
}

/** One of each session that these are in, whose record the reader may open if there is one: a child whom no approval covers shows no number. */
export function oneOfEach(rows: readonly Pick<RegistrationItem, 'id' | 'sessionId' | 'idNo'>[]): string[] {
  const open = [...rows].sort((a, b) => Number(a.idNo === null) - Number(b.idNo === null));
  return [...new Set(rows.map(({ sessionId }) => sessionId))].flatMap(
    (session) => open.find(({ sessionId }) => sessionId === session)?.id ?? [],
  );
}

/** The sessions that any of these registrations can go to; one that the reader may not open names none. */
async function readTargets(ids: readonly string[], signal: AbortSignal): Promise<Targets> {
  const found: Targets[] = [];
  let refused: unknown;
  for (const id of ids) {
    try {
      found.push(await staffApi('applications.moveTargets', { params: { id } }, { signal, isQuiet: true }));
    } catch (error) {
      if (!(error instanceof CallError) || error.problem.status !== 412) throw error;
      refused = error;
    }
  }
  const [first] = found;
  if (first === undefined) throw refused;
  return { price: first.price, list: eachOnce(found.flatMap(({ list }) => list)) };
}

/** Every session once, the soonest first. */
export function eachOnce(targets: readonly Target[]): Target[] {
  const whenOf = ({ examDate, startTime }: Target) => `${examDate} ${startTime}`;
  const known = new Map(targets.map((target) => [target.sessionId, target]));
  return [...known.values()].sort((a, b) => whenOf(a).localeCompare(whenOf(b)));
}

/**
 * The session that registrations of one exam are moved to; of one alone, with what it costs beside what was paid.
 * @param props.ids a registration of each session that they are in
 */
export function NewSession(props: {
  ids: readonly string[];
  target: Target | null;
  onChange: (target: Target | null) => void;
}) {
  const { ids, target, onChange } = props;
  const words = useMessages(registrationWords);
  const formats = useFormats();
  const isChinese = useLanguage().language === 'zh';
  const { data, error } = useQuery({
    queryKey: objectKey('application', ids.join(' '), 'targets'),
    queryFn: ({ signal }) => readTargets(ids, signal),
    enabled: ids.length > 0,
  });
  const list = data?.list ?? [];
  const isNowhere = data !== undefined && list.length === 0;
  return (
    <>
      {error !== null && <Notice tone="error">{error.message}</Notice>}
      <p className="mb-4">{isNowhere ? words.moveNowhere : words.moveText}</p>
      <SelectField
        label={words.moveTo}
        value={target?.sessionId ?? ''}
        onChange={(event) => onChange(list.find(({ sessionId }) => sessionId === event.target.value) ?? null)}
        options={list.map((each) => ({
          value: each.sessionId,
          label: words.moveOption(
            `${formats.longDate(each.examDate)} ${each.startTime}`,
            placeOf(each, isChinese),
            each.free,
          ),
        }))}
      />
      {ids.length === 1 && <Prices paid={data?.price ?? null} target={target} />}
    </>
  );
}

/** What was paid, beside what the new session costs; nothing for whoever sees no money. */
function Prices({ paid, target }: { paid: number | null; target: Target | null }) {
  const words = useMessages(registrationWords);
  if (paid === null || target === null || target.price === null) return null;
  return (
    <p className="mb-4">
      {words.paid}: <Money fen={paid} /> · {words.moveTo}: <Money fen={target.price} />
    </p>
  );
}
