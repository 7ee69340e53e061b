export const payment = {
  title: 'Payment',
  amount: 'To pay',
  order: (code: string) => `Order ${code}`,
  lines: (count: number) => (count === 1 ? '1 registration' : `${count} registrations`),
  keeps: {
    Booking: 'This order is for your booking.',
    Public: 'We keep your seats until the time is up.',
    PostTest: 'Your request is kept while you pay.',
  },
  choose: 'How would you like to pay?',
  more: 'More ways to pay',
  groups: { Scan: 'Mobile payment', Bank: 'Bank', Company: 'Company', Other: 'Other' },
  flows: {
    qr: 'Scan a code with your phone, or pay on this computer.',
    redirect: 'Opens the app or its page on this phone.',
    page: 'You pay on the page of your bank or card.',
    code: 'Scan a code with your phone.',
    sheet: 'You pay right here, inside WeChat.',
  },
  pay: (amount: string) => `Pay ${amount}`,
  noTypes: 'No payment method is available at the moment',
  noTypesText: 'Your order is kept. Try again in a few minutes.',
  chooseFirst: 'Choose how you would like to pay.',
  qr: {
    title: (way: string) => `Scan with ${way}`,
    picture: 'QR code for the payment',
    until: (time: string) => `The code is valid until ${time}.`,
    here: 'Pay on this computer instead',
    hereHint: 'Opens in a new window; this page waits.',
    other: 'Choose another way to pay',
    waiting: 'Waiting for your payment. This page updates automatically.',
  },
  app: {
    title: (way: string) => `Opening ${way}`,
    text: 'If nothing opens, press the button. You come back here after paying.',
    open: (way: string) => `Open ${way}`,
    blocked: 'Your browser did not open the payment page. Nothing was paid.',
    blockedText: 'Choose another way, or try in another browser.',
  },
  wechat: {
    title: 'Opening WeChat Pay',
    text: 'Confirm the payment in the window that WeChat opens.',
    cancelled: {
      title: 'You cancelled the payment',
      text: 'We keep your order until its time is up. You can pay again, or choose another way.',
    },
    failed: {
      title: 'WeChat Pay did not finish',
      text: 'If you have paid, this page updates automatically. If not, pay again or choose another way.',
    },
    elsewhere: {
      title: 'Pay in your phone’s own browser',
      text: 'You cannot use WeChat Pay or Alipay inside WeChat at the moment. Tap “···” at the top right, choose “Open in Browser”, sign in and pay there. We have kept your order.',
    },
  },
  transfer:
    'Where the exam allows it, we keep the order longer so that others in your company can approve the transfer. The usual time applies again if you pay another way.',
  inProgress: {
    title: 'Your payment is being processed',
    text: 'Your payment request has been submitted and is being processed. Check again after 10 minutes, and submit again if it changes. The status may lag behind: press Query to refresh it.',
    query: 'Query',
    asked: (time: string) => `Last asked at ${time}`,
  },
  expired: {
    title: 'This order has expired',
    text: 'It was not paid in time or was cancelled, and its seats have been released. You can order again at today’s price while there are seats.',
    booking:
      'It was not paid in time or was cancelled, or the arrangement of the booking has changed. See the booking for its latest state.',
    toBookings: 'My bookings',
    service:
      'It was not paid in time or was cancelled. Your request is kept among the drafts of your post-test services as long as the service is open.',
    toDrafts: 'To the drafts',
    late: 'If you did pay, we either give you the seats again or refund you in full, and tell you which.',
  },
  tooLate: {
    title: 'Less than a minute is left',
    text: 'You can no longer start a payment. You can order again when the time is up.',
  },
  noOrder: 'No order was chosen',
  noOrderText: 'Open the order you want to pay from the list of your orders.',
  toOrders: 'My orders',
  toOrder: 'Order details',
  result: {
    signIn: 'Sign in to see the result',
    signInText: 'The result of a payment is shown to the account that placed the order.',
    signInAction: 'Sign in',
    checking: 'Checking the result of your payment',
    checkingText: 'This usually takes a few seconds. The page updates automatically.',
    paid: 'Payment successful',
    paidText:
      'Your registration is confirmed. You can download the confirmation letter from “My exams” when it is ready.',
    paidAmount: 'Amount paid',
    noCharge: 'There was nothing to pay: your registration is confirmed.',
    pendingTitle: 'Not paid yet',
    pendingText:
      'We have not received a payment for this order yet. If you left without paying, you can go back to it.',
    justPaid: 'If you have just paid:',
    refunded: 'Your payment has been refunded',
    refunding: 'Your payment is being refunded',
    refundText: 'The seats had gone when the payment arrived. We are refunding it in full, the way you paid.',
    toExams: 'My exams',
    allDates: 'See all your dates in your own calendar',
    paidService:
      'Your request is registered. We pass it to the awarding body; the outcome appears under “Post-test services”.',
    noChargeService: 'There was nothing to pay: your request is registered.',
    refundTextService:
      'The service had closed when the payment arrived. We are refunding it in full, the way you paid.',
    toServices: 'Post-test services',
    toPay: 'Back to the payment',
  },
};

export type PaymentMessages = typeof payment;
