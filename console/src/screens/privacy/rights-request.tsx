import type { RightsPage } from '@exam/contract/staff';
import { lastDayOf, lengthSeen } from '@exam/contract/rules';
import { TextAreaField } from '@exam/ui/form';
import { useParams } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { DateText, InstantText, Link, LinkButton, Notice, StatusTag } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import type { RightsMessages } from '../../messages/en/rights.ts';
import { incidentsWords } from '../../messages/incidents.ts';
import { relativesWords } from '../../messages/relatives.ts';
import { pageWords } from '../../messages/page.ts';
import { rightsWords } from '../../messages/rights.ts';
import {
  ActionButton,
  Facts,
  History,
  Loaded,
  objectKey,
  PageColumns,
  PageHead,
  Reveal,
  Section,
  typed,
} from '../../page/index.ts';
import { NextStep, RelativeParts } from './relatives/parts.tsx';
import { isOpenRequest, isRelatives, relativeKindOf } from './relatives/request.ts';
import { mayAnswer, mayRefuse, RelativeActs } from './relatives/acts.tsx';
import { recordHref } from './records.ts';
import { rightsTones } from './rights-requests.tsx';

/** One request about somebody's own data: what was asked, of whom, and the answer. */
export function RightsRequestPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('rightsRequest', id),
    queryFn: ({ signal }) => staffApi('rights.page', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(request) => <Shown request={request} />}</Loaded>;
}

type Props = { request: RightsPage };

function Shown({ request }: Props) {
  const words = useMessages(rightsWords);
  const relatives = useMessages(relativesWords);
  return (
    <>
      <PageHead
        title={words.of(request.code)}
        back={{ href: '/rights-requests', label: words.title }}
        status={{ text: words.statuses[request.status], tone: rightsTones[request.status] }}
        lead={request.isByRelative ? relatives.tag : request.isByGuardian ? words.byGuardian : undefined}
        actions={<Acts request={request} />}
      />
      <Warnings request={request} />
      {isRelatives(request) && isOpenRequest(request) && <NextStep request={request} />}
      <PageColumns aside={<History kind="rightsRequest" id={request.id} />}>
        <Section title={words.details}>
          {request.isRestricted && (
            <p className="mb-4">{request.waitsUntil === null ? words.held : words.restricted}</p>
          )}
          <Details request={request} />
        </Section>
        {request.elsewhere.length > 0 && <Elsewhere of={request.elsewhere} />}
        {isRelatives(request) && <RelativeParts request={request} />}
      </PageColumns>
    </>
  );
}

/** What whoever answers has to know first. */
function Warnings({ request }: Props) {
  const words = useMessages(rightsWords);
  return (
    <>
      {request.isAlarmed && (
        <div className="mb-4">
          <Notice tone={request.isOverdue ? 'error' : 'warning'}>
            {request.isOverdue ? words.overdue : words.alarm}
          </Notice>
        </div>
      )}
      {request.proposal !== null && <Waiting proposal={request.proposal} />}
      {request.isUncorrected && (
        <div className="mb-4">
          <Notice tone="warning">{words.uncorrected}</Notice>
        </div>
      )}
      {request.endedConsents > 0 && (
        <div className="mb-4">
          <Notice tone="warning">
            {words.endedNote(request.endedConsents)} {isOpenRequest(request) ? '' : words.cancelNote}
          </Notice>
        </div>
      )}
    </>
  );
}

const waitingId = 'waits-for-colleague';

/** What waits for a colleague: until they decide, nobody else does. */
function Waiting({ proposal }: { proposal: NonNullable<RightsPage['proposal']> }) {
  const words = useMessages(rightsWords);
  return (
    <div className="mb-4" id={waitingId}>
      <Notice tone="info">
        {words.proposed(proposal.proposedBy)} · <InstantText at={proposal.proposedAt} />{' '}
        <Link href={`/approvals/${proposal.id}`}>{words.toProposal}</Link>
      </Notice>
    </div>
  );
}

/** What was asked, in words; of an objection the registration that it is about. */
function Wish({ request: { wish, about } }: Props) {
  return about === null ? (
    typed(wish)
  ) : (
    <Link href={recordHref({ kind: about.recordKind, id: about.recordId })}>{about.code}</Link>
  );
}

function Details({ request }: Props) {
  const words = useMessages(rightsWords);
  const relatives = useMessages(relativesWords);
  const may = useMay();
  const at = (instant: string | null) => instant && <InstantText at={instant} />;
  return (
    <Facts
      items={[
        {
          term: words.kind,
          detail: isRelatives(request) ? relatives.kinds[relativeKindOf(request)] : words.kinds[request.kind],
        },
        // A relative's counts from the day it arrived, which is shown with who asks.
        isRelatives(request) ? null : { term: words.received, detail: at(request.receivedAt) },
        { term: words.due, detail: <DateText date={lastDayOf(request.dueAt)} /> },
        { term: words.takenBy, detail: typed(request.takenBy) },
        {
          term: words.account,
          detail: request.accountId !== null && may('accounts:read') && (
            <Link href={`/accounts/${request.accountId}`}>{words.seeAccount}</Link>
          ),
        },
        request.candidateName === null
          ? null
          : { term: words.candidate, detail: <Whole request={request} of="name" /> },
        request.candidateIdNo === null ? null : { term: words.document, detail: <Whole request={request} of="idNo" /> },
        { term: words.waits, detail: at(request.waitsUntil) },
        { term: words.wish, detail: <Wish request={request} /> },
        request.examDate === null ? null : { term: words.examDate, detail: <DateText date={request.examDate} /> },
        { term: words.answered, detail: at(request.answeredAt) },
        { term: words.answeredBy, detail: typed(request.answeredBy) },
        { term: words.answer, detail: typed(request.answer) },
      ]}
    />
  );
}

/** The same person in other accounts, each with what its guardian said. */
function Elsewhere({ of }: { of: RightsPage['elsewhere'] }) {
  const words = useMessages(rightsWords);
  const kinds = useMessages(incidentsWords).recordKinds;
  const isChinese = useLanguage().language === 'zh';
  const may = useMay();
  return (
    <Section title={words.elsewhere}>
      <p className="mb-4 max-w-prose">{words.elsewhereText}</p>
      <ul className="grid gap-3">
        {of.map(({ accountId, recordKind, recordId, code, examEn, examZh, examDate, guardian }) => (
          <li key={recordId} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <StatusTag tone={guardianTones[guardian]}>{words.guardians[guardian]}</StatusTag>
            <Link href={recordHref({ kind: recordKind, id: recordId })}>{code ?? kinds[recordKind]}</Link>
            <span>
              {isChinese ? examZh : examEn} {examDate !== null && <DateText date={examDate} />}
            </span>
            {may('accounts:read') && <Link href={`/accounts/${accountId}`}>{words.seeAccount}</Link>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const guardianTones = { Objected: 'seal', Waits: 'amber', Agreed: 'jade', None: 'plain' } as const;

/** A value of whom it is about, masked; whole for a reason. */
function Whole({ request, of }: Props & { of: 'name' | 'idNo' }) {
  const words = useMessages(rightsWords);
  const may = useMay();
  const masked = of === 'name' ? request.candidateName : request.candidateIdNo;
  if (masked === null) return null;
  return (
    <Reveal
      masked={masked}
      label={of === 'name' ? words.candidate : words.document}
      call={may('privacy:write') ? ('rights.person' as const) : null}
      request={(reason) => ({ params: { id: request.id }, body: { reason } })}
      value={(person) => person[of]}
    />
  );
}

function Acts({ request }: Props) {
  const relatives = useMessages(relativesWords);
  return (
    <>
      {isRelatives(request) && (
        <LinkButton variant="secondary" small href={`/rights-requests/${request.id}/receipt`}>
          {relatives.receipt.link}
        </LinkButton>
      )}
      <Answering request={request} />
    </>
  );
}

function Answering({ request }: Props) {
  const words = useMessages(rightsWords);
  const may = useMay();
  if (!may('privacy:write') || !isOpenRequest(request)) return null;
  const { id, version } = request;
  const isOfRelative = isRelatives(request);
  return (
    <>
      {request.status === 'Received' && (
        <ActionButton
          label={words.take}
          call="rights.take"
          request={() => ({ params: { id }, body: { version } })}
          confirmLabel={words.take}
          done={words.taken}
        />
      )}
      {isOfRelative && <RelativeActs request={request} />}
      {!request.isUncorrected && (!isOfRelative || mayAnswer(request)) && <Reply request={request} />}
      {(!isOfRelative || mayRefuse(request)) && <RefuseIt request={request} />}
      {request.kind === 'Objection' && (
        <>
          <Mistaken request={request} isStranger />
          <Mistaken request={request} isStranger={false} />
        </>
      )}
      <AskCase request={request} />
    </>
  );
}

const blockOf = ({ proposal }: RightsPage) => (proposal === null ? undefined : waitingId);

function replyText(words: RightsMessages, kind: RightsPage['kind']): string {
  return kind === 'Objection' ? words.upholdText : words.replyText;
}

function refusalText(words: RightsMessages, kind: RightsPage['kind']): string {
  if (kind === 'Objection') return words.refuseObjection;
  return kind === 'Deletion' ? words.refuseDeletion : words.refuseText;
}

/** A child who waits for deletion is on no other page: a colleague's approval of the case is asked for here. */
function AskCase({ request: { candidateId: recordId, isRestricted, needsApproval } }: Props) {
  const { minors: words } = useMessages(pageWords);
  if (!isRestricted || !needsApproval || recordId === null) return null;
  return (
    <ActionButton
      label={words.askCase}
      call="minors.ask"
      request={(reason) => ({ body: { recordKind: 'candidate', recordId, reason } })}
      reason="needed"
      reasonHint={words.reasonHint}
      confirmLabel={words.ask}
      done={words.asked}
    >
      <p className="mb-4">{words.askCaseText}</p>
    </ActionButton>
  );
}

/** An objection that was not the guardian's, or was made by mistake: two persons make its consents valid again. */
function Mistaken({ request, isStranger }: Props & { isStranger: boolean }) {
  const words = useMessages(rightsWords);
  const { id, version } = request;
  return (
    <ActionButton
      label={isStranger ? words.stranger : words.mistaken}
      call="rights.proposeMistaken"
      request={(reason) => ({ params: { id }, body: { version, reason, isStranger } })}
      reason="needed"
      confirmLabel={words.mistakenAsk}
      done={words.mistakenDone}
      blockedBy={blockOf(request)}
    >
      <p className="mb-4">{isStranger ? words.strangerText : words.mistakenText}</p>
    </ActionButton>
  );
}

function RefuseIt({ request }: Props) {
  const words = useMessages(rightsWords);
  const relatives = useMessages(relativesWords);
  const { id, version, kind, isByGuardian } = request;
  const text = isByGuardian ? words.guardianReads : refusalText(words, kind);
  return (
    <ActionButton
      label={kind === 'Objection' ? words.refuseIt : words.refuse}
      blockedBy={blockOf(request)}
      call="rights.refuse"
      request={(reason) => ({ params: { id }, body: { version, reason } })}
      reason="needed"
      confirmLabel={kind === 'Objection' ? words.refuseIt : words.refuse}
      done={request.isByRelative ? relatives.refused : words.refused}
    >
      <p className="mb-4">{request.isByRelative ? relatives.refuseText : text}</p>
    </ActionButton>
  );
}

function Reply({ request }: Props) {
  const { id, version, kind, isByRelative, isByGuardian } = request;
  const words = useMessages(rightsWords);
  const relatives = useMessages(relativesWords);
  const [answer, setAnswer] = useState('');
  const label = kind === 'Objection' ? words.uphold : words.reply;
  return (
    <ActionButton
      label={label}
      blockedBy={blockOf(request)}
      variant="primary"
      call="rights.answer"
      request={() => ({ params: { id }, body: { version, answer: answer.trim() } })}
      isReady={lengthSeen(answer.trim()) >= 5}
      confirmLabel={label}
      done={isByRelative ? relatives.answered : words.replied}
    >
      {(errors) => (
        <>
          <p className="mb-4">
            {isByRelative ? relatives.answerText : isByGuardian ? words.guardianReads : replyText(words, kind)}
          </p>
          {isByGuardian && kind === 'Deletion' && <p className="mb-4">{words.guardianDeletion}</p>}
          <TextAreaField
            label={words.replyLabel}
            rows={6}
            maxLength={2000}
            required
            value={answer}
            error={errors('answer')}
            onChange={(event) => setAnswer(event.target.value)}
          />
        </>
      )}
    </ActionButton>
  );
}
