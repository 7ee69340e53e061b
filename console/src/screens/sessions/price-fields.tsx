import { chinaDateOf, chinaTimeOf, fenOf, instantOf, type LateStage, lateStages, yuanOf } from '@exam/contract/rules';
import type { SessionDetail } from '@exam/contract/staff';
import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { MomentField } from '../../fields/index.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import type { FieldErrors } from '../../page/index.ts';

type Paper = SessionDetail['papers'][number];
type Prices = Pick<Paper, 'localFee' | 'boardFee' | 'vat' | 'tierFees' | 'lateCharges'>;

type TypedTier = { from: string; to: string; localFee: string };
type TypedStage = { stage: LateStage; fee: string; startAt: string; endAt: string };

/** The price of a paper as it is typed: yuan, and instants as the fields for a moment have them. */
export type TypedPrices = {
  localFee: string;
  boardFee: string;
  vat: string;
  tiers: readonly TypedTier[];
  stages: readonly TypedStage[];
};

/** An instant as a field for a moment has it, in China. */
export function localOf(at: string): string {
  return `${chinaDateOf(at)}T${chinaTimeOf(at)}`;
}

/** What such a field says as an instant; null while it is not filled. */
export function instantOfLocal(text: string): string | null {
  const [date = '', time = ''] = text.split('T');
  return date === '' || time === '' ? null : instantOf(date, time.slice(0, 5));
}

/** A paper's price to be edited. */
export function typedPrices({ localFee, boardFee, vat, tierFees, lateCharges }: Prices): TypedPrices {
  return {
    localFee: yuanOf(localFee),
    boardFee: yuanOf(boardFee),
    vat: yuanOf(vat),
    tiers: tierFees.map((tier) => ({
      from: String(tier.from),
      to: tier.to === null ? '' : String(tier.to),
      localFee: yuanOf(tier.localFee),
    })),
    stages: lateCharges.map(({ stage, fee, startAt, endAt }) => ({
      stage,
      fee: yuanOf(fee),
      startAt: localOf(startAt),
      endAt: localOf(endAt),
    })),
  };
}

/** The price that was typed, in fen and instants; null while something is missing or no number. */
export function pricesOf(typed: TypedPrices): Prices | null {
  const [localFee, boardFee, vat] = [fenOf(typed.localFee), fenOf(typed.boardFee), fenOf(typed.vat)];
  const tierFees = typed.tiers.flatMap((tier) => tierOf(tier) ?? []);
  const lateCharges = typed.stages.flatMap((stage) => stageOf(stage) ?? []);
  const isWhole = tierFees.length === typed.tiers.length && lateCharges.length === typed.stages.length;
  if (localFee === null || boardFee === null || vat === null || !isWhole) return null;
  return { localFee, boardFee, vat, tierFees, lateCharges };
}

function tierOf({ from, to, localFee }: TypedTier): Prices['tierFees'][number] | null {
  const fee = fenOf(localFee);
  if (fee === null || !/^\d{1,4}$/.test(from) || !/^\d{0,4}$/.test(to)) return null;
  return { from: Number(from), to: to === '' ? null : Number(to), localFee: fee };
}

function stageOf({ stage, fee, startAt, endAt }: TypedStage): Prices['lateCharges'][number] | null {
  const [amount, start, end] = [fenOf(fee), instantOfLocal(startAt), instantOfLocal(endAt)];
  return amount === null || start === null || end === null ? null : { stage, fee: amount, startAt: start, endAt: end };
}

type Props = {
  typed: TypedPrices;
  set: (typed: TypedPrices) => void;
  errors: FieldErrors;
  /** Where the paper is in the request: `papers.0`. */
  path: string;
  /** Whether the stages of late entry, which have days of their own in each session, are left as they are. */
  isLateLeftOut?: boolean;
};

const fees = ['localFee', 'boardFee', 'vat'] as const;

/** Fees, group tiers and stages of late entry of one paper. */
export function PriceFields({ typed, set, errors, path, isLateLeftOut }: Props) {
  const words = useMessages(sessionsWords);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        {fees.map((name) => (
          <TextField
            key={name}
            label={words[name]}
            hint={words.yuan}
            inputMode="decimal"
            value={typed[name]}
            error={errors(`${path}.${name}`)}
            onChange={(event) => set({ ...typed, [name]: event.target.value })}
          />
        ))}
      </div>
      <Tiers typed={typed} set={set} error={errors(`${path}.tierFees`)} />
      {isLateLeftOut !== true && <Stages typed={typed} set={set} error={errors(`${path}.lateCharges`)} />}
    </>
  );
}

type PartProps = Pick<Props, 'typed' | 'set'> & { error: string | undefined };

function Tiers({ typed, set, error }: PartProps) {
  const words = useMessages(sessionsWords);
  const change = (at: number, tier: Partial<TypedTier>) =>
    set({ ...typed, tiers: typed.tiers.map((each, index) => (index === at ? { ...each, ...tier } : each)) });
  return (
    <fieldset className="mt-2">
      <legend className="font-semibold">{words.tiers}</legend>
      {typed.tiers.map((tier, at) => (
        <div key={at} className="mb-2 grid items-end gap-2 sm:grid-cols-4">
          <TextField
            label={words.tierFrom}
            inputMode="numeric"
            value={tier.from}
            error={at === 0 ? error : undefined}
            onChange={(event) => change(at, { from: event.target.value })}
          />
          <TextField
            label={words.tierTo}
            inputMode="numeric"
            value={tier.to}
            onChange={(event) => change(at, { to: event.target.value })}
          />
          <TextField
            label={words.localFee}
            inputMode="decimal"
            value={tier.localFee}
            onChange={(event) => change(at, { localFee: event.target.value })}
          />
          <RemoveButton
            label={words.removeTier(at + 1)}
            onPress={() => set({ ...typed, tiers: typed.tiers.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      <Button variant="secondary" small onClick={() => set({ ...typed, tiers: [...typed.tiers, nextTier(typed)] })}>
        {words.addTier}
      </Button>
    </fieldset>
  );
}

function nextTier({ tiers, localFee }: TypedPrices): TypedTier {
  const last = tiers.at(-1);
  return { from: String(last === undefined ? 1 : Number(last.to || last.from) + 1), to: '', localFee };
}

function Stages({ typed, set, error }: PartProps) {
  const words = useMessages(sessionsWords);
  const change = (at: number, stage: Partial<TypedStage>) =>
    set({ ...typed, stages: typed.stages.map((each, index) => (index === at ? { ...each, ...stage } : each)) });
  const free = lateStages.filter((stage) => typed.stages.every((each) => each.stage !== stage));
  const [next] = free.includes('Standard') && typed.stages.length === 0 ? (['Standard'] as const) : free;
  return (
    <fieldset className="mt-2">
      <legend className="font-semibold">{words.late}</legend>
      {typed.stages.map((stage, at) => (
        <StageFields
          key={stage.stage}
          stage={stage}
          choices={lateStages.filter((each) => each === stage.stage || free.includes(each))}
          change={(changed) => change(at, changed)}
          remove={() => set({ ...typed, stages: typed.stages.filter((_, index) => index !== at) })}
          error={at === 0 ? error : undefined}
        />
      ))}
      {next !== undefined && (
        <Button
          variant="secondary"
          small
          onClick={() =>
            set({
              ...typed,
              stages: [
                ...typed.stages,
                { stage: next, fee: '0.00', startAt: typed.stages.at(-1)?.endAt ?? '', endAt: '' },
              ],
            })
          }
        >
          {words.addStage}
        </Button>
      )}
    </fieldset>
  );
}

type StageProps = {
  stage: TypedStage;
  choices: readonly LateStage[];
  change: (stage: Partial<TypedStage>) => void;
  remove: () => void;
  error: string | undefined;
};

function StageFields({ stage, choices, change, remove, error }: StageProps) {
  const words = useMessages(sessionsWords);
  return (
    <div className="mb-2 grid items-end gap-2 sm:grid-cols-2">
      <SelectField
        label={words.stage}
        value={stage.stage}
        error={error}
        options={choices.map((value) => ({ value, label: words.stages[value] }))}
        onChange={(event) => change({ stage: choices.find((each) => each === event.target.value) ?? stage.stage })}
      />
      <TextField
        label={words.lateFee}
        inputMode="decimal"
        value={stage.fee}
        onChange={(event) => change({ fee: event.target.value })}
      />
      <MomentField label={words.from} value={stage.startAt} onChange={(startAt) => change({ startAt })} />
      <MomentField label={words.to} value={stage.endAt} onChange={(endAt) => change({ endAt })} />
      <RemoveButton label={words.removeStage(words.stages[stage.stage])} onPress={remove} />
    </div>
  );
}

function RemoveButton({ label, onPress }: { label: string; onPress: () => void }) {
  const words = useMessages(sessionsWords);
  return (
    <span>
      <Button variant="quiet" small aria-label={label} onClick={onPress}>
        {words.remove}
      </Button>
    </span>
  );
}
