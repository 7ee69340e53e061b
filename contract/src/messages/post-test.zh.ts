import type { postTestFields as fieldsEn, postTestWhole as wholeEn } from './post-test.en.ts';

export const postTestWhole: typeof wholeEn = {
  MANDATORY_MODULE: '当前模块为必选项，不能删除。',
  TOO_MANY_COMPONENTS: '数据过多，请分次提交。',
  SERVICE_WINDOW_CLOSED: '该考试季的此项服务已截止申请。',
  SERVICE_WINDOW_NOT_OPEN: '该考试季的此项服务尚未开放申请。',
  PREREQUISITE_NOT_DONE: '须先对相同的单元完成前一项服务，才能申请此项服务。',
  UCI_MERGE_NEEDED: '该考生以往的申请使用了另一个 UCI 号码。请先申请合并 UCI，确保考生只有一个号码。',
};

export const postTestFields: typeof fieldsEn = {
  ...postTestWhole,
  UCI_NUMBER: 'UCI 号码格式有误，请核对。',
  CANDIDATE_NUMBER: '考生号为 4 位数字，范围 0001 至 9999。',
  POST_TEST_AGE: '出生日期对应的年龄须在 5 至 18 周岁之间。',
  GUARDIAN_NOT_SAVED: '未满 14 周岁的考生须有监护人。请先在“我的考生”中以相同的姓名和出生日期保存该考生及其监护人。',
  COMPONENT_NOT_OFFERED: '所选单元中有不适用此项服务的单元。',
  CASH_IN_CODE_NOT_OFFERED: '该总成绩申请代码不属于所选级别。',
  UCI_SAME_TWICE: '两个 UCI 号码相同，请填写需要合并的两个号码。',
  PLACE_NOT_CONFIRMED: '优先复核仅适用于大学录取取决于该成绩的考生。',
  CENTRE_NOT_OFFERED: '请选择该考试局的考点。',
};
