import { type ImportColumn } from '@exam/contract/rules';
import type { Gender, GuardianType, IdType } from '@exam/contract/entities';

/** The words of an import file. Headings and choices are in it in both languages. */
export type ImportWords = {
  headings: Record<ImportColumn, string>;
  idTypes: Record<IdType, string>;
  genders: Record<Gender, string>;
  relations: Record<GuardianType, string>;
  sheet: string;
  remark: string;
  example: string;
  mistakes: string;
};

export const words: ImportWords = {
  headings: {
    lastName: 'Surname (pinyin)',
    firstName: 'Given name (pinyin; - for none)',
    nameZh: 'Chinese name (optional)',
    idType: 'ID type',
    idNo: 'ID number',
    gender: 'Gender',
    dob: 'Date of birth (yyyy-mm-dd)',
    mobile: 'Mobile',
    email: 'E-mail',
    'guardianModel.name': 'Guardian’s name (under 18)',
    'guardianModel.type': 'Relation',
    'guardianModel.idType': 'Guardian’s ID type',
    'guardianModel.idNo': 'Guardian’s ID number',
    'guardianModel.mobile': 'Guardian’s mobile',
  },
  idTypes: {
    IDCard: 'ID card',
    IDCardTaiwan: 'Taiwan permit',
    IDCardHongKongMacau: 'HK/Macau document',
    Passport: 'Passport',
  },
  genders: { Male: 'Male', Female: 'Female' },
  relations: { Father: 'Father', Mother: 'Mother', LegalGuardian: 'Legal guardian', Other: 'Other' },
  sheet: 'Candidates',
  remark: 'Remark',
  example: 'Example, not read',
  mistakes: 'To be corrected',
};
