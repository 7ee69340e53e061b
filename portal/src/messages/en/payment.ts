export const payment = {
  title: 'Payment',
  amount: 'To pay',
  order: (code: string) => `Order ${code}`,
  lines: (count: number) => (count === 1 ? '1 registration' : `${count} registrations`),
  keeps: {
    Booking: 'This order pays the arrangement of your booking.',
    Public: 'Your seats are kept until the time is over.',
    PostTest: 'Your request is kept while you pay.',
  },
  choose: 'How would you like to pay?',
  more: 'More ways to pay',
  groups: { Scan: 'Mobile payment', Bank: 'Bank', Company: 'Company', Other: 'Other' },
  flows: {
    qr: 'Scan a code with your phone, or pay on this computer.',
    redirect: 'Opens the app or its page on this phone.',
    page: 'Leads to the payment page of the bank or card organisation.',
    code: 'Scan a code with your phone.',
  },
  pay: (amount: string) => `Pay ${amount}`,
  noTypes: 'No way of paying is available at the moment',
  noTypesText: 'Your order is kept. Please try again in a few minutes.',
  chooseFirst: 'Please choose how you would like to pay.',
  qr: {
    title: (way: string) => `Scan with ${way}`,
    picture: 'QR code for the payment',
    until: (time: string) => `The code is valid until ${time}.`,
    here: 'Pay on this computer instead',
    hereHint: 'Opens in a new window; this page waits.',
    other: 'Choose another way',
    waiting: 'Waiting for your payment. This page goes on by itself.',
  },
  app: {
    title: (way: string) => `Opening ${way}`,
    text: 'If nothing opens, press the button. After paying you come back here by yourself.',
    open: (way: string) => `Open ${way}`,
    blocked: 'Your browser did not open the payment page. Nothing was paid.',
    blockedText: 'Please choose another way, or try in another browser.',
  },
  transfer:
    'Where the exam allows it the order is kept longer, so that others in the company can approve the transfer. Another way of paying brings the usual time back.',
  inProgress: {
    title: 'Your payment is being processed',
    text: 'Your payment request has been submitted and is being processed. Please check again after 10 minutes, and submit again if it changes. The status may lag behind: press Query to refresh it.',
    query: 'Query',
    asked: (time: string) => `Last asked at ${time}`,
  },
  expired: {
    title: 'This order has ended',
    text: 'It was not paid in time or was given up, and its seats have been released. You can order again at today’s price while there are seats.',
    booking:
      'It was not paid in time or was given up, or the arrangement of the booking has changed. The booking says how it stands.',
    toBookings: 'My bookings',
    service:
      'It was not paid in time or was given up. Your request is kept among the drafts of your post-test services as long as the service is open.',
    toDrafts: 'To the drafts',
    late: 'If you have paid after all, the payment either takes the seats again or is refunded in full, and you are told.',
  },
  tooLate: {
    title: 'Less than a minute is left',
    text: 'No payment can be started any more. As soon as the time is over you can order again.',
  },
  noOrder: 'No order was chosen',
  noOrderText: 'Open the order you want to pay from the list of your orders.',
  toOrders: 'My orders',
  toOrder: 'Order details',
  result: {
    signIn: 'Sign in to see the result',
    signInText: 'The result of a payment is shown to the account that placed the order.',
    signInAction: 'Sign in',
    checking: 'We are asking for the result of your payment',
    checkingText: 'This usually takes a few seconds. The page updates by itself.',
    paid: 'Payment successful',
    paidText:
      'Your registration is confirmed. The confirmation letter appears under “My exams” from the day it is available.',
    paidAmount: 'Actually paid',
    noCharge: 'There was nothing to pay: your registration is confirmed.',
    pendingTitle: 'Not paid yet',
    pendingText:
      'We have not heard of a payment for this order yet. If you left without paying, you can go back to it.',
    justPaid: 'If you have just paid:',
    refunded: 'Your payment has been refunded',
    refunding: 'Your payment is being refunded',
    refundText: 'The payment arrived when the seats were no longer free. The whole amount goes back the way it came.',
    toExams: 'My exams',
    paidService:
      'Your request is registered. We pass it to the awarding body; the outcome appears under “Post-test services”.',
    noChargeService: 'There was nothing to pay: your request is registered.',
    refundTextService:
      'The payment arrived when the service was no longer open. The whole amount goes back the way it came.',
    toServices: 'Post-test services',
    toPay: 'Back to the payment',
  },
};

export type PaymentMessages = typeof payment;
