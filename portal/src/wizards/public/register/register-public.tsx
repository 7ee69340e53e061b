import { maximumOrderLines, type OrderPrice } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Card, Notice, Skeleton } from '@exam/ui/parts';
import { useRef, useState } from 'react';
import { useNames, type Product } from '../../../app/catalogue.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { SectionHead } from '../../parts/confirmation/section-head.tsx';
import { Register } from '../../parts/register/register.tsx';
import { isOpen, priceOf, timesOf, useSittings, type Sitting } from '../choose/sittings.ts';
import { optionName, optionOf } from '../subject-options.ts';
import type { StepProps } from '../step-screen.ts';
import { Beside } from './beside.tsx';
import { ExamFacts } from './exam-facts.tsx';
import { findWarnings } from './find-warnings.ts';
import { PricePreview } from './price-preview.tsx';
import { useSubmission, type Onward } from './use-submission.ts';

/** The second page: what was chosen, who sits the exam, the form, the fees, the statements, and the order. */
export function RegisterPublic(props: StepProps) {
  const { session: words } = useMessages(registrationWords);
  const sittings = useSittings(props.draft);
  if (sittings === undefined) return <Skeleton count={3} shape="block" />;
  if (sittings.gone.length > 0) return <ChooseAgain {...props} sittings={sittings.chosen} text={words.gone} />;
  return <Registering {...props} sittings={sittings.chosen} />;
}

/** Says why, and goes back to the sessions; those that can still be had stay chosen. */
function ChooseAgain({ draft, jump, sittings, text }: StepProps & { sittings: readonly Sitting[]; text: string }) {
  const words = useMessages(registrationWords).confirm;
  const open = sittings.filter(({ session }) => isOpen(session)).map(({ session }) => session.id);
  const kept = draft.sittings.filter(({ sessionId }) => open.includes(sessionId));
  return (
    <Notice tone="warning" live>
      <p className="mb-3">{text}</p>
      <Button variant="secondary" onClick={() => jump('selectSession', { sittings: kept })}>
        {words.otherSession}
      </Button>
    </Notice>
  );
}

function Registering(props: StepProps & { sittings: readonly Sitting[] }) {
  const { draft, product, sittings, jump } = props;
  const words = useMessages(registrationWords);
  const submission = useSubmission(props);
  const onward = useRef<Onward>('order');
  const [column, setColumn] = useState<HTMLElement | null>(null);
  const wanted = useWanted(product, sittings);
  return (
    <div className="register">
      {submission.notice !== null && <ChooseAgain {...props} text={submission.notice} />}
      <section ref={setColumn} className="register-aside">
        <SectionHead title={words.confirm.exam} onChange={() => jump('selectSession')} />
        <Card>
          <ExamFacts product={product} sittings={sittings} />
        </Card>
      </section>
      <Register
        product={product}
        // The first day: who may leave alone then may do so on the later ones.
        examDate={wanted.map(({ examDate }) => examDate).reduce((a, b) => (a < b ? a : b))}
        isOne={false}
        limit={Math.floor(maximumOrderLines / sittings.length)}
        initial={draft}
        lead={words.candidate.lead}
        findWarnings={async (people) => await findWarnings({ productId: product.id, wanted, people })}
        submit={({ people: _people, ...filled }) => {
          const total = priceOf(sittings, filled.candidateIds)?.payAmount ?? null;
          submission.submit({ draft: { ...draft, ...filled }, onward: onward.current, total });
        }}
        isBusy={submission.isBusy}
        refused={submission.refused}
        actions={(given) => (
          <Actions
            {...given}
            total={given.candidateIds.length === 0 ? null : priceOf(sittings, given.candidateIds)}
            onChoose={(way) => (onward.current = way)}
          />
        )}
      >
        {(candidates) => (
          <>
            <FewSeats sittings={sittings} candidates={candidates.length} />
            <Beside column={column}>
              <PricePreview product={product} sittings={sittings} candidates={candidates} />
            </Beside>
          </>
        )}
      </Register>
    </div>
  );
}

/** What is sat when, with its name. */
function useWanted(product: Product, sittings: readonly Sitting[]) {
  const { nameOf } = useNames();
  return sittings.map((sitting) => {
    const { session, subjectIds } = sitting;
    const option = optionOf(product, subjectIds[0]);
    const exam = option === undefined ? '' : optionName(option, nameOf);
    return { subjectIds, exam, examDate: session.examDate, ...timesOf(sitting) };
  });
}

/** Says it where the session with the fewest seats has not enough of them. */
function FewSeats({ sittings, candidates }: { sittings: readonly Sitting[]; candidates: number }) {
  const words = useMessages(registrationWords).candidate;
  const free = Math.min(...sittings.map(({ session }) => session.freeSeats));
  if (candidates <= free) return null;
  return (
    <Notice tone="warning" live>
      {words.fewSeats({ free, chosen: candidates })}
    </Notice>
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
