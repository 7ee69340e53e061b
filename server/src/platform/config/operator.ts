import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const line = z.string().check(z.minLength(1), z.maxLength(300));
const both = z.strictObject({ en: line, zh: line });
const text = z.string().check(z.minLength(1), z.maxLength(1000));

/** Who runs this site: what the business licence, contact and privacy pages name. */
const schema = z.strictObject({
  name: both,
  /** The unified social credit code of the licence. */
  registeredNumber: z.string().check(z.regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/, 'must be a unified social credit code')),
  legalRepresentative: both,
  address: both,
  establishedOn: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2018-05-04')),
  scope: z.strictObject({ en: text, zh: text }),
  registrar: both,
  phone: line,
  email: line,
  privacyEmail: line,
  childrenOfficer: both,
  childrenPhone: line,
  icpFiling: z.optional(line),
  policeFiling: z.optional(line),
});

/** The operator's card, and whether its details are invented. */
export type Operator = z.output<typeof schema> & { isDemonstration: boolean };

/** The card of the demonstration: no such company exists, and no filing number is invented for it. */
export const demonstrationOperator: Operator = {
  isDemonstration: true,
  name: { en: 'Kaotu Examination Services (Demonstration) Co., Ltd', zh: '考途考试服务（演示）有限公司' },
  registeredNumber: '91110000MA00DEM000',
  legalRepresentative: { en: 'Shen Yue', zh: '沈越' },
  address: {
    en: 'Room 1201, 8 Demonstration Road, Chaoyang District, Beijing',
    zh: '北京市朝阳区示范路 8 号 1201 室',
  },
  establishedOn: '2018-05-04',
  scope: {
    en: 'Examination services; education consulting (excluding study abroad agency); conference services; software development.',
    zh: '考试服务；教育咨询（不含出国留学咨询及中介服务）；会议服务；软件开发。',
  },
  registrar: {
    en: 'Beijing Chaoyang District Administration for Market Regulation',
    zh: '北京市朝阳区市场监督管理局',
  },
  phone: '010-5555 0100',
  email: 'service@kaotu.example',
  privacyEmail: 'privacy@kaotu.example',
  childrenOfficer: { en: 'Luo Wei', zh: '罗薇' },
  childrenPhone: '010-5555 0110',
};

/**
 * Reads the operator's card, a JSON file, once at start.
 * @returns the card, or in one line each what is wrong with the file.
 */
export function readOperator(path: string): { operator: Operator } | { problems: string[] } {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { problems: ['OPERATOR_FILE must name a readable JSON file.'] };
  }
  const read = schema.safeParse(given);
  if (read.success) return { operator: { ...read.data, isDemonstration: false } };
  return { problems: read.error.issues.map((issue) => `OPERATOR_FILE ${issue.path.join('.')} ${issue.message}.`) };
}
