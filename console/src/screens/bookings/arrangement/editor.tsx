import { fieldMessage } from '@exam/contract/messages';
import { formatMoney, instantOf } from '@exam/contract/rules';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, ConfirmDialog, Notice } from '@exam/ui/parts';
import { TextAreaField, TextField } from '@exam/ui/form';
import { useState } from 'react';
import { DayField, TimeField } from '../../../fields/index.ts';
import { bookingsWords } from '../../../messages/bookings.ts';
import { pageWords } from '../../../messages/page.ts';
import { loadAgain, Refusal, Section, useStaffAction, type FieldErrors } from '../../../page/index.ts';
import type { Issuing } from '../acts.tsx';
import {
  arrangementOf,
  draftOf,
  emptyPaper,
  filled,
  formOf,
  latestOf,
  problemsOf,
  totalOf,
  type ArrangementForm,
  type PaperForm,
} from './form.ts';
import type { Booking, Prices } from '../types.ts';
import { PaperFields, usePlaces } from './paper-fields.tsx';
import { isOffList, usePrices } from './prices.ts';

type EditorProps = { booking: Booking; event: Issuing; onSent: () => void; onClose: () => void };

/**
 * Arranges a booking: papers, places, times, and fees and the time to pay as the price list has them until somebody types others. A draft can be kept at any
 * time; what is sent is shown once more before. Of two at once, the second is told and loads the page again.
 */
export function ArrangementEditor({ booking, event, onSent, onClose }: EditorProps) {
  const words = useMessages(bookingsWords).editor;
  const [typed, setTyped] = useState(() => formOf(booking));
  const [isChecked, setChecked] = useState(false);
  const [isSure, setSure] = useState(false);
  const prices = usePrices(booking.bookingId, typed.papers);
  const form = filled(typed, prices, usePlaces(booking.bookingId));
  const change = (next: Partial<ArrangementForm>) => setTyped((before) => ({ ...before, ...next }));
  const sending = useStaffAction<'bookings.confirm' | 'bookings.update' | 'bookings.reissue'>(`bookings.${event}`, {
    isQuiet: true,
    done: ({ isPriceProposed }) => (isPriceProposed ? words.asked : words.sent),
    onDone: onSent,
  });
  const drafting = useStaffAction('bookings.saveDraft', { done: words.draftSaved });
  const problems = problemsOf(form);
  const errors = useErrors(isChecked ? problems : nothing, sending.problem?.fields ?? {});
  const params = { id: booking.bookingId };
  const { version } = booking;
  const review = () => {
    setChecked(true);
    if (problems.size === 0) setSure(true);
  };
  const send = () => {
    setSure(false);
    sending.act({ params, body: { version, arrangement: arrangementOf(form) } });
  };
  return (
    <Section title={words[event]}>
      <Refusal problem={sending.problem} />
      {sending.isConflict && <Conflict />}
      {isChecked && problems.size > 0 && <Notice tone="error">{words.incomplete}</Notice>}
      <Papers booking={booking} form={form} prices={prices} errors={errors} change={change} />
      <Terms form={form} prices={prices} errors={errors} change={change} />
      <p className="mt-4 text-lg font-semibold">{words.total(formatMoney(totalOf(form)))}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={review} busy={sending.isBusy}>
          {words.send}
        </Button>
        {booking.actions.includes('saveDraft') && (
          <Button
            variant="secondary"
            busy={drafting.isBusy}
            onClick={() => drafting.act({ params, body: { version, draft: draftOf(form) } })}
          >
            {words.saveDraft}
          </Button>
        )}
        <Button variant="quiet" onClick={onClose}>
          {words.close}
        </Button>
      </div>
      {isSure && (
        <Sure form={form} isOff={isOffList(form.papers, prices)} onSend={send} onCancel={() => setSure(false)} />
      )}
    </Section>
  );
}

const nothing: ReadonlyMap<string, 'required' | 'amount'> = new Map();

function useErrors(problems: ReadonlyMap<string, 'required' | 'amount'>, fields: Readonly<Record<string, string>>) {
  const words = useMessages(bookingsWords).editor;
  const { language } = useLanguage();
  const errors: FieldErrors = (path) => {
    const own = problems.get(path);
    if (own !== undefined) return words[own];
    const code = fields[path];
    return code === undefined ? undefined : fieldMessage(language, code);
  };
  return errors;
}

function Conflict() {
  const words = useMessages(pageWords);
  return (
    <Button variant="secondary" small className="my-2" onClick={() => void loadAgain()}>
      {words.loadAgain}
    </Button>
  );
}

type SureProps = {
  form: ArrangementForm;
  /** At another price than the list's a colleague is asked. */
  isOff: boolean;
  onSend: () => void;
  onCancel: () => void;
};

function Sure({ form, isOff, onSend, onCancel }: SureProps) {
  const words = useMessages(bookingsWords).editor;
  const formats = useFormats();
  const until = formats.deadline(instantOf(form.payDate, form.payTime));
  const price = formatMoney(totalOf(form));
  if (isOff)
    return (
      <ConfirmDialog open title={words.sureAsk} confirmLabel={words.ask} onConfirm={onSend} onCancel={onCancel}>
        <p>{words.sureAskText(form.papers.length, price)}</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog open title={words.sure} confirmLabel={words.send} onConfirm={onSend} onCancel={onCancel}>
      <p>{words.sureText(form.papers.length, price, until)}</p>
    </ConfirmDialog>
  );
}

type PartProps = {
  form: ArrangementForm;
  prices: Prices;
  errors: FieldErrors;
  change: (next: Partial<ArrangementForm>) => void;
};

function Papers({ booking, form, prices, errors, change }: PartProps & { booking: Booking }) {
  const words = useMessages(bookingsWords).editor;
  const put = (at: number, next: Partial<PaperForm>) =>
    change({ papers: form.papers.map((paper, index) => (index === at ? { ...paper, ...next } : paper)) });
  return (
    <>
      {form.papers.map((paper, index) => (
        <PaperFields
          key={paper.key}
          bookingId={booking.bookingId}
          number={index + 1}
          paper={paper}
          price={prices[index]}
          errors={(name) => errors(`papers.${index}.${name}`)}
          change={(next) => put(index, next)}
          onRemove={
            form.papers.length === 1
              ? null
              : () => change({ papers: form.papers.filter((other) => other.key !== paper.key) })
          }
        />
      ))}
      <Button
        variant="secondary"
        small
        className="mt-3"
        onClick={() => change({ papers: [...form.papers, { ...emptyPaper(), cityId: form.papers[0]?.cityId ?? '' }] })}
      >
        {words.addPaper}
      </Button>
    </>
  );
}

/** Until when to pay, and the words that go with it. */
function Terms({ form, prices, errors, change }: PartProps) {
  const words = useMessages(bookingsWords).editor;
  const formats = useFormats();
  const latest = latestOf(prices);
  const { payDate, payTime } = form;
  return (
    <div className="editor-grid mt-4">
      <DayField
        label={words.payDate}
        value={form.payDate}
        error={errors('payEndDate')}
        hint={latest === undefined ? undefined : words.payHint(formats.instant(latest))}
        onChange={(payDate) => change({ isLatest: false, payTime, payDate })}
      />
      <TimeField
        label={words.payTime}
        value={form.payTime}
        error={errors('payTime')}
        onChange={(payTime) => change({ isLatest: false, payDate, payTime })}
      />
      {latest !== undefined && !form.isLatest && (
        <Button
          variant="quiet"
          small
          className="self-end justify-self-start"
          onClick={() => change({ isLatest: true })}
        >
          {words.useLatest}
        </Button>
      )}
      <Remarks form={form} prices={prices} errors={errors} change={change} />
    </div>
  );
}

function Remarks({ form, prices, errors, change }: PartProps) {
  const words = useMessages(bookingsWords).editor;
  return (
    <div className="col-span-full">
      {(isOffList(form.papers, prices) || form.priceReason !== '') && (
        <TextField
          label={words.priceReason}
          value={form.priceReason}
          maxLength={500}
          error={errors('priceReason')}
          onChange={(event) => change({ priceReason: event.target.value })}
        />
      )}
      <TextAreaField
        label={words.note}
        optional
        rows={2}
        maxLength={1000}
        value={form.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <TextAreaField
        label={words.granted}
        optional
        rows={2}
        maxLength={1000}
        value={form.granted}
        error={errors('arrangementGranted')}
        onChange={(event) => change({ granted: event.target.value })}
      />
    </div>
  );
}
