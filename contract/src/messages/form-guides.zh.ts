import { maximumFileBytes } from '../rules/index.ts';
import { acceptedBy, type FormGuideWords } from './form-guides.en.ts';

const megabytes = maximumFileBytes / 1024 / 1024;
const entries = {
  accaNumber: '7 位数字',
  courseCode: '3 至 6 位字母或数字',
  candidateNumber: '4 位数字',
  unitCode: '2 至 12 位字母、数字、斜杠、点或连字符',
};

export const formGuides: FormGuideWords = {
  names: {
    rt1001: '海外大学异地考试',
    rt1002: '由考试办公室安排的大学考试',
    rt1003: '合作院校考试',
    rt1004: '其他院校考试',
    rt1005: '学校入学笔试',
    rt1006: '其他学校入学笔试',
    rt1007: '私校联考预测试',
    rt1008: 'ACCA 团体报名',
    rt1009: '按课程代码报考的大学考试',
    rt1010: '考后服务',
    rt1011: '大学入学考试',
    rt1012: '大学入学考试（含申请院校）',
  },
  accepts: acceptedBy({
    text: ({ max }) => `文字，最多 ${max} 个字符。`,
    email: () => '电子邮箱地址。',
    month: () => '年份和月份。',
    date: ({ notBefore }) => (notBefore === undefined ? '日期。' : '日期，不早于首日。'),
    code: ({ entry }) => `只填一个，${entries[entry]}。`,
    file: ({ max }) =>
      `${max === 1 ? '一个文件' : `最多 ${max} 个文件`}，可为照片、PDF、Word 或 Excel，单个不超过 ${megabytes} MB。`,
    list: ({ entry, max }) => `1 至 ${max} 个，每个为${entries[entry]}。`,
    choice: ({ max }) => (max === 1 ? '单选。' : '可多选。'),
    confirm: () => '勾选确认。',
    yesNoWithReason: ({ max }) => `选择“是”或“否”；选“是”须说明，最多 ${max} 个字符。`,
  }),
  brand: '考途',
  title: (name) => `报名表填写指南：${name}`,
  edition: (p) => `表单 ${p.code}，第 ${p.version} 版`,
  intro: '本表在网上报名过程中填写。本指南列出表中的全部内容，方便您事先备齐资料。确认报名之后，填写的内容才会提交。',
  fieldsTitle: '需要填写的内容',
  required: '必填',
  optional: '选填',
  onlyWhen: (p) => `仅当“${p.label}”选择“${p.option}”时填写`,
  options: '选项',
  reason: '选“是”时',
  filesTitle: '关于文件',
  files: [
    '支持 JPEG、PDF、Word（doc、docx）和 Excel（xls、xlsx）格式。手机拍摄的照片会自动转换为 JPEG。',
    `单个文件不超过 ${megabytes} MB，每份表单最多五个文件。`,
    '不接受含宏的文档或含脚本的 PDF。',
    '未提交报名的文件将在 24 小时后删除。',
  ],
  privacyTitle: '信息用途',
  privacy: [
    '填写的内容仅用于安排本次考试，只会提供给相关的考试局、学校或大学。',
    '有关特殊考试安排的说明及证明材料仅工作人员可见，不会印在准考证上。',
  ],
  page: '第 {page} 页，共 {pages} 页',
  footer: '本指南由报名表自动生成，填写要求以报名页面为准。',
};
