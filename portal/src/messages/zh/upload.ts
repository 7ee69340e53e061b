import type { UploadMessages } from '../en/upload.ts';

export const upload: UploadMessages = {
  tooMany: (limit) => `最多可上传 ${limit} 个文件。`,
  noConnection: '连接中断。',
  stopped: '已由您停止。',
  photoUnreadable: '当前浏览器无法读取照片，请先另存为 JPEG，或改用截图。',
  kinds: '照片、PDF、Word 或 Excel，单个不超过 5 MB；较大的照片会自动压缩。',
  waitForFiles: '请等待文件上传完成。',
  gone: '有文件超过 24 小时未提交，已被删除，请重新添加。',
  save: (name) => `保存 ${name}`,
};
