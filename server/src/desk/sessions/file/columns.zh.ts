import type { ColumnWords } from './columns.en.ts';

export const words: ColumnWords = {
  sheet: '场次',
  headings: {
    product: '产品代码',
    venue: '考点代码',
    examDate: '考试日期（年-月-日）',
    subjects: '科目代码（逗号分隔）',
    start: '开始时间（时:分）',
    end: '结束时间（时:分）',
    seats: '容量',
    opens: '报名开始（年-月-日 时:分）',
    closes: '报名截止（年-月-日 时:分）',
    localFee: '考务费（元）',
    boardFee: '考试局费（元）',
    vat: '增值税（元）',
    noticeEn: '英文须知',
    noticeZh: '中文须知',
  },
};
