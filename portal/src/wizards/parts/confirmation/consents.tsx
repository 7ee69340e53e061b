import type { SavedCandidate } from '@exam/contract/entities';
import { statementsFor, type ConsentStatement } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import type { Product } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { statementWords } from '../../../messages/statements.ts';
import { StatementBox } from '../../../page/statement-box.tsx';
import { candidateName } from '../../../page/candidates.ts';

/** The statements to tick: four when there is an adult, five when there is a minor (3-domain 6.1). Each has one box of its own. */
export function consentKeys(
  candidates: readonly Pick<SavedCandidate, 'id'>[],
  minorIds: readonly string[],
): ConsentStatement[] {
  const hasMinor = candidates.some((candidate) => minorIds.includes(candidate.id));
  const hasAdult = candidates.some((candidate) => !minorIds.includes(candidate.id));
  return [...(hasAdult ? statementsFor(false) : []), ...(hasMinor ? statementsFor(true) : [])];
}

/** Those not ticked yet. */
export function missingConsents(keys: readonly ConsentStatement[], ticked: ReadonlySet<string>): ConsentStatement[] {
  return keys.filter((key) => !ticked.has(key));
}

type Props = {
  product: Product;
  keys: readonly ConsentStatement[];
  candidates: readonly SavedCandidate[];
  minorIds: readonly string[];
  ticked: ReadonlySet<string>;
  onTicked: (ticked: ReadonlySet<string>) => void;
  /** Whether what is missing is marked. */
  isShown: boolean;
};

/** The statements, adults' and guardians' apart, with the names they are made for. No box ticks another. */
export function Consents(props: Props) {
  const words = useMessages(registrationWords).confirm;
  const namesOf = (minors: boolean) =>
    words.nameList(
      props.candidates.filter((each) => props.minorIds.includes(each.id) === minors).map((each) => candidateName(each)),
    );
  const groups = [
    { isMinor: false, title: words.consentsAdult(namesOf(false)) },
    { isMinor: true, title: words.consentsMinor(namesOf(true)) },
  ];
  return groups.map(({ isMinor, title }) => {
    const statements = statementsFor(isMinor).filter((each) => props.keys.includes(each));
    if (statements.length === 0) return null;
    return (
      <fieldset key={title}>
        <legend className="mb-1 font-serif text-xl">{title}</legend>
        <p className="mb-2 flex flex-wrap gap-x-5">
          <Link className="inline-flex min-h-11 items-center" href="/help/privacy" target="_blank">
            {words.privacy}
          </Link>
          {isMinor && (
            <Link className="inline-flex min-h-11 items-center" href="/help/childProtection" target="_blank">
              {words.children}
            </Link>
          )}
        </p>
        {statements.map((statement) => (
          <Statement key={statement} statement={statement} {...props} />
        ))}
      </fieldset>
    );
  });
}

function Statement({ statement, product, ticked, onTicked, isShown }: Props & { statement: ConsentStatement }) {
  const words = useMessages(registrationWords).confirm;
  const { consents } = useMessages(statementWords);
  const isTicked = ticked.has(statement);
  return (
    <StatementBox
      id={statement}
      text={consents[statement]({ recipient: product.recipient })}
      error={isShown && !isTicked ? words.statementMissing : undefined}
      checked={isTicked}
      onChange={(event) => {
        const next = new Set(ticked);
        if (event.target.checked) next.add(statement);
        else next.delete(statement);
        onTicked(next);
      }}
    />
  );
}
