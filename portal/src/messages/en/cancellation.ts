import { inWords } from '@exam/contract/messages/numerals/en';
import { cancellationLimits } from '@exam/contract/rules';

type Terms = { percent: number; isBoardFeeReturned: boolean };

export const cancellation = {
  ask: {
    title: 'Can’t take the exam?',
    text: 'See how much you would get back, and until when. Nothing is sent until you confirm.',
    open: 'See the refund and cancel',
    again: 'See the refund and ask again',
    heading: 'Cancel this exam',
    intro:
      'The office decides on your request. Until then the seat stays yours, and you can withdraw the request at any time.',
    set: (papers: number) => `This exam is a set of ${papers} papers. They are cancelled together.`,
    quote: 'Refund if you cancel now',
    loading: 'Working out the refund',
    failed: 'The refund could not be worked out',
    tryAgain: 'Try again',
    paid: 'Paid',
    refund: 'Refund',
    rule: 'Rule',
    documents: 'Documents',
    holdsUntil: 'Valid for requests until',
    provisional:
      'Provisional: it counts working days in a year whose public holidays have not been announced yet, so it may move by a few days.',
    decidedBy: 'What counts is when you send the request, not when we decide.',
    attempt: (p: { attempt: number; left: number }) =>
      `This is request number ${p.attempt}. If ${p.left === 1 ? '1 more is' : `${p.left} more are`} rejected, you can no longer ask here.`,
    later: (p: { amount: string; percent: number }) =>
      p.percent === 0 ? 'After that there is no refund.' : `After that the refund is ${p.amount} (${p.percent}%).`,
    thenDocuments: (p: { amount: string; percent: number }) =>
      `After that the refund is ${p.amount} (${p.percent}%), and documents are required.`,
    thenNothing: 'After that the exam starts, and you can no longer cancel.',
    perLine: 'For each paper',
    changedTitle: 'The refund has changed',
    changed: (p: { before: string; now: string }) =>
      `It was ${p.before} and is now ${p.now}. Check the rule above, and send the request again if you agree.`,
    reason: 'Why can’t the candidate take the exam?',
    reasonHint: 'The office reads this. 5 to 500 characters.',
    reasonLength: (count: number) => `${count} of 500 characters`,
    files: 'Documents',
    filesRequired: (p: { kinds: string; until: string }) =>
      `For example a medical certificate. ${p.kinds}, at most 10 files. You can also send them later, until the end of ${p.until}.`,
    filesOptional: (p: { kinds: string }) =>
      `Not needed for this refund, but you can send some. ${p.kinds}, at most 10 files.`,
    nothingBack: 'I understand that nothing is refunded and that I give up the seat.',
    nothingBackNeeded: 'Confirm that you understand that nothing is refunded.',
    waitForFiles: 'Wait until the files have been sent, or stop them.',
    problem: (p: { label: string; text: string }) => `${p.label}: ${p.text}`,
    submit: (amount: string) => `Request cancellation, refund ${amount}`,
    submitNothing: 'Request cancellation without a refund',
    close: 'Keep the exam',
    sent: 'Your request has been sent to the office',
    notPossible: 'You cannot cancel now',
    contact: (email: string) => `Write to ${email}`,
    office: (name: string) => `If your circumstances are special, contact ${name}.`,
  },
  rule: {
    P0: () => 'The provider cannot hold the exam.',
    P1: (days: number) => `Registration is still open, and the exam is at least ${days} working days away.`,
    P2: (days: number) => `Registration has closed, and the exam is at least ${days} working days away.`,
    P3: () => 'It is too close to the exam for the earlier rules.',
    B1: (days: number) => `The payment deadline has not passed, and the exam is at least ${days} working days away.`,
    B2: (days: number) => `The payment deadline has passed, and the exam is at least ${days} working days away.`,
  },
  share: (p: Terms) =>
    p.isBoardFeeReturned
      ? `${p.percent}% of the local fee and the whole awarding-body fee are refunded, each with its VAT. Late-entry charges are not.`
      : `${p.percent}% of the local fee with its VAT is refunded. The awarding-body fee and late-entry charges are not.`,
  shareNothing: 'Nothing is refunded. You can still cancel, and the seat goes to somebody else.',
  documentsNeeded: `Required, with the request or within ${inWords(cancellationLimits.documentDays, 'working day')} after it`,
  documentsNotNeeded: 'Not required',
  quotedShare: (percent: number) => `${percent}% of the local fee with its VAT`,
  upload: {
    kinds: 'Photos, PDF, Word or Excel, at most 5 MB each',
  },
  request: {
    title: 'Your cancellation request',
    outcome: {
      waiting: 'Waiting for the office to decide',
      Approved: 'Approved',
      Rejected: 'Rejected',
      TakenBack: 'Withdrawn by you',
      Overtaken: 'Closed: the office withdrew the registration',
    },
    state: 'State',
    waitingText: 'The seat stays yours until we decide. We will send you a message.',
    rejectedText: 'The registration remains valid and the candidate can take the exam.',
    rejectedReason: 'Reason from the office',
    attemptsLeft: (left: number) =>
      left === 1
        ? 'You can ask once more, with other documents.'
        : `You can ask ${left} more times, with other documents.`,
    takenBackText: 'The registration is as it was before the request.',
    approvedNote: 'Note from the office',
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
    clock: (date: string) => `Send them by the end of ${date}, China time.`,
    clockOpen: (date: string) => `You can add documents until the end of ${date}, China time.`,
    overdueTitle: 'The deadline for documents has passed',
    overdue: (date: string) =>
      `None had arrived by the end of ${date}. The office now decides without them. If you still have documents, write to the office.`,
    askedTitle: 'The office needs documents',
    add: 'Add documents',
    sendFiles: (count: number) => (count === 1 ? 'Send 1 document' : `Send ${count} documents`),
    filesSent: 'The documents have been added to the request',
    takeBack: 'Withdraw request',
    takeBackTitle: 'Withdraw the request?',
    takeBackText:
      'The registration stays as it is and the candidate takes the exam. You can ask again later, for the refund that applies then.',
    takenBack: 'The request has been withdrawn',
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
      sessionWithdrawn: 'The session has been cancelled',
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
    decidingText: 'Nothing is refunded until the office decides.',
    promised: (p: { from: string; to: string }) =>
      `Promised between ${p.from} and ${p.to}, 4 to 6 weeks after approval.`,
    way: 'We refund it the way you paid, often much sooner.',
    trouble:
      'The payment channel did not accept the refund at the first try. Your money is safe and you do not need to do anything: our staff are dealing with it, and the promised dates stay the same.',
    arrivedText:
      'The payment channel has confirmed it. Wallets show it at once, bank cards within 2 to 5 working days.',
    byHand: 'Transferred by our staff outside the payment channel.',
    outside: 'The payment channel returned it to you directly.',
    none: 'Nothing was to be refunded.',
    rejected: 'No refund: the request was rejected.',
    closed: 'No refund: the request was withdrawn.',
    listTitle: 'Refunds of this order',
    returned: 'Returned so far',
    underWayTotal: 'Refund in progress',
    surplus: 'Payment that came late or twice',
    ofOrder: 'For this order',
    forExam: (code: string) => `Application ID ${code}`,
  },
};

export type CancellationMessages = typeof cancellation;
