import type { OrderPrice } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card, Notice, Skeleton } from '@exam/ui/parts';
import { useRef } from 'react';
import { registrationWords } from '../../../messages/registration.ts';
import { SectionHead } from '../../parts/confirmation/section-head.tsx';
import { Register } from '../../parts/register/register.tsx';
import { priceOf, timesOf, useChosenSession, type Session } from '../choose/chosen-session.ts';
import type { StepProps } from '../step-screen.ts';
import { ExamFacts } from './exam-facts.tsx';
import { findWarnings } from './find-warnings.ts';
import { PricePreview } from './price-preview.tsx';
import { useSubmission, type Onward } from './use-submission.ts';

/** Most candidates of one submission; the call takes no more. */
const limit = 50;

/** The second page: what was chosen, who sits the exam, the form, the fees, the statements, and the order. */
export function RegisterPublic(props: StepProps) {
  const words = useMessages(registrationWords);
  const session = useChosenSession(props.draft);
  if (session.data === undefined) return <Skeleton count={3} shape="block" />;
  if (session.data === null) return <ChooseAgain {...props} text={words.session.gone} />;
  return <Registering {...props} session={session.data} />;
}

/** Says why, and goes back to the list of sessions with nothing chosen. */
function ChooseAgain({ jump, text }: StepProps & { text: string }) {
  const words = useMessages(registrationWords).confirm;
  return (
    <Notice tone="warning" live>
      <p className="mb-3">{text}</p>
      <Button variant="secondary" onClick={() => jump('selectSession', { sessionId: null, sessionSubjectIds: [] })}>
        {words.otherSession}
      </Button>
    </Notice>
  );
}

function Registering(props: StepProps & { session: Session }) {
  const { draft, product, session, jump } = props;
  const words = useMessages(registrationWords);
  const submission = useSubmission(props);
  const onward = useRef<Onward>('order');
  const { subjectIds } = draft;
  return (
    <div className="register">
      {submission.notice !== null && <ChooseAgain {...props} text={submission.notice} />}
      <section className="register-aside">
        <SectionHead title={words.confirm.exam} onChange={() => jump('selectSession')} />
        <Card>
          <ExamFacts product={product} session={session} subjectIds={subjectIds} />
        </Card>
      </section>
      <Register
        product={product}
        examDate={session.examDate}
        isOne={false}
        limit={limit}
        initial={draft}
        lead={words.candidate.lead}
        findWarnings={async (people) => {
          const sitting = { examDate: session.examDate, ...timesOf(session, subjectIds) };
          return await findWarnings({ productId: product.id, subjectIds, sitting, people });
        }}
        submit={({ people: _people, ...filled }) => {
          const total = priceOf(session, subjectIds, filled.candidateIds)?.payAmount ?? null;
          submission.submit({ draft: { ...draft, ...filled }, onward: onward.current, total });
        }}
        isBusy={submission.isBusy}
        refused={submission.refused}
        actions={(given) => (
          <Actions
            {...given}
            total={given.candidateIds.length === 0 ? null : priceOf(session, subjectIds, given.candidateIds)}
            onChoose={(way) => (onward.current = way)}
          />
        )}
      >
        {(candidates) => (
          <>
            {candidates.length > session.freeSeats && (
              <Notice tone="warning" live>
                {words.candidate.fewSeats({ free: session.freeSeats, chosen: candidates.length })}
              </Notice>
            )}
            <PricePreview session={session} subjectIds={subjectIds} candidates={candidates} />
          </>
        )}
      </Register>
    </div>
  );
}

/** To order and pay at once, or into the cart with others. */
function Actions(props: {
  form: string;
  isBusy: boolean;
  total: OrderPrice | null;
  onChoose: (onward: Onward) => void;
}) {
  const { form, isBusy, total, onChoose } = props;
  const words = useMessages(registrationWords).confirm;
  const formats = useFormats();
  return (
    <>
      <Button type="submit" form={form} busy={isBusy} onClick={() => onChoose('order')}>
        {words.order(total && formats.money(total.payAmount))}
      </Button>
      <Button variant="secondary" type="submit" form={form} busy={isBusy} onClick={() => onChoose('cart')}>
        {words.submit}
      </Button>
    </>
  );
}
