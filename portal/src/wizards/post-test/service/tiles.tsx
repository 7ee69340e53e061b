import { RadioTiles } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import type { Service } from '../post-test-data.ts';
import { windowOf, type ServiceChoice } from './choice.ts';

/** The services of a level and series, each with fee and window; one that is not open can be read but not chosen. */
export function ServiceTiles(props: {
  services: readonly Service[];
  choice: ServiceChoice;
  error: string | undefined;
  onChoose: (id: string) => void;
}) {
  const { services, choice } = props;
  const words = useMessages(postTestWizardWords).service;
  if (services.length === 0) return <Notice>{words.none}</Notice>;
  return (
    <RadioTiles
      id="service"
      name="service"
      label={words.legend}
      error={props.error}
      value={choice.serviceId === '' ? null : choice.serviceId}
      options={services.map((service) => ({
        value: service.id,
        label: service.name,
        hint: <About service={service} choice={choice} />,
        disabled: windowOf(service, choice.examSeriesId)?.status !== 'open',
      }))}
      onChange={(event) => props.onChoose(event.target.value)}
    />
  );
}

/** The fee of a service at a level, in words. */
function useFeeText(service: Service, levelId: string): string {
  const words = useMessages(postTestWizardWords).service;
  const { money } = useFormats();
  const fee = service.levels.find(({ id }) => id === levelId)?.total ?? 0;
  if (fee === 0) return words.free;
  return service.componentRule === 'some' ? words.each(money(fee)) : words.once(money(fee));
}

function About({ service, choice }: { service: Service; choice: ServiceChoice }) {
  const words = useMessages(postTestWizardWords).service;
  const { beginning, deadline } = useFormats();
  const window = windowOf(service, choice.examSeriesId);
  const feeText = useFeeText(service, choice.levelId);
  const dates = window && {
    open: deadline(window.closeAt),
    upcoming: beginning(window.openFrom),
    closed: deadline(window.closeAt),
  };
  const facts = [
    feeText,
    dates && words[window.status](dates[window.status]),
    service.turnaround && words.days(service.turnaround),
    service.requiresServiceName !== null && words.after(service.requiresServiceName),
  ].filter((fact) => typeof fact === 'string');
  return (
    <>
      {service.summary !== '' && <span className="block">{service.summary}</span>}
      {facts.map((fact, index) => (
        <span key={fact} className={`block ${index === 0 ? 'font-bold text-ink tabular-nums' : ''}`}>
          {fact}
        </span>
      ))}
    </>
  );
}
