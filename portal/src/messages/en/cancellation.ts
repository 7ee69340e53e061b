import { inWords } from '@exam/contract/messages/numerals/en';
import { cancellationLimits } from '@exam/contract/rules';

type Terms = { percent: number; isBoardFeeReturned: boolean };

export const cancellation = {
  ask: {
    title: 'You cannot take the exam?',
    text: 'See first what would be refunded and until when. Nothing is sent before you confirm.',
    open: 'See the refund and cancel',
    again: 'See the refund and ask again',
    heading: 'Cancel this exam',
    intro:
      'The office decides on your request. Until then the seat stays yours, and you can take the request back at any time.',
    set: (papers: number) => `This exam is a set of ${papers} papers. They are cancelled together.`,
    quote: 'What would be refunded now',
    loading: 'The refund is being worked out',
    failed: 'The refund could not be worked out',
    tryAgain: 'Try again',
    paid: 'Paid',
    refund: 'Refund',
    rule: 'Rule',
    documents: 'Documents',
    holdsUntil: 'Holds for requests until',
    provisional:
      'Provisional: it counts working days of a year whose public holidays have not been announced yet, and may move by a few days.',
    decidedBy: 'What counts is the moment of your request, not the moment of the decision.',
    attempt: (p: { attempt: number; left: number }) =>
      `This is request number ${p.attempt}. ${p.left === 1 ? '1 more request can be rejected' : `${p.left} more requests can be rejected`} before this page takes no further one.`,
    later: (p: { amount: string; percent: number }) =>
      p.percent === 0 ? 'After that nothing is refunded.' : `After that the refund is ${p.amount} (${p.percent} %).`,
    thenDocuments: (p: { amount: string; percent: number }) =>
      `After that the refund is ${p.amount} (${p.percent} %), and documents are required.`,
    thenNothing: 'After that no cancellation can be requested: the exam starts.',
    perLine: 'For each paper',
    changedTitle: 'The refund has changed',
    changed: (p: { before: string; now: string }) =>
      `It was ${p.before} and is now ${p.now}. Please check the rule above and send the request again if you agree.`,
    reason: 'Why can’t the candidate take the exam?',
    reasonHint: 'The office reads this. 5 to 500 characters.',
    reasonLength: (count: number) => `${count} of 500 characters`,
    files: 'Documents',
    filesRequired: (p: { kinds: string; until: string }) =>
      `For example a medical certificate. ${p.kinds}, at most 10 files. You can also send them later, until the end of ${p.until}.`,
    filesOptional: (p: { kinds: string }) =>
      `Not needed for this refund; you may send some all the same. ${p.kinds}, at most 10 files.`,
    nothingBack: 'I understand that nothing is refunded, and that the seat is given up.',
    nothingBackNeeded: 'Please confirm that you understand that nothing is refunded.',
    waitForFiles: 'Please wait until the files have been sent, or stop them.',
    problem: (p: { label: string; text: string }) => `${p.label}: ${p.text}`,
    submit: (amount: string) => `Request cancellation, refund ${amount}`,
    submitNothing: 'Request cancellation without a refund',
    close: 'Keep the exam',
    sent: 'Your request has been sent to the office',
    notPossible: 'Cancelling is not possible',
    contact: (email: string) => `Write to ${email}`,
    office: (name: string) => `If something is special about your case, please contact ${name}.`,
  },
  rule: {
    P0: () => 'The exam cannot take place for a reason of the provider.',
    P1: (days: number) => `Registration is still open, and the exam is at least ${days} working days away.`,
    P2: (days: number) => `Registration has closed, and the exam is at least ${days} working days away.`,
    P3: () => 'The exam is too near for the earlier rules.',
    B1: (days: number) => `The payment deadline has not passed, and the exam is at least ${days} working days away.`,
    B2: (days: number) => `The payment deadline has passed, and the exam is at least ${days} working days away.`,
  },
  share: (p: Terms) =>
    p.isBoardFeeReturned
      ? `${p.percent} % of the local fee and the whole awarding-body fee are refunded, each with its VAT. Late-entry charges are not.`
      : `${p.percent} % of the local fee with its VAT is refunded. The awarding-body fee and late-entry charges are not.`,
  shareNothing: 'Nothing is refunded. You can still cancel, and the seat goes to somebody else.',
  documentsNeeded: `Required, with the request or within ${inWords(cancellationLimits.documentDays, 'working day')} after it`,
  documentsNotNeeded: 'Not required',
  quotedShare: (percent: number) => `${percent} % of the local fee with its VAT`,
  upload: {
    kinds: 'Photos, PDF, Word or Excel, at most 5 MB each',
  },
  request: {
    title: 'Your cancellation request',
    outcome: {
      waiting: 'Being decided by the office',
      Approved: 'Approved',
      Rejected: 'Rejected',
      TakenBack: 'Taken back by you',
      Overtaken: 'Settled by a withdrawal of the office',
    },
    state: 'State',
    waitingText: 'The seat stays yours until the decision. You will be told by message.',
    rejectedText: 'The registration remains valid and the candidate can take the exam.',
    rejectedReason: 'Reason given by the office',
    attemptsLeft: (left: number) =>
      left === 1
        ? 'You can ask once more, with other documents.'
        : `You can ask ${left} more times, with other documents.`,
    takenBackText: 'The registration is as it was before the request.',
    approvedNote: 'The office wrote',
    requestedAt: 'Requested',
    decidedAt: 'Decided',
    endedAt: 'Ended',
    attempt: 'Request number',
    reason: 'Your reason',
    rule: 'Rule at the time of the request',
    quoted: 'Refund quoted',
    approved: 'Refund approved',
    documents: 'Documents sent',
    noDocuments: 'None yet',
    noDocumentsAtAll: 'None',
    download: (name: string) => `Save ${name}`,
    sentFixed: 'Documents that have been sent belong to the request and cannot be removed.',
    clockTitle: 'Documents are still missing',
    clock: (date: string) => `Please send them by the end of ${date}, China time.`,
    clockOpen: (date: string) => `You can add documents until the end of ${date}, China time.`,
    overdueTitle: 'The time for documents is over',
    overdue: (date: string) =>
      `None had arrived by the end of ${date}. The office now decides without them. If you still have documents, please write to the office.`,
    askedTitle: 'The office asks for documents',
    add: 'Add documents',
    sendFiles: (count: number) => (count === 1 ? 'Send 1 document' : `Send ${count} documents`),
    filesSent: 'The documents have been added to the request',
    takeBack: 'Take the request back',
    takeBackTitle: 'Take the request back?',
    takeBackText:
      'The registration stays as it is and the candidate takes the exam. You can ask again later; the refund is then the one of that day.',
    takenBack: 'The request has been taken back',
  },
  refund: {
    title: 'Your refund',
    amount: 'Amount',
    serial: 'Refund number',
    cause: 'Why',
    causes: {
      latePayment: 'The payment came after the order had ended',
      doublePayment: 'Paid twice',
      underSubscribed: 'Too few candidates for this exam',
      sessionWithdrawn: 'The session does not take place',
      sessionMoved: 'The exam was moved to another day',
      cancellation: 'Cancellation at your request',
      gradeChange: 'The result was changed',
      withdrawal: 'Withdrawn by the office',
      outside: 'Returned by the payment channel',
      rest: 'The rest of a refund',
    },
    steps: {
      requested: 'Requested',
      deciding: 'The office decides',
      approved: 'Approved',
      underWay: 'Refund in progress',
      arrived: 'Refunded',
    },
    done: 'done',
    current: 'now',
    later: 'not yet',
    decidingText: 'Nothing is refunded before the decision.',
    promised: (p: { from: string; to: string }) =>
      `Promised between ${p.from} and ${p.to}, 4 to 6 weeks after approval.`,
    way: 'It goes back the way you paid. Often it arrives much sooner.',
    trouble:
      'The payment channel has not accepted the refund at the first try. Your money is safe and you need not do anything: our staff are seeing to it, and the promised dates stand.',
    arrivedText:
      'The payment channel has confirmed it. Wallets show it at once, bank cards within 2 to 5 working days.',
    byHand: 'Transferred by our staff outside the payment channel.',
    outside: 'The payment channel returned it to you directly.',
    none: 'Nothing was to be refunded.',
    rejected: 'No refund: the request was rejected.',
    closed: 'No refund: the request was taken back.',
    listTitle: 'Refunds of this order',
    returned: 'Returned so far',
    underWayTotal: 'On its way back',
    surplus: 'Payment that came late or twice',
    ofOrder: 'For this order',
    forExam: (code: string) => `Application ID ${code}`,
  },
};

export type CancellationMessages = typeof cancellation;
