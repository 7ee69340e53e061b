import { CallError } from '@exam/contract/client';
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

/** The sessions that the first of these registrations can go to whose record the reader may open. */
async function readTargets(ids: readonly string[], signal: AbortSignal): Promise<Targets> {
  let refused: unknown;
  for (const id of ids) {
    try {
      return await staffApi('applications.moveTargets', { params: { id } }, { signal, isQuiet: true });
    } catch (error) {
      if (!(error instanceof CallError) || error.problem.status !== 412) throw error;
      refused = error;
    }
  }
  throw refused;
}

/** The session that registrations of one exam are moved to, with what it costs beside what was paid where it is one registration. */
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
