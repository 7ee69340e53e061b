import { type ImportColumn } from '@exam/contract/rules';
import { labelOf } from './columns.ts';

/** The row of the template that shows how one is filled in. */
export const example: Record<ImportColumn, string> = {
  lastName: 'WANG',
  firstName: 'XIAOMING',
  nameZh: '王小明',
  idType: labelOf('idType', 'IDCard'),
  idNo: '11010519491231002X',
  gender: labelOf('gender', 'Female'),
  dob: '1949-12-31',
  mobile: '13800138000',
  email: 'name@example.cn',
  'guardianModel.name': '',
  'guardianModel.type': '',
  'guardianModel.idType': '',
  'guardianModel.idNo': '',
  'guardianModel.mobile': '',
};
