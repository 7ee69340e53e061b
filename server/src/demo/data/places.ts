/** Branches, cities and rooms of the demonstration; the operator and the rooms are invented, the towns are facts (3-domain 10). */
export type Words = { en: string; zh: string };
export type DemoOffice = {
  code: string;
  name: Words;
  email: string;
  phone: string;
  cities: readonly (readonly [code: string, en: string, zh: string])[];
};
export type DemoVenue = { code: string; city: string; name: Words; address: Words; isActive: boolean };

export const offices: readonly DemoOffice[] = [
  {
    code: 'BJ',
    name: { en: 'Beijing office', zh: '北京考务办公室' },
    email: 'beijing@kaotu.example',
    phone: '010-5555 0101',
    cities: [
      ['beijing', 'Beijing', '北京'],
      ['wuhan', 'Wuhan', '武汉'],
      ['jinan', 'Jinan', '济南'],
      ['tianjin', 'Tianjin', '天津'],
      ['qingdao', 'Qingdao', '青岛'],
      ['xian', 'Xi’an', '西安'],
      ['dalian', 'Dalian', '大连'],
    ],
  },
  {
    code: 'SH',
    name: { en: 'Shanghai office', zh: '上海考务办公室' },
    email: 'shanghai@kaotu.example',
    phone: '021-5555 0102',
    cities: [
      ['shanghai', 'Shanghai', '上海'],
      ['hangzhou', 'Hangzhou', '杭州'],
      ['nanjing', 'Nanjing', '南京'],
      ['suzhou', 'Suzhou', '苏州'],
    ],
  },
  {
    code: 'GZ',
    name: { en: 'Guangzhou office', zh: '广州考务办公室' },
    email: 'guangzhou@kaotu.example',
    phone: '020-5555 0103',
    cities: [
      ['guangzhou', 'Guangzhou', '广州'],
      ['shenzhen', 'Shenzhen', '深圳'],
      ['changsha', 'Changsha', '长沙'],
    ],
  },
  {
    code: 'CQ',
    name: { en: 'Chongqing office', zh: '重庆考务办公室' },
    email: 'chongqing@kaotu.example',
    phone: '023-5555 0104',
    cities: [['chongqing', 'Chongqing', '重庆']],
  },
];

export const venues: readonly DemoVenue[] = [
  {
    code: 'BJ-01',
    city: 'beijing',
    name: { en: 'Gingko Hall Examination Centre', zh: '银杏堂考试中心' },
    address: { en: '3rd floor, 18 Yinxing Lane, Haidian District, Beijing', zh: '北京市海淀区银杏胡同18号3层' },
    isActive: true,
  },
  {
    code: 'BJ-02',
    city: 'beijing',
    name: { en: 'North Lake Computer Rooms', zh: '北湖机考中心' },
    address: { en: '6 Beihu Road, Chaoyang District, Beijing', zh: '北京市朝阳区北湖路6号' },
    isActive: true,
  },
  {
    code: 'BJ-03',
    city: 'beijing',
    name: { en: 'Old Mill Rooms', zh: '老磨坊考场' },
    address: { en: '2 Mofang Street, Dongcheng District, Beijing', zh: '北京市东城区磨坊街2号' },
    isActive: false,
  },
  {
    code: 'SH-01',
    city: 'shanghai',
    name: { en: 'Riverbend Examination Centre', zh: '江湾考试中心' },
    address: { en: '5th floor, 200 Jiangwan Avenue, Yangpu District, Shanghai', zh: '上海市杨浦区江湾大道200号5楼' },
    isActive: true,
  },
  {
    code: 'SH-02',
    city: 'shanghai',
    name: { en: 'Plane Tree House', zh: '梧桐楼考场' },
    address: { en: '77 Wutong Road, Xuhui District, Shanghai', zh: '上海市徐汇区梧桐路77号' },
    isActive: true,
  },
  {
    code: 'GZ-01',
    city: 'guangzhou',
    name: { en: 'Kapok Examination Centre', zh: '木棉考试中心' },
    address: { en: '9 Mumian Street, Tianhe District, Guangzhou', zh: '广州市天河区木棉街9号' },
    isActive: true,
  },
  {
    code: 'SZ-01',
    city: 'shenzhen',
    name: { en: 'Bay View Computer Rooms', zh: '海湾机考中心' },
    address: { en: '30 Haiwan Road, Nanshan District, Shenzhen', zh: '深圳市南山区海湾路30号' },
    isActive: true,
  },
  {
    code: 'CQ-01',
    city: 'chongqing',
    name: { en: 'Two Rivers Examination Centre', zh: '两江考试中心' },
    address: { en: '12 Liangjiang Road, Yubei District, Chongqing', zh: '重庆市渝北区两江路12号' },
    isActive: true,
  },
  {
    code: 'HZ-01',
    city: 'hangzhou',
    name: { en: 'Willow Bank Rooms', zh: '柳岸考场' },
    address: { en: '21 Liu’an Road, Xihu District, Hangzhou', zh: '杭州市西湖区柳岸路21号' },
    isActive: true,
  },
  {
    code: 'WH-01',
    city: 'wuhan',
    name: { en: 'East Lake Rooms', zh: '东湖考场' },
    address: { en: '5 Donghu Road, Wuchang District, Wuhan', zh: '武汉市武昌区东湖路5号' },
    isActive: true,
  },
];
