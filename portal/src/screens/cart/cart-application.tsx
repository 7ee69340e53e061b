import { useParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import {
  Button,
  Card,
  CopyCode,
  DateText,
  DescriptionList,
  LinkButton,
  Money,
  Notice,
  showToast,
} from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { later } from '../../app/later.ts';
import { cartChanged } from '../../app/session/session.ts';
import { applicationWords } from '../../messages/application.ts';
import { cartWords } from '../../messages/cart.ts';
import { ruleWords } from '../../messages/rules.ts';
import { statementWords } from '../../messages/statements.ts';
import { EditableLeave } from '../application/editable-leave.tsx';
import { Loaded } from '../../page/loaded.tsx';
import { PeopleCards, type Registration } from '../application/people.tsx';
import { SittingTime, VenueText } from '../../page/sitting.tsx';
import { cartApplication } from './cart-data.ts';
import { RemoveLine } from './remove-line.tsx';

const CartLeaveForm = later(
  () => import('./cart-leave-form.tsx').then((module) => module.CartLeaveForm),
  ruleWords,
  statementWords,
);

/** One registration of the cart: what it says, the way of leaving to change, or all of it to do again. */
export function CartApplication() {
  const { id = '' } = useParams();
  const { language } = useLanguage();
  const words = useMessages(cartWords).page;
  const query = useQuery(cartApplication(language, id));
  const back = (
    <LinkButton href="/candidate/shopping-cart" variant="secondary">
      {words.toCart}
    </LinkButton>
  );
  return (
    <div className="page-width py-8">
      <Loaded query={query} gone={back} isWholePage>
        {(registration) => (
          <>
            <h1 className="mb-4 text-3xl">
              {registration.examInfo.productName} · {registration.examInfo.subjectName}
            </h1>
            {registration.status === 'Initiated' ? (
              <InCart registration={registration} />
            ) : (
              <NotInCart registration={registration} />
            )}
            <p className="mt-6">{back}</p>
          </>
        )}
      </Loaded>
    </div>
  );
}

function NotInCart({ registration }: { registration: Registration }) {
  const words = useMessages(cartWords).page;
  return (
    <Notice tone="warning" title={words.notInCart}>
      <p className="mt-3 flex flex-wrap gap-3">
        <LinkButton href={`/candidate/application/${registration.id}`}>{words.toExam}</LinkButton>
        {registration.payment !== null && (
          <LinkButton variant="secondary" href={`/candidate/order/${registration.payment.orderId}`}>
            {words.toOrder}
          </LinkButton>
        )}
      </p>
    </Notice>
  );
}

function InCart({ registration }: { registration: Registration }) {
  const words = useMessages(cartWords).page;
  return (
    <div className="grid gap-4">
      <Notice>{words.inCart}</Notice>
      <ExamCard registration={registration} />
      <PeopleCards registration={registration} />
      <LeavePart registration={registration} />
      <Again registration={registration} />
    </div>
  );
}

function ExamCard({ registration }: { registration: Registration }) {
  const words = useMessages(cartWords);
  const { fields } = useMessages(applicationWords);
  const { language } = useLanguage();
  const { examInfo, session } = registration;
  const notice = language === 'zh' ? examInfo.specialNoticeCn : examInfo.specialNoticeEn;
  return (
    <Card>
      <DescriptionList
        items={[
          { term: fields.code, detail: <CopyCode code={registration.code} label={fields.code} /> },
          { term: fields.date, detail: <DateText date={examInfo.examDate} /> },
          { term: fields.time, detail: <SittingTime {...examInfo} /> },
          {
            term: fields.city,
            detail: (
              <>
                {session.cityName}
                {examInfo.venue && (
                  <span className="block">
                    <VenueText venue={examInfo.venue} />
                  </span>
                )}
              </>
            ),
          },
          { term: words.page.fee, detail: <Money fen={registration.amount} className="font-bold" /> },
        ]}
      />
      <div className="mt-3 grid gap-2 empty:hidden">
        {notice !== null && <Notice>{notice}</Notice>}
        {session.notice !== null && <Notice>{session.notice}</Notice>}
      </div>
    </Card>
  );
}

function LeavePart({ registration }: { registration: Registration }) {
  const words = useMessages(cartWords).page;
  const { candidateId } = registration.applicationCandidate;
  return (
    <EditableLeave
      registration={registration}
      canEdit={candidateId !== null}
      label={words.changeLeave}
      note={candidateId === null && <p className="text-ink-2">{words.candidateGone}</p>}
      form={({ close }) =>
        candidateId !== null && (
          <CartLeaveForm
            registration={registration}
            candidateId={candidateId}
            onCancel={close}
            onSaved={() => {
              void showToast(words.saved, 'success');
              close();
              void cartChanged();
            }}
          />
        )
      }
    />
  );
}

function Again({ registration }: { registration: Registration }) {
  const words = useMessages(cartWords).page;
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.again}</h2>
      <p className="text-ink-2">{words.againText}</p>
      <Button variant="secondary" className="mt-3" onClick={() => setAsking(true)}>
        {words.againAction}
      </Button>
      <RemoveLine
        id={isAsking ? registration.id : null}
        title={words.again}
        question={words.againSure}
        confirmLabel={words.againAction}
        onCancel={() => setAsking(false)}
        onDone={() =>
          void navigate(`/exam-registration?product=${encodeURIComponent(registration.testInfo.productCode)}`)
        }
      />
    </Card>
  );
}
