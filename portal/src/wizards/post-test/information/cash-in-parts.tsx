import { lateCashInParts } from '@exam/contract/wizards';
import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary } from '@exam/ui/parts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { ComponentsField } from './components-field.tsx';
import { InfoActions } from './actions.tsx';
import {
  CandidateNumberField,
  CashInCodeField,
  CentreField,
  PersonFields,
  ServiceFields,
  UciFields,
  type InfoFieldProps,
} from './fields.tsx';
import { useInfoLabels } from './use-labels.ts';
import { useInformation, type InfoProps } from './use-information.ts';

type Part = (typeof lateCashInParts)[number];

/** The fields that each part has to have right before the next is asked for. */
const fieldsOf: Record<Part, readonly string[]> = {
  cashInCode: ['cashInCodeId'],
  examSeries: ['examSeriesId'],
  centre: ['centreId'],
  candidateNumber: ['candidateNumber'],
  uciNumber: ['uciNumber'],
  details: ['componentIds', 'lastName', 'firstName', 'birthday', 'isPlacePending', 'formFileIds'],
};

/** Late cash-in: code, series, centre, candidate number and UCI are confirmed one after the other, then all details. */
export function CashInParts(props: InfoProps) {
  const { draft } = props;
  const words = useMessages(postTestWizardWords).parts;
  const labels = useInfoLabels();
  const info = useInformation(props);
  const parts = lateCashInParts.filter((part) => part !== 'uciNumber' || draft.uciPolicy !== 'none');
  const [part, setPart] = useState<Part>(() => firstOpen(parts, props));
  const at = parts.indexOf(part);
  const isLast = at === parts.length - 1;
  const wanted = isLast ? parts.flatMap((each) => fieldsOf[each]) : fieldsOf[part];
  const shown = Object.fromEntries(Object.entries(labels).filter(([field]) => wanted.includes(field)));
  const fields: InfoFieldProps = { draft, answers: info.answers, change: info.change, errorAt: info.errorAt };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLast) return void info.submit({ onDone: info.goOn });
    return void info.submit({ only: wanted, onDone: () => setPart(parts[at + 1] ?? part) });
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-form">
      <ErrorSummary attempt={info.attempt} errors={info.attempt > 0 ? info.errorsIn(shown) : []} />
      <ol className="grid gap-3" aria-label={words.list}>
        {parts.slice(0, at + 1).map((each, index) => (
          <PartCard
            key={each}
            number={index + 1}
            title={words[each]}
            isOpen={each === part}
            onChange={() => setPart(each)}
          >
            {each === part ? (
              <PartFields part={each} {...props} fields={fields} info={info} />
            ) : (
              <PartAnswer part={each} {...props} answers={info.answers} />
            )}
          </PartCard>
        ))}
      </ol>
      <InfoActions
        back={at === 0 ? props.back : () => setPart(parts[at - 1] ?? part)}
        isSaving={info.isSaving}
        onPutAside={() => void info.putAside()}
        label={isLast ? undefined : words.next}
      />
    </form>
  );
}

/** The first part that the draft has nothing right for. */
function firstOpen(parts: readonly Part[], { draft }: InfoProps): Part {
  const wrong = draft.problems.map(({ field }) => field);
  return parts.find((part) => fieldsOf[part].some((field) => wrong.includes(field))) ?? 'details';
}

function PartCard(props: {
  number: number;
  title: string;
  isOpen: boolean;
  onChange: () => void;
  children: ReactNode;
}) {
  const words = useMessages(postTestWizardWords).parts;
  return (
    <li className="card" aria-current={props.isOpen ? 'step' : undefined}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-xl">
          <span className="mr-2 tabular-nums text-seal">{props.number}</span>
          {props.title}
        </h2>
        {!props.isOpen && (
          <Button variant="quiet" small aria-label={words.changeWhat(props.title)} onClick={props.onChange}>
            {words.change}
          </Button>
        )}
      </div>
      <div className={props.isOpen ? 'mt-3' : ''}>{props.children}</div>
    </li>
  );
}

type Info = ReturnType<typeof useInformation>;

function PartFields(props: InfoProps & { part: Part; fields: InfoFieldProps; info: Info }) {
  const { part, choices, fields, info } = props;
  if (part === 'cashInCode') return <CashInCodeField {...fields} codes={choices.codes} />;
  if (part === 'examSeries') return <SeriesField {...fields} choices={choices} />;
  if (part === 'centre') return <CentreField {...fields} centres={choices.centres} />;
  if (part === 'candidateNumber') return <CandidateNumberField {...fields} />;
  if (part === 'uciNumber') return <UciFields {...fields} />;
  return (
    <>
      <ComponentsField {...fields} offered={info.offered} award={info.award} />
      <PersonFields {...fields} />
      <ServiceFields {...fields} files={info.files} />
    </>
  );
}

function SeriesField({ answers, change, errorAt, choices }: InfoFieldProps & Pick<InfoProps, 'choices'>) {
  const words = useMessages(postTestWizardWords);
  return (
    <SelectField
      id="examSeriesId"
      label={words.service.series}
      error={errorAt('examSeriesId')}
      value={answers.examSeriesId}
      options={choices.series.map(({ id, name, status }) => ({ value: id, label: name, disabled: status !== 'open' }))}
      onChange={(event) => change({ examSeriesId: event.target.value, componentIds: [] })}
    />
  );
}

function PartAnswer({ part, choices, answers }: InfoProps & { part: Part; answers: Info['answers'] }) {
  const award = choices.codes.find(({ cashInCodeId }) => cashInCodeId === answers.cashInCodeId);
  const texts: Record<Part, string | undefined> = {
    cashInCode: award && `${award.cashInCode} · ${award.name}`,
    examSeries: choices.series.find(({ id }) => id === answers.examSeriesId)?.name,
    centre: choices.centres.find(({ id }) => id === answers.centreId)?.displayName,
    candidateNumber: answers.candidateNumber,
    uciNumber: answers.uciNumber,
    details: undefined,
  };
  return <p className="font-bold tabular-nums">{texts[part]}</p>;
}
