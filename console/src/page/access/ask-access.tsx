import type { Problem } from '@exam/contract/client';
import { recordKinds } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { type ButtonVariant, LinkButton, Notice } from '@exam/ui/parts';
import { pageWords } from '../../messages/page.ts';
import { ActionButton } from '../action-dialog.tsx';

/**
 * What is in the place of a minor's record that may not be opened (3-domain 6.3): why, and the two ways to an approval. A colleague
 * gives that of the case, a privacy officer the standing one.
 */
export function AskAccess({ problem }: { problem: Problem }) {
  const words = useMessages(pageWords).minors;
  const asked = askedOf(problem.details);
  return (
    <section className="page-section" aria-labelledby="ask-access">
      <h1 id="ask-access" className="text-2xl">
        {words.title}
      </h1>
      <p className="my-4 max-w-prose">{asked?.cause === 'expired' ? words.expired : words.missing}</p>
      {asked?.isAsked === true && <Notice tone="info">{words.waits}</Notice>}
      <div className="mt-4 flex flex-wrap gap-2">
        {asked !== null && !asked.isAsked && (
          <ActionButton
            label={words.askCase}
            variant="primary"
            call="minors.ask"
            request={(reason) => ({ body: { recordKind: asked.recordKind, recordId: asked.recordId, reason } })}
            reason="needed"
            reasonHint={words.reasonHint}
            confirmLabel={words.ask}
            done={words.asked}
          >
            <p className="mb-4">{words.askCaseText}</p>
          </ActionButton>
        )}
        <AskStanding />
        <LinkButton variant="quiet" small href="/approvals">
          {words.toApprovals}
        </LinkButton>
      </div>
    </section>
  );
}

/** Asks a privacy officer for a standing approval of one's own. */
export function AskStanding({ variant = 'secondary' }: { variant?: ButtonVariant }) {
  const words = useMessages(pageWords).minors;
  return (
    <ActionButton
      label={words.askStanding}
      variant={variant}
      call="minors.askStanding"
      request={(reason) => ({ body: { reason } })}
      reason="needed"
      reasonHint={words.reasonHint}
      confirmLabel={words.ask}
      done={words.asked}
    >
      <p className="mb-4">{words.askStandingText}</p>
    </ActionButton>
  );
}

type Asked = { recordKind: (typeof recordKinds)[number]; recordId: string; cause: unknown; isAsked: boolean };

function askedOf(details: object | undefined): Asked | null {
  const given = new Map<string, unknown>(Object.entries(details ?? {}));
  const recordKind = recordKinds.find((kind) => kind === given.get('recordKind'));
  const recordId = given.get('recordId');
  if (recordKind === undefined || typeof recordId !== 'string') return null;
  return { recordKind, recordId, cause: given.get('cause'), isAsked: given.get('isAsked') === true };
}
