import { fenOf, yuanOf } from '@exam/contract/rules';
import type { OfferedService } from '@exam/contract/staff';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useState } from 'react';
import { DayField, MomentField } from '../../fields/index.ts';
import { postTestWords } from '../../messages/post-test.ts';
import { ActionDialog } from '../../page/index.ts';
import { instantOfLocal, localOf } from '../sessions/price-fields.tsx';
import { useNameOf } from './use-name-of.ts';

type Named = { id: string; nameEn: string; nameZh: string };
type Window = OfferedService['windows'][number];
type Moments = Record<'openFrom' | 'closeAt' | 'boardCloseAt', string>;

const moments = ['openFrom', 'closeAt', 'boardCloseAt'] as const;

function typedOf(window: Window | null): Moments {
  const at = (name: keyof Moments) => (window === null ? '' : localOf(window[name]));
  return { openFrom: at('openFrom'), closeAt: at('closeAt'), boardCloseAt: at('boardCloseAt') };
}

/** Opens a service in a series, or moves its window. */
export function WindowDialog(props: {
  service: OfferedService;
  series: Named;
  window: Window | null;
  onClose: () => void;
}) {
  const { service, series, window, onClose } = props;
  const words = useMessages(postTestWords).offer;
  const nameOf = useNameOf();
  const [typed, setTyped] = useState(() => typedOf(window));
  const at = (name: keyof Moments) => instantOfLocal(typed[name]) ?? '';
  return (
    <ActionDialog
      title={words.changeWindow({ service: nameOf(service), series: nameOf(series) })}
      call="postTests.saveWindow"
      request={(reason) => ({
        body: {
          serviceId: service.id,
          seriesId: series.id,
          version: window?.version ?? null,
          openFrom: at('openFrom'),
          closeAt: at('closeAt'),
          boardCloseAt: at('boardCloseAt'),
          reason,
        },
      })}
      confirmLabel={words.save}
      reason="needed"
      done={words.saved}
      isReady={moments.every((name) => at(name) !== '')}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className="mb-3 text-ink-2">{words.windowHint}</p>
          {moments.map((name) => (
            <MomentField
              key={name}
              label={words[name]}
              hint={words.chinaTime}
              required
              value={typed[name]}
              error={errors(name)}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          ))}
        </>
      )}
    </ActionDialog>
  );
}

const parts = ['localFee', 'boardFee', 'vat'] as const;

/** The fees in force, to be changed. */
function typedFees({ fees: [inForce] }: OfferedService['levels'][number]) {
  return {
    localFee: yuanOf(inForce?.localFee ?? 0),
    boardFee: yuanOf(inForce?.boardFee ?? 0),
    vat: yuanOf(inForce?.vat ?? 0),
    effectiveFrom: '',
  };
}

/** Proposes other fees from a day on; a colleague decides. */
export function FeesDialog(props: {
  service: OfferedService;
  level: OfferedService['levels'][number];
  onClose: () => void;
}) {
  const { service, level, onClose } = props;
  const words = useMessages(postTestWords).offer;
  const nameOf = useNameOf();
  const [typed, setTyped] = useState(() => typedFees(level));
  const put = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value });
  const fees = { localFee: fenOf(typed.localFee), boardFee: fenOf(typed.boardFee), vat: fenOf(typed.vat) };
  return (
    <ActionDialog
      title={words.changeFees({ service: nameOf(service), level: nameOf(level) })}
      call="postTests.proposeFees"
      request={(reason) => ({
        body: {
          serviceId: service.id,
          levelId: level.id,
          localFee: fees.localFee ?? 0,
          boardFee: fees.boardFee ?? 0,
          vat: fees.vat ?? 0,
          effectiveFrom: typed.effectiveFrom,
          reason,
        },
      })}
      confirmLabel={words.propose}
      reason="needed"
      done={words.proposed}
      isReady={typed.effectiveFrom !== '' && parts.every((name) => fees[name] !== null)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className="mb-3 text-ink-2">{words.feesHint}</p>
          {parts.map((name) => (
            <TextField
              key={name}
              inputMode="decimal"
              label={words[name]}
              required
              value={typed[name]}
              error={errors(name)}
              onChange={put(name)}
            />
          ))}
          <DayField
            label={words.effectiveFrom}
            required
            value={typed.effectiveFrom}
            error={errors('effectiveFrom')}
            onChange={(effectiveFrom) => setTyped({ ...typed, effectiveFrom })}
          />
        </>
      )}
    </ActionDialog>
  );
}
