import { SelectField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Notice, Skeleton, type FieldError } from '@exam/ui/parts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../../../app/session/session.ts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { StepActions } from '../../parts/step-actions.tsx';
import { BoardSelects } from './board-selects.tsx';
import { servicesOf, type Service } from '../post-test-data.ts';
import { fitting, levelsOf, seriesFor, servicesFor, type ServiceChoice } from './choice.ts';
import { ServiceTiles } from './tiles.tsx';
import { useDraftSaving } from '../draft/use-saving.ts';
import type { StepProps } from '../wizard.ts';

/** Step 2: board, product, level, series and service, with windows and fees. */
export function ChooseService(props: StepProps) {
  const { language } = useLanguage();
  const words = useMessages(postTestWizardWords);
  const services = useQuery({ ...servicesOf(language, props.product.id), placeholderData: keepPreviousData });
  if (services.data !== undefined) return <ServiceForm {...props} services={services.data} />;
  if (!services.isError) return <Skeleton count={3} />;
  return (
    <Notice tone="error" live>
      <p className="mb-3">{words.failed}</p>
      <Button variant="secondary" onClick={() => void services.refetch()}>
        {words.again}
      </Button>
    </Notice>
  );
}

function ServiceForm(props: StepProps & { services: readonly Service[] }) {
  const { product, progress, services } = props;
  const words = useMessages(postTestWizardWords).service;
  const navigate = useNavigate();
  const { isLogin } = useSession();
  const [code, setCode] = useState(product.code);
  const [choice, setChoice] = useState<ServiceChoice>(() =>
    fitting(services, {
      levelId: progress.levelId ?? '',
      examSeriesId: progress.examSeriesId ?? '',
      serviceId: progress.serviceId ?? '',
    }),
  );
  /** What was missing at the last try, and how often something was. */
  const [missing, setMissing] = useState({ attempt: 0, field: '' });
  const { isSaving, saveChoice } = useDraftSaving(props);
  const isOther = code !== product.code;
  // What comes after the field that was missing has not been asked for yet.
  const errors = isOther ? [] : errorsOf(choice, words).filter(({ field }) => field === missing.field);
  const errorAt = (field: string) => errors.find((error) => error.field === field)?.text;
  const change = (part: Partial<ServiceChoice>) => setChoice(fitting(services, { ...choice, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Another product has another declaration, which is read first.
    if (isOther) return void navigate(`/exam-registration?product=${encodeURIComponent(code)}`);
    const [first] = errorsOf(choice, words);
    if (first !== undefined) return setMissing({ attempt: missing.attempt + 1, field: first.field });
    const service = services.find(({ id }) => id === choice.serviceId);
    if (service === undefined) return undefined;
    const chosen = { ...choice, componentRule: service.componentRule };
    return isLogin ? saveChoice(chosen) : props.signIn(chosen);
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-form">
      <ErrorSummary attempt={missing.attempt} errors={errors} />
      <BoardSelects product={product} code={code} onCode={setCode} />
      {!isOther && <Choices services={services} choice={choice} change={change} errorAt={errorAt} />}
      {!isLogin && <p className="mt-4 text-ink-2">{words.signIn}</p>}
      <StepActions back={props.back} busy={isSaving} />
    </form>
  );
}

/** Level, series, and the services of both. */
function Choices(props: {
  services: readonly Service[];
  choice: ServiceChoice;
  change: (part: Partial<ServiceChoice>) => void;
  errorAt: (field: string) => string | undefined;
}) {
  const { services, choice, change, errorAt } = props;
  const words = useMessages(postTestWizardWords).service;
  return (
    <>
      <SelectField
        id="level"
        label={words.level}
        error={errorAt('level')}
        value={choice.levelId}
        options={levelsOf(services)}
        onChange={(event) => change({ levelId: event.target.value })}
      />
      <SelectField
        id="series"
        label={words.series}
        error={errorAt('series')}
        value={choice.examSeriesId}
        options={seriesFor(services, choice.levelId)}
        onChange={(event) => change({ examSeriesId: event.target.value })}
      />
      {choice.levelId !== '' && choice.examSeriesId !== '' && (
        <ServiceTiles
          services={servicesFor(services, choice)}
          choice={choice}
          error={errorAt('service')}
          onChoose={(serviceId) => change({ serviceId })}
        />
      )}
    </>
  );
}

function errorsOf(
  { levelId, examSeriesId, serviceId }: ServiceChoice,
  words: { chooseLevel: string; chooseSeries: string; choose: string },
): FieldError[] {
  if (levelId === '') return [{ field: 'level', text: words.chooseLevel }];
  if (examSeriesId === '') return [{ field: 'series', text: words.chooseSeries }];
  return serviceId === '' ? [{ field: 'service', text: words.choose }] : [];
}
