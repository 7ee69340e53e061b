import type { RegistrationPage } from '@exam/contract/staff';
import { useParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, DateText, InstantText, LinkButton, Notice, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { registrationWords } from '../../messages/registrations.ts';
import {
  AnswersOfForm,
  Facts,
  Loaded,
  Money,
  NotesPanel,
  objectKey,
  PageColumns,
  PageHead,
  ReasonText,
  Section,
  typed,
  useSaveFile,
  wordOf,
  linked,
} from '../../page/index.ts';
import { Acts } from './acts.tsx';
import { FiledPapers } from './filed-papers.tsx';
import { FormerGuardians } from './former-guardians.tsx';
import { Letters } from './letters.tsx';
import { People } from './people.tsx';
import { statusTones } from './tones.ts';
import { StaffActs, WhatHappened } from './what-happened.tsx';

/** One registration as staff work on it. */
export function Application() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('application', id),
    queryFn: ({ signal }) => staffApi('applications.get', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(registration) => <Page registration={registration} />}</Loaded>;
}

function Page({ registration }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords);
  const aside = (
    <>
      <WhatHappened registration={registration} />
      <StaffActs registration={registration} />
      <NotesPanel kind="application" id={registration.id} />
    </>
  );
  return (
    <>
      <PageHead
        title={typed(registration.candidateName)}
        lead={registration.code}
        back={{ href: '/applications', label: words.title }}
        status={{ text: words.statuses[registration.status], tone: statusTones[registration.status] }}
        actions={<Acts registration={registration} />}
      />
      {registration.withdrawalProposalId !== null && <Notice tone="warning">{words.waitsForSecond}</Notice>}
      {registration.cancellationRequestId !== null && <Notice tone="warning">{words.requestOpen}</Notice>}
      <PageColumns aside={aside}>
        <Exam registration={registration} />
        <People registration={registration} />
        <FormerGuardians registration={registration} />
        <Letters registration={registration} />
        <MoneyOf registration={registration} />
        <Papers registration={registration} />
        <FiledPapers registration={registration} />
      </PageColumns>
    </>
  );
}

/** How a minor leaves at present. */
function Leaving({ of: { leaveChoice, isLeavingDoubted } }: { of: RegistrationPage }) {
  const words = useMessages(registrationWords);
  return isLeavingDoubted ? <strong>{words.leavingDoubted}</strong> : words.leaves[leaveChoice];
}

function Exam({ registration: own }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords);
  const may = useMay();
  const isChinese = useLanguage().language === 'zh';
  return (
    <Section
      title={words.exam}
      actions={
        may('examDay:read') ? (
          <LinkButton variant="quiet" small href={`/exam-day/${own.sessionId}`}>
            {words.attendance}
          </LinkButton>
        ) : undefined
      }
    >
      <Facts
        items={[
          {
            term: words.exam,
            detail: linked('session', own.sessionId, isChinese ? own.productNameZh : own.productNameEn),
          },
          { term: words.subject, detail: isChinese ? own.subjectNameZh : own.subjectNameEn },
          {
            term: words.date,
            detail: (
              <>
                <DateText date={own.examDate} /> {own.startTime}
              </>
            ),
          },
          { term: words.city, detail: isChinese ? own.cityNameZh : own.cityNameEn },
          { term: words.venue, detail: (isChinese ? own.venueNameZh : own.venueNameEn) ?? '–' },
          { term: words.office, detail: isChinese ? own.officeNameZh : own.officeNameEn },
          { term: words.candidateType, detail: typed(own.candidateType) },
          { term: words.leave, detail: own.leaveChoice === 'None' ? null : <Leaving of={own} /> },
          { term: words.arrangement, detail: own.arrangement === 'None' ? null : words.arrangements[own.arrangement] },
          { term: words.attendance, detail: words.attendances[own.attendance] },
          own.withdrawReason === null
            ? null
            : { term: words.withdraw, detail: <ReasonText reason={own.withdrawReason} /> },
        ]}
      />
    </Section>
  );
}

function MoneyOf({ registration: { money } }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords);
  if (money === null) return null;
  return (
    <Section title={words.money}>
      <Facts
        items={[
          { term: words.order, detail: linked('order', money.orderId, money.orderCode) },
          { term: words.localFee, detail: <Money fen={money.localFee} /> },
          { term: words.boardFee, detail: <Money fen={money.boardFee} /> },
          { term: words.vat, detail: <Money fen={money.vat} /> },
          money.lateEntryCharge === 0 ? null : { term: words.lateEntry, detail: <Money fen={money.lateEntryCharge} /> },
          money.otherFee === 0 ? null : { term: words.otherFee, detail: <Money fen={money.otherFee} /> },
          { term: words.paid, detail: <Money fen={money.payAmount} /> },
          money.refundAmount === null ? null : { term: words.refund, detail: <Money fen={money.refundAmount} /> },
        ]}
      />
    </Section>
  );
}

/** Consents, the answers of the form, and attachments. */
function Papers({ registration }: { registration: RegistrationPage }) {
  const words = useMessages(registrationWords);
  const { consents, form, files, id } = registration;
  const { save, dialog } = useSaveFile('applications.file', (fileId, reason) => ({
    params: { id, fileId },
    body: { reason },
  }));
  return (
    <>
      {dialog}
      <Section title={words.consents}>
        {consents.length === 0 ? (
          <p className="text-ink-2">{words.nothing}</p>
        ) : (
          <Table
            caption={words.consents}
            rows={consents}
            rowKey={(row) => row.statementId}
            columns={[
              {
                key: 'statement',
                header: words.consent,
                cell: (row) => wordOf(words.statements, row.statementId),
              },
              { key: 'version', header: words.version, cell: (row) => row.version },
              { key: 'given', header: words.given, cell: (row) => <InstantText at={row.givenAt} /> },
            ]}
          />
        )}
      </Section>
      {form !== null && (
        <Section title={`${words.form} (${form.templateNumber}, ${words.version} ${form.templateVersion})`}>
          <AnswersOfForm json={form.json} files={files} onSave={save} />
        </Section>
      )}
      <Section title={words.files}>
        {files.length === 0 ? (
          <p className="text-ink-2">{words.noFiles}</p>
        ) : (
          <ul className="grid gap-2">
            {files.map((file) => (
              <li key={file.id}>
                <Button variant="secondary" small onClick={() => save(file)}>
                  {typed(file.fileName)}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
