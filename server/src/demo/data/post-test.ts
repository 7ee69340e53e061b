import type { PostTestKind } from '@exam/contract/entities';
import type { ComponentTrait, UciPolicy } from '@exam/contract/rules';
import type { Words } from './places.ts';

/** One service of an awarding body; fees in fen before VAT, by the level's code. */
type DemoService = {
  code: string;
  kind: PostTestKind;
  name: Words;
  summary: Words;
  fees: Readonly<Record<string, readonly [local: number, board: number]>>;
  /** Months whose series it is offered in; absent for all. */
  onlyMonths?: readonly number[];
  days?: number;
};

export type DemoBoard = {
  product: string;
  uciPolicy: UciPolicy;
  levels: readonly (Words & { code: string })[];
  services: readonly DemoService[];
  /** `code|English|Chinese|levels|trait`; `core` for the paper that a copy of scripts always holds. */
  components: readonly string[];
  /** `code|level|English|Chinese|units needed|components` */
  awards: readonly string[];
  centres: readonly (Words & { code: string; office: string })[];
};

const words = {
  clerical: {
    en: 'Checks that every page was marked and the marks were added up correctly.',
    zh: '核查每页是否均已评分、分数合计是否正确。',
  },
  review: {
    en: 'A senior examiner looks at the marking again. The mark may go down, stay or go up.',
    zh: '由资深考官复核评分，分数可能下降、维持或上升。',
  },
  priority: {
    en: 'A faster review for candidates whose university place depends on the result.',
    zh: '大学录取取决于该成绩的考生可申请加急复核。',
  },
  script: { en: 'A copy of the marked script for the candidate.', zh: '向考生提供已评分试卷的副本。' },
  priorityScript: {
    en: 'A fast copy of the script, in time to decide on a review.',
    zh: '尽快提供试卷副本，便于决定是否申请复核。',
  },
  centre: {
    en: 'The centre may see the script and use it for teaching, without the name.',
    zh: '考点可查阅试卷，并在隐去姓名后用于教学。',
  },
  cashIn: {
    en: 'Claims the award for units that were taken without a cash-in entry.',
    zh: '为已完成单元但未申请总成绩的考生补办总成绩申请。',
  },
  merge: {
    en: 'Brings the results of two UCI numbers together under the earlier one. Free of charge.',
    zh: '将两个 UCI 号码下的成绩合并至较早的号码，免费办理。',
  },
};

const trait: Record<string, ComponentTrait> = { mc: 'multipleChoice', art: 'artDesign' };

/** The word after the levels of a component, `mc` or `art`. */
export function traitsOf(sign: string | undefined): ComponentTrait[] {
  const found = sign === undefined ? undefined : trait[sign];
  return found ? [found] : [];
}

const modular = (clerical: number, review: number, priority: number) => ({
  clerical: { IAS: [15_000, clerical], IAL: [15_000, clerical], IGCSE: [15_000, clerical] } as const,
  review: { IAS: [20_000, review], IAL: [20_000, review], IGCSE: [20_000, review] } as const,
  priority: { IAS: [25_000, priority], IAL: [25_000, priority] } as const,
});
const pearsonFees = modular(20_000, 45_000, 60_000);
const oxfordFees = modular(18_000, 42_000, 58_000);

/** What the awarding bodies offer after results; codes and names are theirs (3-domain 4), fees are invented. */
export const demoBoards: readonly DemoBoard[] = [
  {
    product: 'results-pearson',
    uciPolicy: 'strict',
    levels: [
      { code: 'IAS', en: 'International AS', zh: '国际 AS' },
      { code: 'IAL', en: 'International A Level', zh: '国际 A Level' },
      { code: 'IGCSE', en: 'International GCSE', zh: '国际 GCSE' },
    ],
    services: [
      {
        code: 'RR1',
        kind: 'clericalCheck',
        name: { en: 'Service 1: clerical re-check', zh: '服务 1：分数核算' },
        summary: words.clerical,
        fees: pearsonFees.clerical,
        days: 10,
      },
      {
        code: 'RR2',
        kind: 'review',
        name: { en: 'Service 2: review of marking', zh: '服务 2：试卷复核' },
        summary: words.review,
        fees: pearsonFees.review,
        days: 20,
      },
      {
        code: 'RR2P',
        kind: 'priorityReview',
        name: { en: 'Priority Service 2: review of marking', zh: '服务 2（加急）：优先复核' },
        summary: words.priority,
        fees: pearsonFees.priority,
        days: 15,
      },
      {
        code: 'ATS',
        kind: 'scriptCopy',
        name: { en: 'Access to script: copy for the candidate', zh: '试卷查阅：考生副本' },
        summary: words.script,
        fees: { IAS: [15_000, 12_000], IAL: [15_000, 12_000], IGCSE: [15_000, 12_000] },
        days: 20,
      },
      {
        code: 'ATSC',
        kind: 'centreScript',
        name: { en: 'Access to script: for the centre', zh: '试卷查阅：供考点使用' },
        summary: words.centre,
        fees: { IAS: [15_000, 8000], IAL: [15_000, 8000], IGCSE: [15_000, 8000] },
        days: 20,
      },
      {
        code: 'LCI',
        kind: 'lateCashIn',
        name: { en: 'Late cash-in', zh: '补办总成绩申请' },
        summary: words.cashIn,
        fees: { IAS: [20_000, 7000], IAL: [20_000, 7000] },
        days: 20,
      },
      {
        code: 'UCI',
        kind: 'uciMerge',
        name: { en: 'UCI merge request', zh: '合并 UCI 号码' },
        summary: words.merge,
        fees: { IAS: [0, 0], IAL: [0, 0], IGCSE: [0, 0] },
      },
    ],
    components: [
      'WMA11|Pure Mathematics P1|纯数学 P1|IAS IAL',
      'WMA12|Pure Mathematics P2|纯数学 P2|IAS IAL',
      'WMA13|Pure Mathematics P3|纯数学 P3|IAL',
      'WMA14|Pure Mathematics P4|纯数学 P4|IAL',
      'WST01|Statistics S1|统计学 S1|IAS IAL',
      'WST02|Statistics S2|统计学 S2|IAS IAL',
      'WST03|Statistics S3|统计学 S3|IAS IAL',
      'WME01|Mechanics M1|力学 M1|IAS IAL',
      'WME02|Mechanics M2|力学 M2|IAS IAL',
      'WME03|Mechanics M3|力学 M3|IAS IAL',
      'WFM01|Further Pure Mathematics F1|进阶纯数学 F1|IAS IAL',
      'WFM02|Further Pure Mathematics F2|进阶纯数学 F2|IAS IAL',
      'WFM03|Further Pure Mathematics F3|进阶纯数学 F3|IAS IAL',
      'WDM11|Decision Mathematics D1|决策数学 D1|IAS IAL',
      'WPH11|Mechanics and Materials|力学与材料|IAS IAL',
      'WPH12|Waves and Electricity|波与电学|IAS IAL',
      'WPH13|Practical Skills in Physics I|物理实验技能 I|IAS IAL',
      'WPH14|Further Mechanics, Fields and Particles|进阶力学、场与粒子|IAL',
      'WPH15|Thermodynamics, Radiation, Oscillations and Cosmology|热力学、辐射、振动与宇宙学|IAL',
      'WPH16|Practical Skills in Physics II|物理实验技能 II|IAL',
      'WCH11|Structure, Bonding and Introduction to Organic Chemistry|结构、化学键与有机化学导论|IAS IAL',
      'WCH12|Energetics, Group Chemistry, Halogenoalkanes and Alcohols|能量学、族元素、卤代烷与醇|IAS IAL',
      'WCH13|Practical Skills in Chemistry I|化学实验技能 I|IAS IAL',
      'WCH14|Rates, Equilibria and Further Organic Chemistry|速率、平衡与进阶有机化学|IAL',
      'WCH15|Transition Metals and Organic Nitrogen Chemistry|过渡金属与含氮有机化学|IAL',
      'WCH16|Practical Skills in Chemistry II|化学实验技能 II|IAL',
      'WBI11|Molecules, Diet, Transport and Health|分子、膳食、运输与健康|IAS IAL',
      'WBI12|Cells, Development, Biodiversity and Conservation|细胞、发育、生物多样性与保护|IAS IAL',
      'WBI13|Practical Skills in Biology I|生物实验技能 I|IAS IAL',
      'WBI14|Energy, Environment, Microbiology and Immunity|能量、环境、微生物与免疫|IAL',
      'WBI15|Respiration, Internal Environment, Coordination and Gene Technology|呼吸、内环境、协调与基因技术|IAL',
      'WBI16|Practical Skills in Biology II|生物实验技能 II|IAL',
      'WEC11|Markets in Action|市场运行|IAS IAL',
      'WEC12|Macroeconomic Performance and Policy|宏观经济表现与政策|IAS IAL',
      'WEC13|Business Behaviour|企业行为|IAL',
      'WEC14|Developments in the Global Economy|全球经济发展|IAL',
      'WBS11|Marketing and People|营销与人员|IAS IAL',
      'WBS12|Managing Business Activities|商业活动管理|IAS IAL',
      'WBS13|Business Decisions and Strategy|商业决策与战略|IAL',
      'WBS14|Global Business|全球商务|IAL',
      '4MA1/1F|Mathematics A, Paper 1F|数学 A，试卷 1F|IGCSE',
      '4MA1/2F|Mathematics A, Paper 2F|数学 A，试卷 2F|IGCSE',
      '4MA1/1H|Mathematics A, Paper 1H|数学 A，试卷 1H|IGCSE',
      '4MA1/2H|Mathematics A, Paper 2H|数学 A，试卷 2H|IGCSE',
    ],
    awards: [
      'XMA01|IAS|Mathematics (AS)|数学（AS）|3|WMA11 WMA12 WST01 WME01 WDM11',
      'YMA01|IAL|Mathematics (A Level)|数学（A Level）|6|WMA11 WMA12 WMA13 WMA14 WST01 WST02 WME01 WME02 WDM11',
      'XFM01|IAS|Further Mathematics (AS)|进阶数学（AS）|3|WFM01 WFM02 WFM03 WST01 WST02 WST03 WME01 WME02 WME03 WDM11',
      'YFM01|IAL|Further Mathematics (A Level)|进阶数学（A Level）|6|WFM01 WFM02 WFM03 WST01 WST02 WST03 WME01 WME02 WME03 WDM11',
      'XPM01|IAS|Pure Mathematics (AS)|纯数学（AS）|3|WMA11 WMA12 WFM01',
      'YPM01|IAL|Pure Mathematics (A Level)|纯数学（A Level）|6|WMA11 WMA12 WMA13 WMA14 WFM01 WFM02 WFM03',
      'XPH11|IAS|Physics (AS)|物理（AS）|3|WPH11 WPH12 WPH13',
      'YPH11|IAL|Physics (A Level)|物理（A Level）|6|WPH11 WPH12 WPH13 WPH14 WPH15 WPH16',
      'XCH11|IAS|Chemistry (AS)|化学（AS）|3|WCH11 WCH12 WCH13',
      'YCH11|IAL|Chemistry (A Level)|化学（A Level）|6|WCH11 WCH12 WCH13 WCH14 WCH15 WCH16',
      'XBI11|IAS|Biology (AS)|生物（AS）|3|WBI11 WBI12 WBI13',
      'YBI11|IAL|Biology (A Level)|生物（A Level）|6|WBI11 WBI12 WBI13 WBI14 WBI15 WBI16',
      'XEC11|IAS|Economics (AS)|经济（AS）|2|WEC11 WEC12',
      'YEC11|IAL|Economics (A Level)|经济（A Level）|4|WEC11 WEC12 WEC13 WEC14',
      'XBS11|IAS|Business (AS)|商务（AS）|2|WBS11 WBS12',
      'YBS11|IAL|Business (A Level)|商务（A Level）|4|WBS11 WBS12 WBS13 WBS14',
    ],
    centres: [
      { code: '92003', office: 'BJ', en: 'Kaotu Beijing centre', zh: '考途北京考点' },
      { code: '92017', office: 'SH', en: 'Kaotu Shanghai centre', zh: '考途上海考点' },
      { code: '92025', office: 'GZ', en: 'Kaotu Guangzhou centre', zh: '考途广州考点' },
    ],
  },
  {
    product: 'results-cambridge',
    uciPolicy: 'none',
    levels: [
      { code: 'ASA', en: 'Cambridge International AS & A Level', zh: '剑桥国际 AS 与 A Level' },
      { code: 'IGCSE', en: 'Cambridge IGCSE', zh: '剑桥 IGCSE' },
    ],
    services: [
      {
        code: '1',
        kind: 'clericalCheck',
        name: { en: 'Service 1: clerical re-check', zh: '服务 1：分数核算' },
        summary: words.clerical,
        fees: { ASA: [15_000, 19_000], IGCSE: [15_000, 16_000] },
        days: 20,
      },
      {
        code: '1S',
        kind: 'clericalCheckWithScript',
        name: { en: 'Service 1S: clerical re-check with copy of script', zh: '服务 1S：分数核算并附试卷副本' },
        summary: words.clerical,
        fees: { ASA: [15_000, 30_000], IGCSE: [15_000, 27_000] },
        days: 30,
      },
      {
        code: '2',
        kind: 'review',
        name: { en: 'Service 2: review of marking', zh: '服务 2：试卷复核' },
        summary: words.review,
        fees: { ASA: [20_000, 48_000], IGCSE: [20_000, 40_000] },
        days: 30,
      },
      {
        code: '2S',
        kind: 'reviewWithScript',
        name: { en: 'Service 2S: review of marking with copy of script', zh: '服务 2S：试卷复核并附试卷副本' },
        summary: words.review,
        fees: { ASA: [20_000, 62_000], IGCSE: [20_000, 54_000] },
        days: 30,
      },
      {
        code: '2P',
        kind: 'priorityReview',
        name: { en: 'Service 2P: priority review of marking', zh: '服务 2P：优先复核' },
        summary: words.priority,
        fees: { ASA: [25_000, 70_000] },
        onlyMonths: [6],
        days: 18,
      },
    ],
    components: [
      '9709/12|Mathematics, Pure Mathematics 1|数学，纯数学 1|ASA',
      '9709/32|Mathematics, Pure Mathematics 3|数学，纯数学 3|ASA',
      '9709/42|Mathematics, Mechanics|数学，力学|ASA',
      '9709/52|Mathematics, Probability and Statistics 1|数学，概率与统计 1|ASA',
      '9709/62|Mathematics, Probability and Statistics 2|数学，概率与统计 2|ASA',
      '9702/12|Physics, Multiple Choice|物理，选择题|ASA|mc',
      '9702/22|Physics, AS Level Structured Questions|物理，AS 结构题|ASA',
      '9702/42|Physics, A Level Structured Questions|物理，A Level 结构题|ASA',
      '9702/52|Physics, Planning, Analysis and Evaluation|物理，实验设计与分析|ASA',
      '9701/12|Chemistry, Multiple Choice|化学，选择题|ASA|mc',
      '9701/22|Chemistry, AS Level Structured Questions|化学，AS 结构题|ASA',
      '9701/42|Chemistry, A Level Structured Questions|化学，A Level 结构题|ASA',
      '9708/22|Economics, Data Response and Essay|经济，材料分析与论述|ASA',
      '9708/42|Economics, A Level Data Response and Essay|经济，A Level 材料分析与论述|ASA',
      '9479/01|Art & Design, Coursework|艺术与设计，课程作业|ASA|art',
      '0580/22|Mathematics, Paper 2 (Extended)|数学，试卷 2（拓展）|IGCSE',
      '0580/42|Mathematics, Paper 4 (Extended)|数学，试卷 4（拓展）|IGCSE',
      '0625/22|Physics, Multiple Choice (Extended)|物理，选择题（拓展）|IGCSE|mc',
      '0625/42|Physics, Theory (Extended)|物理，理论（拓展）|IGCSE',
      '0500/12|First Language English, Reading|英语（母语），阅读|IGCSE',
    ],
    awards: [],
    centres: [
      { code: 'CN154', office: 'BJ', en: 'Kaotu Beijing centre', zh: '考途北京考点' },
      { code: 'CN217', office: 'SH', en: 'Kaotu Shanghai centre', zh: '考途上海考点' },
    ],
  },
  {
    product: 'results-oxfordaqa',
    uciPolicy: 'strict',
    levels: [
      { code: 'IAS', en: 'International AS', zh: '国际 AS' },
      { code: 'IAL', en: 'International A-level', zh: '国际 A-level' },
      { code: 'IGCSE', en: 'International GCSE', zh: '国际 GCSE' },
    ],
    services: [
      {
        code: 'CR',
        kind: 'clericalCheck',
        name: { en: 'Clerical re-check', zh: '分数核算' },
        summary: words.clerical,
        fees: oxfordFees.clerical,
        days: 10,
      },
      {
        code: 'RM',
        kind: 'review',
        name: { en: 'Review of marking', zh: '试卷复核' },
        summary: words.review,
        fees: oxfordFees.review,
        days: 20,
      },
      {
        code: 'PRM',
        kind: 'priorityReview',
        name: { en: 'Priority review of marking', zh: '优先复核' },
        summary: words.priority,
        fees: oxfordFees.priority,
        days: 15,
      },
      {
        code: 'PCS',
        kind: 'priorityScriptCopy',
        name: { en: 'Priority copy of script', zh: '优先试卷副本' },
        summary: words.priorityScript,
        fees: { IAS: [20_000, 14_000], IAL: [20_000, 14_000], IGCSE: [20_000, 14_000] },
        days: 7,
      },
      {
        code: 'OS',
        kind: 'scriptCopy',
        name: { en: 'Original script', zh: '试卷原件' },
        summary: words.script,
        fees: { IAS: [15_000, 12_000], IAL: [15_000, 12_000], IGCSE: [15_000, 12_000] },
        days: 30,
      },
      {
        code: 'LCI',
        kind: 'lateCashIn',
        name: { en: 'Late cash-in', zh: '补办总成绩申请' },
        summary: words.cashIn,
        fees: { IAL: [20_000, 8000] },
        days: 20,
      },
      {
        code: 'UCI',
        kind: 'uciMerge',
        name: { en: 'UCI merge request', zh: '合并 UCI 号码' },
        summary: words.merge,
        fees: { IAS: [0, 0], IAL: [0, 0], IGCSE: [0, 0] },
      },
    ],
    components: [
      'MA01|Mathematics, Unit P1|数学，单元 P1|IAS IAL',
      'MA02|Mathematics, Unit PSM1|数学，单元 PSM1|IAS IAL',
      'MA03|Mathematics, Unit P2|数学，单元 P2|IAL',
      'MA04|Mathematics, Unit S2|数学，单元 S2|IAL',
      'MA05|Mathematics, Unit M2|数学，单元 M2|IAL',
      'PH01|Physics, Mechanics, materials and atoms|物理，力学、材料与原子|IAS IAL',
      'PH02|Physics, Electricity, waves and particles|物理，电学、波与粒子|IAS IAL',
      'PH03|Physics, Fields and their consequences|物理，场及其效应|IAL',
      'PH04|Physics, Energy and energy resources|物理，能量与能源|IAL',
      'PH05|Physics, Practical and synoptic|物理，实验与综合|IAL',
      '9260/1E|Mathematics, Paper 1 (Extension)|数学，试卷 1（拓展）|IGCSE|core',
      '9260/2E|Mathematics, Paper 2 (Extension)|数学，试卷 2（拓展）|IGCSE',
    ],
    awards: [
      '9660|IAL|Mathematics (A-level)|数学（A-level）|4|MA01 MA02 MA03 MA04 MA05',
      '9630|IAL|Physics (A-level)|物理（A-level）|5|PH01 PH02 PH03 PH04 PH05',
    ],
    centres: [{ code: '92003', office: 'BJ', en: 'Kaotu Beijing centre', zh: '考途北京考点' }],
  },
];
