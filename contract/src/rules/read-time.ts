import type { ChinaTime } from './china-date.ts';

/** How many characters a time of day may have. */
const mostCharacters = 16;

const chineseHours = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
const chineseHour = /^(上午|早上|中午|下午|晚上)?(十[一二]|[零一二两三四五六七八九十])(?=点)/;

const digits = /^(\d{1,2}?)(\d{2})$/;
const clock = /^(\d{1,2})(?:[:.](\d{2})(?::00)?)?(am|pm)?$/;
const chineseClock = /^(上午|早上|中午|下午|晚上)?(\d{1,2})(?:点(半|一刻|三刻|钟|整|\d{1,2}分?)?|:(\d{2}))$/;

/** The minutes that a word after 点 means. */
const chineseMinutes: Readonly<Record<string, number>> = { 半: 30, 一刻: 15, 三刻: 45, 钟: 0, 整: 0 };

/** The time of day that staff typed, `HH:mm`, or null for what is not a time (decision 0100). Words of both languages are read on every page. */
export function readTime(typed: string): ChinaTime | null {
  if (typed.length > mostCharacters) return null;
  const text = typed
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .toLowerCase()
    .replace(/([ap])\.?m\.?$/, '$1m')
    .replace(
      chineseHour,
      (_all, part: string | undefined, hour: string) =>
        `${part ?? ''}${chineseHours.indexOf(hour.replace('两', '二'))}`,
    );
  const bare = /^\d{3,4}$/.test(text) ? digits.exec(text) : null;
  if (bare !== null) return timeOf(Number(bare[1]), Number(bare[2]));
  const english = clock.exec(text);
  if (english !== null) return halfOfDay(Number(english[1]), Number(english[2] ?? 0), english[3]);
  const chinese = chineseClock.exec(text);
  if (chinese === null) return null;
  const [, part, hour, word = '', minute = ''] = chinese;
  return partOfDay(Number(hour), chineseMinutes[word] ?? Number(word.replace('分', '') || minute), part);
}

function halfOfDay(hour: number, minute: number, half: string | undefined): ChinaTime | null {
  if (half === undefined) return timeOf(hour, minute);
  if (hour < 1 || hour > 12) return null;
  return timeOf((hour % 12) + (half === 'pm' ? 12 : 0), minute);
}

/** 下午2点 is 14:00, and so is 下午14点; 晚上12点 is the midnight that begins a day, which may be another one: not read. */
function partOfDay(hour: number, minute: number, part: string | undefined): ChinaTime | null {
  if (part === '晚上' && hour === 12) return null;
  const isLate = part === '下午' || part === '晚上' || (part === '中午' && hour < 3);
  return timeOf(isLate && hour < 12 ? hour + 12 : hour, minute);
}

function timeOf(hour: number, minute: number): ChinaTime | null {
  if (hour > 23 || minute > 59) return null;
  return `${hour.toString().padStart(2, '0')}:${minute.toString().padStart(2, '0')}`;
}
