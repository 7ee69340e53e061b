import type { PostTestStatement } from '@exam/contract/entities';
import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import type { Product } from '../../../app/catalogue.ts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { statementWords } from '../../../messages/statements.ts';
import { StatementBox } from '../../../page/statement-box.tsx';

/** The consent texts of the service chosen, each with a box of its own that starts empty. */
export function ConfirmStatements(props: {
  product: Product;
  statements: readonly PostTestStatement[];
  ticked: ReadonlySet<string>;
  onTicked: (ticked: ReadonlySet<string>) => void;
  isShown: boolean;
}) {
  const { ticked, onTicked } = props;
  const words = useMessages(postTestWizardWords).confirm;
  const { confirm } = useMessages(registrationWords);
  const { postTestConsents } = useMessages(statementWords);
  const toggle = (statement: string, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(statement);
    else next.delete(statement);
    onTicked(next);
  };
  return (
    <fieldset>
      <legend className="mb-1 font-serif text-xl">{words.consents}</legend>
      <p className="mb-2">
        <Link className="inline-flex min-h-11 items-center" href="/help/privacy" target="_blank">
          {confirm.privacy}
        </Link>
      </p>
      {props.statements.map((statement) => (
        <StatementBox
          key={statement}
          id={statement}
          text={postTestConsents[statement]({ recipient: props.product.recipient })}
          error={props.isShown && !ticked.has(statement) ? words.consentMissing : undefined}
          checked={ticked.has(statement)}
          onChange={(event) => toggle(statement, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}
