/** How many minutes before the start a candidate reports. */
export const reportMinutes = 30;

/** The time to report for an exam that starts at this time, both `HH:mm` in China. */
export function reportTime(startTime: string): string {
  const [hours = 0, minutes = 0] = startTime.split(':').map(Number);
  const total = (hours * 60 + minutes - reportMinutes + 24 * 60) % (24 * 60);
  const two = (value: number) => value.toString().padStart(2, '0');
  return `${two(Math.floor(total / 60))}:${two(total % 60)}`;
}
