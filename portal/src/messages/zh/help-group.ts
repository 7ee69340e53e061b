import type { HelpGroupMessages } from '../en/help-group.ts';

export const helpGroup: HelpGroupMessages = {
  lead: '在同一订单中为多名考生报考同一科目，每名考生的考务费都会降低。',
  how: {
    title: '如何享受优惠',
    steps: [
      '为每名考生报考同一场次的同一科目。报名时可以一次选择多名已保存的考生。',
      '放入同一订单。提交之前，购物车会显示优惠金额。',
      '一次付清。每名考生各有一份准考证。',
    ],
  },
  table: {
    title: '通常的优惠标准',
    caption: '按考生人数计算的优惠',
    count: '同一订单中报考同一科目的人数',
    off: '考务费优惠',
    range: ({ from, to }) => (to === null ? `${from} 人及以上` : `${from} 至 ${to} 人`),
    none: '无优惠',
    percent: (percent) => `减 ${percent}%`,
    note: '优惠适用于考务费及相应的增值税，考试局费不在优惠之列。达到人数后，同组每名考生都享受优惠，而不仅限于超出的部分。部分考试另有标准或不设优惠，以场次费用表为准；下方计算器按各考试的实际标准计算。',
  },
  calculator: {
    title: '优惠计算器',
    exam: '考试',
    sample: '示例：费用 ¥1,500.00',
    loading: '正在加载其他考试……',
    failed: '未能加载当前的考试，可先用示例计算。',
    count: '考生人数',
    countHint: (most) => `1 至 ${most} 人，即一个订单的上限`,
    countWrong: (most) => `请输入 1 至 ${most} 之间的整数。`,
    result: '计算结果',
    each: '每名考生',
    before: '优惠前合计',
    saved: '团体优惠',
    total: '应付合计',
    next: ({ more, each }) => `再增加 ${more} 人，每人只需 ${each}。`,
    noTier: '该考试不设团体优惠。',
    parts: ({ local, board, vat }) => `费用构成：考务费 ${local}，考试局费 ${board}，增值税 ${vat}。`,
    late: '如处于逾期报名阶段，另加逾期报名费；实际金额以购物车为准。',
  },
  later: {
    title: '有人退出或后加入',
    texts: [
      '付款后有考生取消的，其他考生的价格不变；退款按该考生实际支付的价格计算。',
      '之后另行下单的考生，人数重新计算。建议等人员到齐后一起下单，或先与我们联系。',
    ],
  },
  closed: {
    title: '学校或单位专场',
    texts: [
      '人数足够时，可以为学校或单位安排专场，在我们的考点或贵单位的场地举行。您会得到本组专用的邀请码，其他人能看到该场次，但不能报名。',
      '请联系所在城市的考务办公室，说明考试项目、人数、预计月份和联系人。',
    ],
    contact: '联系我们',
  },
};
