import type { LetterData } from './letter-view.ts';

const sample = {
  publicUrl: 'https://examport.example',
  verifyCode: '7K3MQ-2ZD9X-WBR41',
  version: 1,
  applicationCode: 'P261121-7K3MQ',
  candidateName: 'WANG XIAOMING',
  candidateNameZh: '王小明',
  documentEnd: '3X',
  examDate: '2026-11-25',
  officeEmail: 'beijing@examport.example',
};

/** A child's TKT letter in English, with everything a letter can hold. */
export const englishSample: LetterData = {
  ...sample,
  documentName: 'Mainland ID card',
  productName: 'Teaching Knowledge Test (TKT)',
  papers: [{ name: 'TKT Module 1', startTime: '09:00', endTime: '10:20' }],
  cityName: 'Beijing',
  venueName: 'Chaoyang Test Centre',
  venueAddress: 'Room 302, Building 5, 18 Jianguomenwai Avenue, Chaoyang District, Beijing 100022',
  leave: { choice: 'AuthorisedPersonPicksUp', names: ['WANG JIANGUO', 'LI HUA'] },
  notices: ['Candidates enter by the east gate. The lift serves floors 1 to 4.', 'Bring a jumper: the room is cool.'],
  officeName: 'Beijing office',
};

/** The same letter in Chinese. */
export const chineseSample: LetterData = {
  ...sample,
  documentName: '居民身份证',
  productName: '剑桥英语教学能力证书 (TKT)',
  papers: [{ name: 'TKT 模块一', startTime: '09:00', endTime: '10:20' }],
  cityName: '北京',
  venueName: '朝阳考试中心',
  venueAddress: '北京市朝阳区建国门外大街 18 号 5 号楼 302 室',
  leave: { choice: 'AuthorisedPersonPicksUp', names: ['WANG JIANGUO', 'LI HUA'] },
  notices: ['考生请由东门进入，电梯可达 1 至 4 层。', '考场空调温度较低，请带一件外套。'],
  officeName: '北京考务办公室',
};
