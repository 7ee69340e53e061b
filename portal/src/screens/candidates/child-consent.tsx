import { CheckboxField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import { candidatesWords } from '../../messages/candidates.ts';
import { statementWords } from '../../messages/statements.ts';

type Props = {
  id: string;
  isTicked: boolean;
  error: string | undefined;
  /** Whose consent it is, where there are several at once. */
  names?: readonly string[];
  onTick: (isTicked: boolean) => void;
};

/** The guardian's consent without which no child under 14 is kept, beside the rules it speaks of (PIPL 31). Nothing is ticked beforehand. */
export function ChildConsent({ id, isTicked, error, names = [], onTick }: Props) {
  const words = useMessages(candidatesWords).form;
  const { consents } = useMessages(statementWords);
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-1 text-xl">
        {words.consentTitle}
      </h2>
      <p className="text-ink-2">{words.consentIntro}</p>
      {names.length > 0 && (
        <ul className="my-2 flex flex-wrap gap-x-5" translate="no">
          {names.map((name, position) => (
            <li key={`${position} ${name}`}>{name}</li>
          ))}
        </ul>
      )}
      <p>
        <Link className="inline-flex min-h-11 items-center" href="/help/childProtection" target="_blank">
          {words.childRules}
        </Link>
      </p>
      <CheckboxField
        id={id}
        label={consents.childKept({ recipient: null })}
        error={error}
        checked={isTicked}
        onChange={(event) => onTick(event.target.checked)}
      />
    </section>
  );
}
