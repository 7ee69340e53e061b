export const words = {
  sheet: 'Sessions',
  headings: {
    product: 'Product code',
    venue: 'Venue code',
    examDate: 'Exam date (yyyy-mm-dd)',
    subjects: 'Subject codes (comma between)',
    start: 'Starts (hh:mm)',
    end: 'Ends (hh:mm)',
    seats: 'Seats',
    opens: 'Registration opens (yyyy-mm-dd hh:mm)',
    closes: 'Registration closes (yyyy-mm-dd hh:mm)',
    localFee: 'Local fee (CNY)',
    boardFee: 'Awarding-body fee (CNY)',
    vat: 'VAT (CNY)',
    noticeEn: 'Notice in English',
    noticeZh: 'Notice in Chinese',
  },
};

export type ColumnWords = typeof words;
