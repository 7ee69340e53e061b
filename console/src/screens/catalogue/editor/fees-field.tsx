import { formatMoney, lateStages } from '@exam/contract/rules';
import type { SubjectContent } from '@exam/contract/staff';
import { CheckboxField, SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { catalogueWords } from '../../../messages/catalogue.ts';
import { Section } from '../../../page/index.ts';
import { Amount, type Marks, WholeNumber } from './fields.tsx';
import type { FieldsProps } from './line-fields.tsx';

type Fees = NonNullable<SubjectContent['fees']>;
type Part = { fees: Fees; change: (fresh: Partial<Fees>) => void; marks: Marks };

const blank: Fees = { localFee: 0, boardFee: 0, vat: 0, tierFees: [], lateStages: [] };
const parts = ['localFee', 'boardFee', 'vat'] as const;

/** What a subject costs: the fees, the group prices and the stages of registration. */
export function FeesField({ content, set, marks }: FieldsProps<SubjectContent>) {
  const { labels, fees: words } = useMessages(catalogueWords).fields;
  const { fees } = content;
  const change = (fresh: Partial<Fees>) => set({ fees: { ...(fees ?? blank), ...fresh } });
  return (
    <Section title={labels.fees}>
      <CheckboxField
        label={words.own}
        hint={words.hint}
        checked={fees !== null}
        disabled={marks.isReadOnly}
        onChange={(event) => set({ fees: event.target.checked ? blank : null })}
      />
      {fees !== null && (
        <>
          <div className="catalogue-fields">
            {parts.map((name) => (
              <Amount
                key={name}
                path={`fees.${name}`}
                label={words[name]}
                value={fees[name]}
                marks={marks}
                onChange={(value) => change(withPart(fees, name, value ?? 0))}
              />
            ))}
          </div>
          <p className="mt-2 font-semibold">
            {words.total} {formatMoney(fees.localFee + fees.boardFee + fees.vat)}
          </p>
          <Tiers fees={fees} change={change} marks={marks} />
          <Stages fees={fees} change={change} marks={marks} />
        </>
      )}
    </Section>
  );
}

/** The first group pays the local fee itself: it follows while it is the same. */
function withPart(fees: Fees, name: (typeof parts)[number], value: number): Partial<Fees> {
  if (name !== 'localFee') return { [name]: value };
  const tierFees = fees.tierFees.map((tier, at) =>
    at === 0 && tier.localFee === fees.localFee ? { ...tier, localFee: value } : tier,
  );
  return { localFee: value, tierFees };
}

function Tiers({ fees, change, marks }: Part) {
  const words = useMessages(catalogueWords).fields.fees;
  const { tierFees } = fees;
  const put = (at: number, fresh: Partial<Fees['tierFees'][number]>) =>
    change({ tierFees: tierFees.map((tier, index) => (index === at ? { ...tier, ...fresh } : tier)) });
  const add = () => {
    const last = tierFees.at(-1);
    const from = last === undefined ? 1 : (last.to ?? last.from) + 1;
    const closed = tierFees.map((tier, at) =>
      at === tierFees.length - 1 && tier.to === null ? { ...tier, to: from - 1 } : tier,
    );
    change({ tierFees: [...closed, { from, to: null, localFee: fees.localFee }] });
  };
  return (
    <fieldset className="catalogue-rows">
      <legend className="font-semibold">{words.tiers}</legend>
      <Wrong text={marks.errorOf('fees.tierFees')} />
      {tierFees.map((tier, at) => (
        <div key={`${at} ${tierFees.length} ${at === 0 ? fees.localFee : ''}`} className="catalogue-row">
          <WholeNumber
            path={`fees.tierFees.${at}.from`}
            label={words.from}
            value={tier.from}
            marks={marks}
            onChange={(from) => put(at, { from: from ?? 1 })}
          />
          <WholeNumber
            path={`fees.tierFees.${at}.to`}
            label={words.to}
            hint={words.open}
            value={tier.to}
            optional
            marks={marks}
            onChange={(to) => put(at, { to })}
          />
          <Amount
            path={`fees.tierFees.${at}.localFee`}
            label={words.tierFee}
            value={tier.localFee}
            marks={marks}
            onChange={(localFee) => put(at, { localFee: localFee ?? 0 })}
          />
          <Remove
            label={`${words.remove} ${at + 1}`}
            marks={marks}
            onRemove={() => change({ tierFees: tierFees.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      {!marks.isReadOnly && (
        <Button variant="secondary" small onClick={add}>
          {words.addTier}
        </Button>
      )}
    </fieldset>
  );
}

function Stages({ fees, change, marks }: Part) {
  const words = useMessages(catalogueWords).fields.fees;
  const { lateStages: stages } = fees;
  const put = (at: number, fresh: Partial<Fees['lateStages'][number]>) =>
    change({ lateStages: stages.map((stage, index) => (index === at ? { ...stage, ...fresh } : stage)) });
  const next = nextStage(stages);
  const add = () => {
    if (next === undefined) return;
    const closed = stages.map(closedStage);
    change({ lateStages: [...closed, { stage: next, fee: stages.at(-1)?.fee ?? 0, untilDaysBefore: null }] });
  };
  return (
    <fieldset className="catalogue-rows">
      <legend className="font-semibold">{words.lateStages}</legend>
      <Wrong text={marks.errorOf('fees.lateStages')} />
      {stages.map((stage, at) => (
        <div key={`${at} ${stages.length}`} className="catalogue-row">
          <SelectField
            label={words.stage}
            value={stage.stage}
            placeholder={null}
            disabled={marks.isReadOnly}
            options={lateStages.map((value) => ({ value, label: words.stages[value] }))}
            onChange={(event) =>
              put(at, { stage: lateStages.find((each) => each === event.target.value) ?? 'Standard' })
            }
          />
          <WholeNumber
            path={`fees.lateStages.${at}.untilDaysBefore`}
            label={words.until}
            hint={words.untilEnd}
            value={stage.untilDaysBefore}
            optional
            marks={marks}
            onChange={(untilDaysBefore) => put(at, { untilDaysBefore })}
          />
          <Amount
            path={`fees.lateStages.${at}.fee`}
            label={words.charge}
            value={stage.fee}
            marks={marks}
            onChange={(fee) => put(at, { fee: fee ?? 0 })}
          />
          <Remove
            label={`${words.remove} ${at + 1}`}
            marks={marks}
            onRemove={() => change({ lateStages: stages.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      {!marks.isReadOnly && next !== undefined && (
        <Button variant="secondary" small onClick={add}>
          {words.addStage}
        </Button>
      )}
    </fieldset>
  );
}

type Stage = Fees['lateStages'][number];

/** The stage that may follow; the first one is the standard one. */
function nextStage(stages: readonly Stage[]): Stage['stage'] | undefined {
  if (stages.length === 0) return 'Standard';
  return lateStages.find((name) => name !== 'Early' && !stages.some(({ stage }) => stage === name));
}

/** Another stage follows the last one, so that it ends before the close of registration. */
function closedStage(stage: Stage, at: number): Stage {
  return { ...stage, untilDaysBefore: stage.untilDaysBefore ?? Math.max(21 - 7 * at, 0) };
}

function Wrong({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="field-error">{text}</p>;
}

function Remove({ label, marks, onRemove }: { label: string; marks: Marks; onRemove: () => void }) {
  if (marks.isReadOnly) return null;
  return (
    <div>
      <Button variant="quiet" small onClick={onRemove}>
        {label}
      </Button>
    </div>
  );
}
