export const ownFirst = {
  title: 'Next for you',
  pay: 'Pay',
  payFor: (code: string) => `Pay for order ${code}`,
  offer: 'Arranged, to check and pay',
  payBy: (time: string) => `Pay by ${time}`,
  see: 'Check and pay',
  seeOffer: (code: string) => `Check and pay for booking ${code}`,
  unpaid: 'Not paid yet',
  more: (count: number) => (count === 1 ? 'and 1 more registration' : `and ${count} more registrations`),
  cancelled: 'Cancelled by the office',
  next: 'Next exam',
  underWay: 'Under way',
  report: (time: string) => `Report by ${time}`,
  details: 'Details',
  detailsOf: (exam: string) => `Details: ${exam}`,
};

export type OwnFirstMessages = typeof ownFirst;
