import { megabytes, type TooMuch } from '../rules/import-file.ts';

const reasons: Record<TooMuch['what'], (found: number, limit: number) => string> = {
  bytes: (found, limit) => `文件为 ${megabytes(found)} MB，每个文件不超过 ${megabytes(limit)} MB。`,
  rows: (found, limit) => `文件有 ${found} 行，每个文件不超过 ${limit} 行。`,
  lastRow: (found, limit) => `第 ${found} 行仍有内容，每张工作表最多读到第 ${limit} 行。请将其上移或删除。`,
  columns: (found, limit) => `工作表有 ${found} 列，每张工作表不超过 ${limit} 列。`,
  cells: (found, limit) => `文件有 ${found} 个已填写的单元格，每个文件不超过 ${limit} 个。`,
  formats: (found, limit) =>
    `文件有 ${found} 个设置了边框、颜色或行高的行或单元格，每个文件不超过 ${limit} 个。请仅将名单复制到新文件中再上传。`,
};

/** The sentence of the specification, and what of the file is too much. */
export const tooMuch = ({ what, found, limit }: TooMuch): string =>
  `数据过多，请分批提交。${reasons[what](found, limit)}`;
