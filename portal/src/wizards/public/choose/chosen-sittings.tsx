import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useNames } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import type { StepProps } from '../step-screen.ts';
import { optionName, type SubjectOption } from '../subject-options.ts';
import { timesOf, useSittings } from './sittings.ts';

/** When and where each subject is sat, a button to choose another session where those of several are not all on show, and the way on once all have one. */
export function ChosenSittings(props: {
  draft: StepProps['draft'];
  options: readonly SubjectOption[];
  onChange: (option: SubjectOption) => void;
  onNext: () => void;
}) {
  const { draft, options } = props;
  const words = useMessages(registrationWords);
  const formats = useFormats();
  const { nameOf } = useNames();
  const found = useSittings(draft);
  const rows = options.map((option) => ({
    option,
    sitting: found?.chosen.find(({ subjectIds }) => subjectIds[0] === option.ids[0]),
  }));
  if (rows.every(({ sitting }) => sitting === undefined)) return null;
  return (
    <section aria-label={words.session.yours} className="mb-6">
      <dl className="prices">
        {rows.map(({ option, sitting }) => (
          <div key={option.ids[0]}>
            <dt>{optionName(option, nameOf)}</dt>
            <dd>
              {sitting === undefined ? (
                words.session.toChoose
              ) : (
                <span className="flex flex-wrap items-center justify-end gap-x-4">
                  <span>
                    {formats.shortDate(sitting.session.examDate)}{' '}
                    {formats.times(timesOf(sitting).startTime, timesOf(sitting).endTime)} {sitting.session.cityName}
                  </span>
                  {options.length > 1 && (
                    <Button
                      variant="quiet"
                      small
                      aria-label={words.confirm.changeWhat(optionName(option, nameOf))}
                      onClick={() => props.onChange(option)}
                    >
                      {words.confirm.change}
                    </Button>
                  )}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {rows.every(({ sitting }) => sitting !== undefined) && (
        <Button className="mt-4" onClick={props.onNext}>
          {words.next}
        </Button>
      )}
    </section>
  );
}
