import type { CaptchaMessages } from '../en/captcha.ts';

export const captcha: CaptchaMessages = {
  title: '安全验证',
  intro: '请拖动滑块，将拼图放入形状相同的缺口。',
  keys: '使用键盘时：方向键移动，按住上档键（⇧）每次移动一个像素，回车键确认。',
  slider: '拼图位置',
  position: ({ x, max }) => `${x}，共 ${max}`,
  check: '确认',
  anotherPicture: '换一张',
  without: '免图片验证',
  withoutHint: '看不清或无法拖动？可改用免图片验证，稍候片刻即可。',
  calculating: '正在验证……',
  loading: '正在加载图片……',
  unmoved: '请先移动拼图。',
  missed: (left) => `位置不对，还可以再试 ${left} 次。`,
  newPicture: '验证未通过，已为您换了一张图片。',
  tooLate: '图片已过期，已为您换了一张。',
  failed: '验证加载失败，请重试。',
};
