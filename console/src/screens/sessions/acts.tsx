import type { SessionDetail } from '@exam/contract/staff';
import { SelectField, TextAreaField, TextField } from '@exam/ui/form';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, type ButtonVariant } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { DayField, MomentField } from '../../fields/index.ts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionDialog, MaskedNames, objectKey, typed } from '../../page/index.ts';
import { useChoices } from './choices.ts';
import { MoveSession } from './move-session.tsx';
import { ChangeFees } from './change-fees.tsx';
import { EditDraft } from './edit-draft.tsx';
import { Prepare } from './prepare.tsx';
import { instantOfLocal, localOf } from './price-fields.tsx';

type Props = { session: SessionDetail; onClose: () => void };

const dialogs = {
  publish: Publish,
  prepare: Prepare,
  changeCapacity: Capacity,
  changeWindow: Window,
  openOrClose: Now,
  editDraft: EditDraft,
  edit: Edit,
  move: MoveSession,
  changeFees: ChangeFees,
  clone: Clone,
  takeBack: TakeBack,
  withdraw: Withdraw,
} satisfies Record<string, (props: Props) => ReactNode>;

type Act = keyof typeof dialogs;

/**
 * What the reader may do with a session now. A dialog keeps the session as it was when it was opened: the page loads itself again
 * meanwhile, and who decides on an older state must be told (S-1).
 */
export function Acts({ session }: { session: SessionDetail }) {
  const words = useMessages(sessionsWords);
  const may = useMay();
  const [open, setOpen] = useState<{ act: Act; session: SessionDetail } | null>(null);
  const isClosing = session.availability === 'Available' || session.availability === 'Full';
  const labels: Record<Act, string> = {
    publish: words.publish,
    prepare: words.prepare,
    changeCapacity: words.changeCapacity,
    changeWindow: words.changeWindow,
    openOrClose: isClosing ? words.closeNow : words.openNow,
    editDraft: words.editDraft,
    edit: words.editNotices,
    move: words.move,
    changeFees: words.changeFees,
    clone: words.clone,
    takeBack: words.takeBack,
    withdraw: words.withdraw,
  };
  const Dialog = open && dialogs[open.act];
  return (
    <>
      {actsOf(session, may('applications:write')).map((act) => (
        <Button key={act} variant={variants[act] ?? 'secondary'} small onClick={() => setOpen({ act, session })}>
          {labels[act]}
        </Button>
      ))}
      {open !== null && Dialog !== null && <Dialog session={open.session} onClose={() => setOpen(null)} />}
    </>
  );
}

const variants: Partial<Record<Act, ButtonVariant>> = { publish: 'primary', prepare: 'primary', withdraw: 'danger' };

function actsOf({ actions, status, availability }: SessionDetail, isRegistering: boolean): Act[] {
  const canNow = status === 'Published' && ['NotStarted', 'Available', 'Full'].includes(availability ?? '');
  const may: Partial<Record<Act, boolean>> = {
    prepare: isRegistering && availability === 'Available',
    openOrClose: canNow && actions.includes('changeWindow'),
    editDraft: status === 'Draft' && actions.includes('edit'),
    edit: status !== 'Draft' && actions.includes('edit'),
  };
  const events: readonly string[] = actions;
  return acts.filter((act) => may[act] ?? events.includes(act));
}

const acts: readonly Act[] = [
  'publish',
  'prepare',
  'changeCapacity',
  'changeWindow',
  'openOrClose',
  'editDraft',
  'edit',
  'move',
  'changeFees',
  'clone',
  'takeBack',
  'withdraw',
];

function Publish({ session, onClose }: Props) {
  const words = useMessages(sessionsWords);
  const { id, version } = session;
  if (session.isOffList) return <AskToPublish session={session} onClose={onClose} />;
  return (
    <ActionDialog
      onClose={onClose}
      title={words.publish}
      call="sessions.publish"
      request={() => ({ params: { id }, body: { version } })}
      confirmLabel={words.publish}
      done={words.published}
    >
      <p>{words.publishText}</p>
    </ActionDialog>
  );
}

/** Another price than the list's is published by a second person. */
function AskToPublish({ session: { id, version }, onClose }: Props) {
  const words = useMessages(sessionsWords);
  return (
    <ActionDialog
      onClose={onClose}
      title={words.publish}
      call="sessions.publish"
      request={(reason) => ({ params: { id }, body: { version, reason } })}
      reason="needed"
      confirmLabel={words.askToPublish}
      done={words.askedToPublish}
    >
      <p className="mb-3">{words.offListText}</p>
    </ActionDialog>
  );
}

function TakeBack({ session: { id, version }, onClose }: Props) {
  const words = useMessages(sessionsWords);
  return (
    <ActionDialog
      onClose={onClose}
      title={words.takeBack}
      call="sessions.takeBack"
      request={(reason) => ({ params: { id }, body: { version, reason } })}
      reason="needed"
      confirmLabel={words.takeBack}
      done={words.takenBack}
    >
      <p className="mb-3">{words.takeBackText}</p>
    </ActionDialog>
  );
}

function Capacity({ session, onClose }: Props) {
  const words = useMessages(sessionsWords);
  const [seat, setSeat] = useState(String(session.seat));
  return (
    <ActionDialog
      onClose={onClose}
      title={words.changeCapacity}
      call="sessions.changeCapacity"
      request={(reason) => ({
        params: { id: session.id },
        body: { version: session.version, seat: Number(seat), reason },
      })}
      reason="needed"
      confirmLabel={words.changeCapacity}
      done={words.capacityChanged}
      isReady={/^\d{1,5}$/.test(seat)}
    >
      <p className="mb-3">{words.capacityText(session.held + session.confirmed)}</p>
      <TextField
        label={words.capacity}
        inputMode="numeric"
        maxLength={5}
        value={seat}
        onChange={(event) => setSeat(event.target.value)}
      />
    </ActionDialog>
  );
}

function Window({ session, onClose }: Props) {
  const words = useMessages(sessionsWords);
  const [opens, setOpens] = useState(localOf(session.publishStartAt));
  const [closes, setCloses] = useState(localOf(session.publishEndAt));
  const [publishStartAt, publishEndAt] = [instantOfLocal(opens), instantOfLocal(closes)];
  return (
    <ActionDialog
      onClose={onClose}
      title={words.changeWindow}
      call="sessions.changeWindow"
      request={(reason) => ({
        params: { id: session.id },
        body: { version: session.version, publishStartAt, publishEndAt, reason },
      })}
      reason="needed"
      confirmLabel={words.changeWindow}
      done={words.windowChanged}
      isReady={publishStartAt !== null && publishEndAt !== null}
    >
      {(errors) => (
        <>
          <p className="mb-3">{words.windowText}</p>
          <MomentField label={words.opens} value={opens} onChange={setOpens} />
          <MomentField label={words.closes} value={closes} error={errors('publishEndAt')} onChange={setCloses} />
        </>
      )}
    </ActionDialog>
  );
}

/** Opens registration at once before its time, or closes it at once. */
function Now({ session, onClose }: Props) {
  const words = useMessages(sessionsWords);
  const { id, version, publishStartAt, publishEndAt, availability } = session;
  if (availability === 'NotStarted')
    return (
      <ActionDialog
        onClose={onClose}
        title={words.openNow}
        call="sessions.changeWindow"
        request={(reason) => ({ params: { id }, body: { version, publishStartAt: null, publishEndAt, reason } })}
        reason="needed"
        confirmLabel={words.openNow}
        done={words.windowChanged}
      >
        <p className="mb-3">{words.openNowText}</p>
      </ActionDialog>
    );
  return (
    <ActionDialog
      onClose={onClose}
      title={words.closeNow}
      call="sessions.changeWindow"
      request={(reason) => ({ params: { id }, body: { version, publishStartAt, publishEndAt: null, reason } })}
      reason="needed"
      confirmLabel={words.closeNow}
      done={words.windowChanged}
    >
      <p className="mb-3">{words.closeNowText}</p>
    </ActionDialog>
  );
}

function Edit({ session, onClose }: Props) {
  const words = useMessages(sessionsWords);
  const choices = useChoices();
  const [venueId, setVenueId] = useState(session.venueId ?? '');
  const [noticeEn, setNoticeEn] = useState(session.noticeEn ?? '');
  const [noticeZh, setNoticeZh] = useState(session.noticeZh ?? '');
  const venues = choices.venues.filter(({ cityId }) => cityId === session.cityId);
  return (
    <ActionDialog
      onClose={onClose}
      title={words.editNotices}
      call="sessions.edit"
      request={(reason) => ({
        params: { id: session.id },
        body: {
          version: session.version,
          ...(venueId === '' || venueId === session.venueId ? {} : { venueId }),
          noticeEn: noticeEn || null,
          noticeZh: noticeZh || null,
          reason: reason || null,
        },
      })}
      reason="optional"
      confirmLabel={words.editNotices}
      done={words.edited}
    >
      {(errors) => (
        <>
          <p className="mb-3">{words.editText}</p>
          <SelectField
            label={words.venue}
            value={venueId}
            error={errors('venueId')}
            options={venues.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setVenueId(event.target.value)}
          />
          <TextAreaField
            label={words.noticeEn}
            optional
            rows={2}
            maxLength={1000}
            value={noticeEn}
            onChange={(event) => setNoticeEn(event.target.value)}
          />
          <TextAreaField
            label={words.noticeZh}
            optional
            rows={2}
            maxLength={1000}
            value={noticeZh}
            onChange={(event) => setNoticeZh(event.target.value)}
          />
        </>
      )}
    </ActionDialog>
  );
}

function Clone({ session, onClose }: Props) {
  const words = useMessages(sessionsWords);
  const navigate = useNavigate();
  const [examDate, setExamDate] = useState('');
  const [code, setCode] = useState('');
  return (
    <ActionDialog
      onClose={onClose}
      title={words.clone}
      call="sessions.clone"
      request={() => ({ params: { id: session.id }, body: { examDate, invitationCode: code || null } })}
      confirmLabel={words.clone}
      done={words.cloned}
      onDone={({ id }) => void navigate(`/sessions/${id}`)}
      isReady={examDate !== ''}
    >
      {(errors) => (
        <>
          <p className="mb-3">{words.cloneText}</p>
          <DayField
            label={words.date}
            value={examDate}
            error={errors('examDate') ?? errors('publishEndAt') ?? errors('venueId')}
            onChange={setExamDate}
          />
          {session.isExclusive && (
            <TextField
              label={words.code}
              maxLength={20}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </>
      )}
    </ActionDialog>
  );
}

function Withdraw({ session: { id, version }, onClose }: Props) {
  const words = useMessages(sessionsWords);
  return (
    <ActionDialog
      onClose={onClose}
      title={words.withdraw}
      call="sessions.proposeWithdrawal"
      request={(reason) => ({ params: { id }, body: { version, reason } })}
      reason="needed"
      isDangerous
      confirmLabel={words.propose}
      done={({ proposalId }) => (proposalId === null ? words.withdrawnAtOnce : words.proposed)}
    >
      <Concerned id={id} />
    </ActionDialog>
  );
}

/** The dry run: whom a withdrawal concerns and what goes back. */
function Concerned({ id }: { id: string }) {
  const words = useMessages(sessionsWords);
  const formats = useFormats();
  const { data } = useQuery({
    queryKey: objectKey('session', id, 'withdrawal'),
    queryFn: ({ signal }) => staffApi('sessions.previewWithdrawal', { params: { id } }, { signal, isQuiet: true }),
  });
  return (
    <div className="mb-3">
      <p>{words.withdrawText}</p>
      {data !== undefined && (
        <>
          <p className="mt-2 font-semibold">
            {data.registrations === 0
              ? words.nobody
              : words.concerned(data.registrations, formats.money(data.refundTotal))}
          </p>
          {data.unpaidOrders > 0 && <p>{words.unpaidOrders(data.unpaidOrders)}</p>}
          <MaskedNames rows={data.people} isInDialog />
          <ul className="max-h-48 list-disc overflow-auto pl-6">
            {data.people.map((person) => (
              <li key={person.applicationId}>
                {typed(person.candidateName)} · {person.subjectCodes} · {formats.money(person.refund)}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
