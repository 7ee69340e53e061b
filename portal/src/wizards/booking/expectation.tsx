import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, ErrorSummary, Notice, Skeleton, type FieldError } from '@exam/ui/parts';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { queryClient } from '../../app/api.ts';
import { useNames, type Product, type ProductLine } from '../../app/catalogue.ts';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { registrationWords } from '../../messages/registration.ts';
import { NoticeFold } from '../parts/notice-fold.tsx';
import { BookingNotice } from './need-to-know.tsx';
import { serviceDates, useBookedExams } from './booked-exams.ts';
import { DateChoice } from './date-choice.tsx';
import { isAvailable } from './service-marks.ts';
import type { StepProps } from './wizard.ts';

type Offices = NonNullable<ReturnType<typeof useBookedExams>['offices']>;

/** The first page: what to know and agree to, and what the person wishes for: category, exam, test centre, date. */
export function Expectation(props: StepProps) {
  const words = useMessages(bookingWizardWords).expectation;
  const all = useMessages(registrationWords).notOffered;
  const { lines, offices, isFailed, again } = useBookedExams(props.product);
  if (lines !== undefined && offices !== undefined) {
    return <ExpectationForm {...props} lines={lines} offices={offices} />;
  }
  if (!isFailed) return <Skeleton count={3} />;
  return (
    <Notice tone="error" live title={all.failed}>
      <p className="mb-3">{words.failed}</p>
      <Button variant="secondary" onClick={again}>
        {all.again}
      </Button>
    </Notice>
  );
}

type FormProps = StepProps & { lines: readonly ProductLine[]; offices: Offices };

function ExpectationForm(props: FormProps) {
  const { product, draft, offices } = props;
  const {
    expectation: words,
    notice: { title: noticeTitle },
  } = useMessages(bookingWizardWords);
  const { next } = useMessages(registrationWords);
  const navigate = useNavigate();
  const [code, setCode] = useState(product.code);
  const [officeId, setOffice] = useState(offices.find(({ id }) => id === draft.officeId)?.id ?? '');
  const [date, setDate] = useState(draft.expectDate);
  const [attempt, setAttempt] = useState(0);
  const isOther = code !== product.code;
  const { agreeMissing } = useMessages(registrationWords).notice;
  const read = (hasReadNotice: boolean) => ({
    productId: product.id,
    registrationTemplateId: product.registrationTemplateId,
    productLastModifiedOn: product.lastModifiedOn,
    hasReadNotice,
  });
  const errors = isOther
    ? []
    : [
        ...(draft.hasReadNotice ? [] : [{ field: 'agree', text: agreeMissing }]),
        ...errorsOf({ productId: product.id, officeId, date }, words),
      ];
  const shown = attempt > 0 ? errors : [];
  const errorAt = (field: string) => shown.find((error) => error.field === field)?.text;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Another exam has another notice, which is read first.
    if (isOther) return void navigate(`/exam-registration?product=${encodeURIComponent(code)}`);
    if (errors.length > 0) return setAttempt(attempt + 1);
    return props.save({ ...read(true), officeId, expectDate: date });
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-form">
      <ErrorSummary attempt={attempt} errors={shown} />
      <NoticeFold
        product={product}
        title={noticeTitle}
        isAgreed={draft.hasReadNotice}
        error={errorAt('agree')}
        onAgreed={(isAgreed) => props.keep(read(isAgreed))}
      >
        <BookingNotice product={product} />
      </NoticeFold>
      <p className="mb-5 text-ink-2">{words.lead}</p>
      <ExamSelects product={product} lines={props.lines} code={code} onCode={setCode} />
      {!isOther && (
        <CentreAndDate {...{ product, offices, officeId, date, errorAt }} onOffice={setOffice} onDate={setDate} />
      )}
      <div className="step-actions">
        <Button type="submit">{next}</Button>
      </div>
    </form>
  );
}

/** The test centre, then a day that it has free. */
function CentreAndDate(props: {
  product: Product;
  offices: Offices;
  officeId: string;
  date: string | null;
  errorAt: (field: string) => string | undefined;
  onOffice: (id: string) => void;
  onDate: (date: string) => void;
}) {
  const { product, offices, officeId, date, errorAt } = props;
  const words = useMessages(bookingWizardWords).expectation;
  return (
    <>
      <SelectField
        id="expect-centre"
        label={words.centre}
        error={errorAt('expect-centre')}
        value={officeId}
        options={offices.map((office) => ({ value: office.id, label: office.name }))}
        onChange={(event) => props.onOffice(event.target.value)}
      />
      {offices.length === 0 && <Notice tone="warning">{words.noCentre}</Notice>}
      {officeId === '' ? (
        <p id="expect-date" tabIndex={-1} className="mb-5 text-ink-2">
          {words.centreFirst}
        </p>
      ) : (
        <DateChoice
          key={officeId}
          productId={product.id}
          officeId={officeId}
          value={date}
          onChange={props.onDate}
          error={errorAt('expect-date')}
        />
      )}
    </>
  );
}

/** Category and exam. Choosing another exam says first what that means. */
function ExamSelects(props: {
  product: Product;
  lines: readonly ProductLine[];
  code: string;
  onCode: (code: string) => void;
}) {
  const { product, lines, code, onCode } = props;
  const words = useMessages(bookingWizardWords).expectation;
  const { nameOf } = useNames();
  const line = lines.find(({ products }) => products.some((each) => each.code === code)) ?? lines[0];
  const chosen = line?.products.find((each) => each.code === code) ?? product;
  return (
    <>
      <SelectField
        label={words.category}
        placeholder={null}
        value={line?.id ?? ''}
        options={lines.map((each) => ({ value: each.id, label: nameOf(each) }))}
        onChange={(event) => onCode(lines.find(({ id }) => id === event.target.value)?.products[0]?.code ?? code)}
      />
      <SelectField
        label={words.exam}
        placeholder={null}
        value={chosen.code}
        options={(line?.products ?? []).map((each) => ({ value: each.code, label: nameOf(each) }))}
        onChange={(event) => onCode(event.target.value)}
      />
      {code !== product.code && <Notice live>{words.otherExam(nameOf(chosen))}</Notice>}
    </>
  );
}

/** What is missing, and a date that the centre does not have; the server checks again. */
function errorsOf(
  { productId, officeId, date }: { productId: string; officeId: string; date: string | null },
  words: { chooseCentre: string; chooseDate: string; dateGone: string },
): FieldError[] {
  if (officeId === '') return [{ field: 'expect-centre', text: words.chooseCentre }];
  if (date === null) return [{ field: 'expect-date', text: words.chooseDate }];
  const dates = queryClient.getQueryData(serviceDates(productId, officeId).queryKey);
  const isGone = dates !== undefined && !isAvailable(dates, date);
  return isGone ? [{ field: 'expect-date', text: words.dateGone }] : [];
}
